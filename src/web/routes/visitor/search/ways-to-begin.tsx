import { PREVIOUS_YEARS } from '#domain/paper/paper.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'
import { addressOf } from '../lists/list-address.ts'
import type { Beginnings } from './beginnings.server.ts'

export function WaysToBegin({ beginnings: { classes, subjects, examples } }: { beginnings: Beginnings }) {
  const m = useMessages()
  const labels = useLabels()
  return (
    <>
      <p className="mt-6 max-w-[60ch] md:mt-8">{m.search_how()}</p>
      <ul className="mt-2 flex flex-wrap gap-x-5" aria-label={m.search_examples()}>
        {examples.map((q) => (
          <li key={q}>
            <Link className="action" to={addressOf('/search', { q })}>
              <span className="sweeps">{q}</span>
            </Link>
          </li>
        ))}
      </ul>
      <div className="grid md:grid-cols-2 md:gap-x-12">
        <Contents
          id="by-class"
          heading={m.search_by_class()}
          entries={classes.map(({ type, grade, papers }) => ({
            to: `/resources/${type}/${grade}/`,
            name:
              grade === PREVIOUS_YEARS ? labels.type(type) : `${labels.grade(grade)} ${labels.type(type)}`,
            papers,
          }))}
        />
        <Contents
          id="by-subject"
          heading={m.search_by_subject()}
          entries={subjects.map(({ subject, papers }) => ({
            to: addressOf('/search', { subject }),
            name: labels.subject(subject),
            papers,
          }))}
        />
      </div>
    </>
  )
}

function Contents({
  id,
  heading,
  entries,
}: {
  id: string
  heading: string
  entries: { to: string; name: string; papers: number }[]
}) {
  const m = useMessages()
  const labels = useLabels()
  if (entries.length === 0) return null
  return (
    <section className="mt-8 md:mt-12" aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      <ul className="contents-page">
        {entries.map(({ to, name, papers }) => (
          <li key={to}>
            <Link to={to}>
              <span className="sweeps">{name}</span>
              <span className="leader" aria-hidden="true" />
              <span className="text-quiet">
                {labels.number(papers)}
                <span className="sr-only"> {m.search_count_said({ count: papers })}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
