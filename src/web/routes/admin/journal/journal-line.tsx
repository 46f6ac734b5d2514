import { Link } from 'react-router'
import type { Entry } from '#domain/journal/entry.ts'
import { SCRIPTS_ACTION } from '#domain/journal/entry.ts'
import { timeLabel } from '#domain/time/india-time.ts'
import { type DescribedChange, describeEntry } from './describe-entry.ts'

export function JournalLine({ run }: { run: Entry[] }) {
  const [newest] = run
  if (!newest) return null
  return (
    <li>
      <time dateTime={newest.at} className="text-quiet text-sm">
        {timeLabel(newest.at)}
      </time>
      <div className="min-w-0">
        {run.length === 1 ? <Told entry={newest} /> : <Run entries={run} newest={newest} />}
      </div>
    </li>
  )
}

function Told({ entry }: { entry: Entry }) {
  const { who, did, rest, changes } = describeEntry(entry)
  return (
    <>
      <p className="leading-snug">
        <Who entry={entry} name={who} /> {did} <Subject entry={entry} /> {rest}
      </p>
      <Changes changes={changes} />
    </>
  )
}

function Run({ entries, newest }: { entries: Entry[]; newest: Entry }) {
  const { who, did, rest } = describeEntry(newest)
  const papers = new Set(entries.map(({ subjectId }) => subjectId)).size
  return (
    <details>
      <summary className="leading-snug">
        <Who entry={newest} name={who} /> {did}{' '}
        {papers === 1 ? (
          <>
            <strong lang={langOf(newest.subject)}>{newest.subject}</strong> {rest && `${rest} `}
            {entries.length} times
          </>
        ) : (
          <>
            <strong>{papers} papers</strong> {rest}
          </>
        )}
      </summary>
      <ul>
        {entries.map((entry) => (
          <li key={entry.id}>
            <Subject entry={entry} />
            <Changes changes={describeEntry(entry).changes} />
          </li>
        ))}
      </ul>
    </details>
  )
}

function Who({ entry, name }: { entry: Entry; name: string }) {
  return <span title={entry.author}>{name}</span>
}

/** Links to the paper on the desk while it exists. */
function Subject({ entry: { kind, action, subject, subjectId } }: { entry: Entry }) {
  const lang = langOf(subject)
  // A file of the inbox is no paper yet.
  if (kind !== 'paper' || action === 'deleted' || action === SCRIPTS_ACTION)
    return <strong lang={lang}>{subject}</strong>
  return (
    <Link className="font-semibold" to={`/admin?edit=${subjectId}`} lang={lang}>
      {subject}
    </Link>
  )
}

function Changes({ changes }: { changes: DescribedChange[] }) {
  return (
    <ul className="journal-changes empty:hidden">
      {changes.map(({ field, from, to }) => (
        <li key={field}>
          {field}: <span className="sr-only">from </span>
          <del>{from}</del>
          <span aria-hidden="true"> → </span>
          <span className="sr-only"> to </span>
          <ins>{to}</ins>
        </li>
      ))}
    </ul>
  )
}

function langOf(subject: string) {
  return /\p{Script=Tamil}/u.test(subject) ? 'ta' : undefined
}
