import { Link, useSearchParams } from 'react-router'
import { ENTRY_KINDS, type Entry, type EntryKind, SCRIPTS_ACTION } from '#domain/journal/entry.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useAdmin, useReaches } from '../layout.tsx'
import { LoadFailed } from '../load-failed.tsx'
import { adminMeta } from '../titles-and-toasts.ts'
import { type DescribedChange, describeEntry, journalDays } from './describe-entry.ts'
import { JOURNAL_NOT_READ, useJournal } from './use-journal.ts'
import './journal.css'
import { timeLabel } from '#domain/time/india-time.ts'

export const meta = adminMeta('Journal')

const KIND_NAMES: Record<EntryKind, string> = {
  paper: 'Papers',
  price: 'Prices',
  administrator: 'Administrators',
  samples: 'Samples',
  site: 'Site',
}

export default function Journal() {
  const [parameters] = useSearchParams()
  const kind = ENTRY_KINDS.find((one) => one === parameters.get('kind'))
  const isOwner = useReaches('owner')
  return (
    <div className="ruled grid gap-8">
      <div className="grid gap-4">
        <h1>Journal</h1>
        <p className="max-w-[60ch]">
          Every change is written down here, and none can be taken out: who, when, from what to what.
          {!isOwner && ' Changes of accounts are shown to owners alone.'}
        </p>
        <Kinds chosen={kind} />
      </div>
      <Changes key={kind ?? 'all'} kind={kind} />
    </div>
  )
}

function Kinds({ chosen }: { chosen: EntryKind | undefined }) {
  const isOwner = useReaches('owner')
  const kinds = ENTRY_KINDS.filter((kind) => isOwner || kind !== 'administrator')
  return (
    <nav aria-label="Kinds of changes">
      <ul className="flex flex-wrap gap-2">
        {[undefined, ...kinds].map((kind) => (
          <li key={kind ?? 'all'}>
            <Link
              className="page-number"
              to={kind ? `/admin/journal?kind=${kind}` : '/admin/journal'}
              aria-current={kind === chosen ? 'page' : undefined}
              preventScrollReset
            >
              {kind ? KIND_NAMES[kind] : 'All'}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Changes({ kind }: { kind: EntryKind | undefined }) {
  const { entries, more, failure, busy, again, readOlder } = useJournal(
    { kind },
    { unreached: JOURNAL_NOT_READ },
  )
  const { now } = useAdmin()
  return (
    <div className="grid gap-8" aria-busy={busy}>
      {!entries && !failure && <JournalSkeleton />}
      {entries?.length === 0 && <NothingYet kind={kind} />}
      {journalDays(entries ?? [], now).map(({ day, name, lines }) => (
        <section key={day} aria-label={day}>
          <h2 className="flex flex-wrap items-baseline gap-y-1 gap-x-2.5 mb-3 text-[1.25rem]">
            {name && <span className="swept">{name}</span>} {day}
          </h2>
          <ol className="admin-sheet journal-lines">
            {lines.map((run) => (
              <JournalLine key={run[0]?.id} run={run} />
            ))}
          </ol>
        </section>
      ))}
      {failure && <LoadFailed sentence={failure} onRetry={again} />}
      {more && !failure && (
        <BusyButton
          className="button button-line justify-self-start"
          busy={busy}
          onClick={() => void readOlder()}
        >
          Older changes
        </BusyButton>
      )}
      {entries && entries.length > 0 && !more && (
        <p className="text-quiet">
          {kind ? 'There are no older ones.' : 'This is where the journal begins.'}
        </p>
      )}
    </div>
  )
}

function NothingYet({ kind }: { kind: EntryKind | undefined }) {
  return (
    <div className="instead admin-sheet">
      <EmptyState mark="?" />
      <div className="grid gap-2">
        <p className="font-semibold text-lg leading-snug">
          {kind ? `Nothing was changed yet under ${KIND_NAMES[kind]}.` : 'Nothing was changed yet.'}
        </p>
        <p className="text-quiet">The first change will be the first line here.</p>
      </div>
    </div>
  )
}

function JournalSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Reading the journal …</span>
      <div className="skeleton mb-3 h-7 w-48" />
      <div className="admin-sheet journal-lines">
        {[1, 2, 3, 4, 5, 6].map((line) => (
          <div key={line}>
            <div className="skeleton h-4 w-16" />
            <div className="skeleton h-5 w-4/5" />
          </div>
        ))}
      </div>
    </div>
  )
}

function JournalLine({ run }: { run: Entry[] }) {
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
      <FieldChanges changes={changes} />
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
            <FieldChanges changes={describeEntry(entry).changes} />
          </li>
        ))}
      </ul>
    </details>
  )
}

function Who({ entry, name }: { entry: Entry; name: string }) {
  return <span title={entry.author}>{name}</span>
}

/** Links to the paper in the admin area while it exists. */
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

function FieldChanges({ changes }: { changes: DescribedChange[] }) {
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
