import { paperPath } from '#domain/paper/facts.ts'
import type { SittingPaper } from '#domain/sitting/sitting-paper.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'

/** Back to the paper or worksheet, from every state. */
export function BackToPaper({ paper }: { paper: SittingPaper }) {
  const m = useMessages()
  return (
    <Link className="action" to={paper.worksheet ?? paperPath(paper)}>
      <span className="sweeps">{paper.worksheet ? m.sit_to_worksheet() : m.sit_to_paper()}</span>
    </Link>
  )
}
