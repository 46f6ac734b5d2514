import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { Entry } from '#domain/journal/entry.ts'
import type { DeskPaper } from '#domain/paper/desk-paper.ts'
import { dayLabel, timeLabel } from '#domain/time/india-time.ts'
import { describeEntry } from '#web/routes/admin/journal/describe-entry.ts'
import { useJournal } from '#web/routes/admin/journal/use-journal.ts'
import { LoadFailed } from '#web/routes/admin/load-failed.tsx'
import { PaperViews } from '../list/row/paper-views.tsx'
import { fieldsBefore } from './fields-before.ts'
import { fieldsOf, type PaperFields } from './paper-fields.ts'

type HistoryProps = {
  paper: DeskPaper
  typed: boolean
  onPutBack: (paper: DeskPaper, former: Partial<PaperFields>) => Promise<boolean>
}

export function PaperHistory(props: HistoryProps) {
  const [open, setOpen] = useState(false)
  return (
    <div className="paper-history">
      <button type="button" className="action gap-1.5" aria-expanded={open} onClick={() => setOpen(!open)}>
        <ChevronDown className="size-4.5" aria-hidden="true" />
        <span className="sweeps">History of this paper</span>
      </button>
      {open && <PaperViews id={props.paper.id} />}
      {open && <Entries key={props.paper.version} {...props} />}
    </div>
  )
}

function Entries({ paper, typed, onPutBack }: HistoryProps) {
  const read = useJournal({ kind: 'paper', subjectId: paper.id }, { version: paper.version })
  const [busy, setBusy] = useState<number | null>(null)

  async function putBack(entry: Entry, former: Partial<PaperFields>) {
    setBusy(entry.id)
    await onPutBack(paper, former)
    setBusy(null)
  }

  const { entries } = read
  if (read.failure)
    return <LoadFailed sentence={`The history could not be read. ${read.failure}`} onRetry={read.again} />
  if (!entries) {
    return (
      <div role="status" className="grid gap-2">
        <span className="sr-only">Reading the history …</span>
        <div className="skeleton h-5 w-3/5" />
        <div className="skeleton h-5 w-2/5" />
      </div>
    )
  }
  const now = { ...fieldsOf(paper), type: paper.type, grade: paper.grade }
  return (
    <>
      {typed && (
        <p className="text-quiet text-sm">
          Save or cancel what you typed before putting back an older state.
        </p>
      )}
      <ol>
        {entries.map((entry, at) => {
          const { who, did, rest, changes } = describeEntry(entry)
          const former = entry.before && fieldsBefore(now, entries.slice(0, at + 1))
          return (
            <li key={entry.id}>
              <p>
                <time dateTime={entry.at}>{`${dayLabel(entry.at)}, ${timeLabel(entry.at)}`}</time> ·{' '}
                {`${who} ${did} this paper ${rest}`.trim()}
              </p>
              {changes.map(({ field, from, to }) => (
                <p key={field} className="change">
                  {field}: <del>{from}</del> → <ins>{to}</ins>
                </p>
              ))}
              {former && (
                <button
                  type="button"
                  className="action"
                  disabled={typed || busy !== null}
                  onClick={() => void putBack(entry, former)}
                >
                  {busy === entry.id && <span className="spinner mr-2" aria-hidden="true" />}
                  <span className="sweeps">Put back as before this</span>
                </button>
              )}
            </li>
          )
        })}
      </ol>
      {entries.length === 0 && <p className="text-quiet">Nothing was changed since it was published.</p>}
      {read.more && (
        <button
          type="button"
          className="button button-line button-small"
          onClick={() => void read.readOlder()}
        >
          Show older
        </button>
      )}
    </>
  )
}
