import { paperPath } from '#domain/paper/facts.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'

/** Back to the paper, from every state. */
export function ToPaper({ paper }: { paper: Parameters<typeof paperPath>[0] }) {
  const m = useMessages()
  return (
    <Link className="action" to={paperPath(paper)}>
      <span className="sweeps">{m.sit_to_paper()}</span>
    </Link>
  )
}
