import type { Paper, SetOfExam } from '#domain/paper/paper.ts'
import { paperPath } from '#domain/paper/paper-path.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'

/** "Set 1 · 2 · 3": the way to the other sets of a paper's exam. */
export function ExamSets({ paper, sets }: { paper: Paper; sets: SetOfExam[] }) {
  const m = useMessages()
  const labels = useLabels()
  const own = paperPath(paper)
  return (
    <nav className="exam-sets" aria-label={m.card_sets_label({ title: labels.title(paper.title) })}>
      <span aria-hidden="true">{m.card_set()}</span>
      <ul>
        {sets.map(({ set, path }) => (
          <li key={path}>
            {path === own ? (
              <b aria-current="true">
                <span className="sr-only">{`${m.card_this_is_set()} `}</span>
                {set}
              </b>
            ) : (
              <Link to={path}>
                <span className="sr-only">{`${m.card_set()} `}</span>
                {set}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}
