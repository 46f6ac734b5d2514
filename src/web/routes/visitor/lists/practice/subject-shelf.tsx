import type { PaperFilter } from '#domain/paper/filters.ts'
import type { Subject } from '#domain/paper/paper.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'
import { PaperCard } from '#web/routes/visitor/paper-card/paper-card.tsx'
import { addressOf, FOLDED } from '../list-address.ts'
import type { ShownShelf } from './practice-page.ts'

/** "[13 papers]"; on a phone the number alone. Texts that React would part with a comment are one. */
export function Count({ papers, filter }: { papers: number; filter: PaperFilter }) {
  const [number, ...words] = useLabels().papers(papers, false, filter).split(' ')
  return (
    <>
      {`[${number}`}
      <span className="max-md:sr-only">{` ${words.join(' ')}`}</span>]
    </>
  )
}

/** Shelves of one or two papers share a row. */
const SPANS = {
  1: '',
  2: 'md:col-span-2',
  3: 'md:col-span-2 xl:col-span-3',
  4: 'md:col-span-2 xl:col-span-3 min-[105rem]:col-span-4',
}
const COLUMNS = {
  1: '',
  2: 'md:grid-cols-2',
  3: 'md:grid-cols-2 xl:grid-cols-3',
  4: 'md:grid-cols-2 xl:grid-cols-3 min-[105rem]:grid-cols-4',
}

export function SubjectShelf({
  shown: { shelf, papers },
  filter,
  opens,
}: {
  shown: ShownShelf
  filter: PaperFilter
  opens: boolean
}) {
  const m = useMessages()
  const labels = useLabels()
  const hidden = shelf.papers - papers.length
  const span = Math.min(papers.length, 4) as keyof typeof SPANS
  const all = addressOf(`/resources/${shelf.type}/${shelf.grade}/`, {
    subject: subjectParameter(shelf.subject),
    year: filter.year,
    month: filter.month,
    answered: filter.answered,
    sets: filter.foldsSets ? FOLDED : undefined,
  })
  return (
    <section
      className={SPANS[span]}
      aria-label={`${labels.shelf(shelf.type, shelf.grade)} ${shelf.subject === 'all' ? m.practice_all_subjects() : labels.subject(shelf.subject)}`}
    >
      {shelf.subject !== 'all' && (
        <h3 data-subject={shelf.subject}>
          {`${labels.subject(shelf.subject)} `}
          <small>
            <Count papers={shelf.papers} filter={filter} />
          </small>
        </h3>
      )}
      <ul className={`paper-cards ${COLUMNS[span]}`}>
        {papers.map((paper, at) => (
          <li key={paper.id}>
            <PaperCard
              paper={paper}
              inside={paper.inside}
              sets={paper.sets}
              heading={shelf.subject === 'all' ? 'h3' : 'h4'}
              opens={opens && at === 0}
            />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <p className="mt-3">
          <Link className="action" to={all}>
            <span className="sweeps">
              {m.practice_shelf_all({ papers: labels.papers(shelf.papers, false, filter) })}
            </span>
          </Link>
        </p>
      )}
    </section>
  )
}

function subjectParameter(subject: Subject) {
  return subject === 'all' ? undefined : subject
}
