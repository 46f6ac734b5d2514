import type { DeskPaper } from '#domain/paper/desk-paper.ts'
import type { Chosen } from '#web/routes/admin/papers/bulk/use-chosen-papers.ts'
import type { PaperActions } from '#web/routes/admin/papers/state/use-paper-actions.ts'
import { RowButtons } from './row-buttons.tsx'
import { PaperFacts } from './row-facts.tsx'

type RowProps = {
  paper: DeskPaper
  rows: DeskPaper[]
  now: Date
  chosen: Chosen
  actions: PaperActions
  isOpen: boolean
  isNew: boolean
  onEdit: () => void
  children?: React.ReactNode
}

export function PaperRow({ paper, rows, now, chosen, actions, isOpen, isNew, onEdit, children }: RowProps) {
  const isChosen = chosen.papers.has(paper.id)
  return (
    <li
      data-paper={paper.id}
      data-subject={paper.subject}
      data-binned={paper.binnedAt !== null || undefined}
      data-chosen={isChosen || undefined}
      data-open={isOpen || undefined}
      data-new={isNew || undefined}
    >
      <label className="tick-box">
        <input
          type="checkbox"
          checked={isChosen}
          aria-label={`Pick ${paper.title}`}
          onChange={(event) =>
            chosen.choose(paper, event.target.checked, {
              range: (event.nativeEvent as MouseEvent).shiftKey,
              rows,
            })
          }
        />
      </label>
      <span className="thumbnail">
        {paper.thumbnail && paper.binnedAt === null && (
          <img src={paper.thumbnail} alt="" width={48} height={68} loading="lazy" decoding="async" />
        )}
      </span>
      <PaperFacts paper={paper} now={now} isNew={isNew} />
      <RowButtons paper={paper} actions={actions} isOpen={isOpen} onEdit={onEdit} />
      {children}
    </li>
  )
}
