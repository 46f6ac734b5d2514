import { formatsOf } from '#domain/language/formats.ts'
import { percentOf } from '#domain/sitting/marking.ts'
import { progressOf, type SubjectProgress } from '#domain/sitting/progress.ts'
import type { Sitting } from '#domain/sitting/sitting.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useLanguage, useMessages, useTextLang } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'

/** In units of the picture: its size, and the room for a dot at its edges. */
const [WIDTH, HEIGHT, EDGE] = [320, 96, 8]
/** The newest of a subject; more would be a band. */
const MOST = 20

/** How the marks of each subject went, sitting by sitting. */
export function ProgressPicture({ sittings }: { sittings: readonly Sitting[] }) {
  const m = useMessages()
  const subjects = progressOf(sittings)
  if (subjects.length === 0) return null
  return (
    <section aria-labelledby="mine-progress">
      <h2 id="mine-progress" className="mine-heading">
        {m.mine_progress()}
      </h2>
      <ul className="mine-progress">
        {subjects.map((progress) => (
          <OneSubject key={progress.subject} progress={progress} />
        ))}
      </ul>
    </section>
  )
}

function OneSubject({ progress: { subject, sittings: all, chapters } }: { progress: SubjectProgress }) {
  const m = useMessages()
  const labels = useLabels()
  const formats = formatsOf(useLanguage())
  const sittings = all.slice(-MOST)
  const name = labels.subject(subject)
  // Wrong choices that cost marks may bring a sum below nothing.
  const points = sittings.map(({ percent }, at) => ({
    x: sittings.length === 1 ? WIDTH / 2 : EDGE + (at * (WIDTH - 2 * EDGE)) / (sittings.length - 1),
    y: heightAt(Math.max(0, percent)),
  }))
  const [first, last] = [sittings[0], sittings.at(-1)]
  const said = sittings.map(
    ({ begunAt, percent }) => `${formats.shortDay(new Date(begunAt).toISOString())}: ${percent} %`,
  )
  return (
    <li data-subject={subject}>
      <h3>{name}</h3>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`${name}. ${said.join(', ')}`}>
        {[0, 50, 100].map((percent) => (
          <path key={percent} d={`M0 ${heightAt(percent)}H${WIDTH}`} />
        ))}
        {points.length > 1 && <polyline points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />}
        {points.map(({ x, y }) => (
          <circle key={x} cx={x} cy={y} r="5" />
        ))}
      </svg>
      <p>
        {m.mine_progress_sittings({ count: all.length })} <b>{`${last?.percent} %`}</b>{' '}
        {first && last && first !== last && (
          <small>{m.mine_progress_since({ percent: formats.number(last.percent - first.percent) })}</small>
        )}
      </p>
      {chapters.length > 0 && <Chapters chapters={chapters} />}
    </li>
  )
}

/** Each leads to the questions of its chapter. */
function Chapters({ chapters }: Pick<SubjectProgress, 'chapters'>) {
  const m = useMessages()
  const langOf = useTextLang()
  return (
    <ul className="mine-chapters" aria-label={m.questions_by_chapter()}>
      {chapters.map((chapter) => {
        const { id, name } = chapter
        const percent = percentOf(chapter) ?? 0
        return (
          <li key={id}>
            {id === null ? (
              <span>{m.mark_no_chapter()}</span>
            ) : (
              <Link to={`/questions?chapter=${id}`} lang={langOf(name ?? '')}>
                {name}
              </Link>
            )}
            <b>{`${percent} %`}</b>
            <svg viewBox="0 0 100 2" preserveAspectRatio="none" aria-hidden="true">
              <rect width="100" height="2" />
              <rect width={Math.max(0, percent)} height="2" />
            </svg>
          </li>
        )
      })}
    </ul>
  )
}

function heightAt(percent: number): number {
  return HEIGHT - EDGE - (percent * (HEIGHT - 2 * EDGE)) / 100
}
