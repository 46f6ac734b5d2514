import { gradeLabel, typeLabel } from '#domain/paper/labels.ts'
import { PREVIOUS_YEARS } from '#domain/paper/paper.ts'
import { Link } from '#web/link.tsx'
import { grouped } from '#web/ui/grouped.ts'
import { addressOf } from '../lists/list-address.ts'
import type { Beginnings } from './beginnings.server.ts'

export function WaysToBegin({ beginnings: { classes, subjects, examples } }: { beginnings: Beginnings }) {
  return (
    <>
      <p className="mt-6 max-w-[60ch] md:mt-8">
        Write class, subject, year or month in any order, in English, தமிழ் or Tamil in English letters:
      </p>
      <ul className="mt-2 flex flex-wrap gap-x-5" aria-label="Examples">
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
          heading="By class"
          entries={classes.map(({ type, grade, papers }) => ({
            to: `/resources/${type}/${grade}/`,
            name: grade === PREVIOUS_YEARS ? typeLabel(type) : `${gradeLabel(grade)} ${typeLabel(type)}`,
            papers,
          }))}
        />
        <Contents
          heading="By subject"
          entries={subjects.map(({ subject, papers }) => ({
            to: addressOf('/search', { subject }),
            name: subject,
            papers,
          }))}
        />
      </div>
    </>
  )
}

function Contents({
  heading,
  entries,
}: {
  heading: string
  entries: { to: string; name: string; papers: number }[]
}) {
  if (entries.length === 0) return null
  const id = heading.toLowerCase().replace(' ', '-')
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
                {grouped(papers)}
                <span className="sr-only"> {papers === 1 ? 'paper' : 'papers'}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
