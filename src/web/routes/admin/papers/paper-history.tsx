import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { type Entry, FORMER_QUESTIONS } from '#domain/journal/entry.ts'
import type { AdminPaper } from '#domain/paper/admin-paper.ts'
import type { FieldTexts } from '#domain/paper/form-fields.ts'
import { FORMER_FILE_DAYS, type FormerFile } from '#domain/publishing/former-file.ts'
import { dayLabel, daysFrom, timeLabel } from '#domain/time/india-time.ts'
import { topOf } from '../activity/day-chart.tsx'
import { callAdmin } from '../client/call-admin.ts'
import { describeEntry } from '../journal/describe-entry.ts'
import { useJournal } from '../journal/use-journal.ts'
import { LoadFailed } from '../load-failed.tsx'
import { fieldsBefore, fieldsOf } from './drafts.ts'
import '../activity/chart.css'

type HistoryProps = {
  paper: AdminPaper
  typed: boolean
  onPutBack: (paper: AdminPaper, former: Partial<FieldTexts>) => Promise<boolean>
  onPutFileBack: (paper: AdminPaper, former: FormerFile) => Promise<void>
  onPutQuestionsBack: (paper: AdminPaper, entry: number) => Promise<void>
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

function Entries({ paper, typed, onPutBack, onPutFileBack, onPutQuestionsBack }: HistoryProps) {
  const read = useJournal({ kind: 'paper', subjectId: paper.id }, { version: paper.version })
  const [busy, setBusy] = useState<number | null>(null)

  async function putBack(entry: Entry, how: () => Promise<unknown>) {
    setBusy(entry.id)
    await how()
    setBusy(null)
  }

  const kept = useFormerFiles(paper)
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
          const hasList = Boolean(entry.before && FORMER_QUESTIONS in entry.before)
          const former = hasList ? null : entry.before && fieldsBefore(now, entries.slice(0, at + 1))
          const file = kept.find(({ key }) => key === entry.before?.key)
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
              {(former || file || hasList) && (
                <button
                  type="button"
                  className="action"
                  disabled={typed || busy !== null}
                  onClick={() =>
                    void putBack(entry, async () => {
                      if (file) await onPutFileBack(paper, file)
                      else if (former) await onPutBack(paper, former)
                      else await onPutQuestionsBack(paper, entry.id)
                    })
                  }
                >
                  {busy === entry.id && <span className="spinner mr-2" aria-hidden="true" />}
                  <span className="sweeps">
                    {file ? `Put back the former ${PART_NAMES[file.part]}` : 'Put back as before this'}
                  </span>
                </button>
              )}
              {file && <p className="text-quiet text-sm">{`Kept until ${lastDay(file)}.`}</p>}
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

const PART_NAMES = { file: 'PDF', thumbnail: 'thumbnail', answers: 'answers' }

function lastDay({ keptSince }: FormerFile) {
  return dayLabel(daysFrom(keptSince, FORMER_FILE_DAYS))
}

/** The history works without them. */
function useFormerFiles({ id, version }: AdminPaper): FormerFile[] {
  const read = useQuery({
    queryKey: ['former files', id, version],
    queryFn: ({ signal }) =>
      callAdmin((api) => api.papers[':id']['former-files'].$get({ param: { id } }), { signal }),
    gcTime: 0,
  })
  return read.data?.files ?? []
}

/** Nothing when they cannot be read. */
function PaperViews({ id }: { id: string }) {
  const { data } = useQuery({
    queryKey: ['activity', 'paper', id, 30],
    queryFn: ({ signal }) =>
      callAdmin((api) => api.activity.papers[':id'].$get({ param: { id }, query: { days: '30' } }), {
        signal,
      }),
  })
  const views = data?.byDay.map((day) => day.views)
  if (!views) return null
  const sum = views.reduce((total, value) => total + value, 0)
  return (
    <p className="flex flex-wrap items-end gap-y-1 gap-x-3 my-2">
      <ViewsSparkline views={views} />
      <span aria-hidden="true">
        {sum.toLocaleString('en-IN')} {sum === 1 ? 'view' : 'views'} in the last {views.length} days
      </span>
    </p>
  )
}

/** Oldest first; the sum is in words for screen readers. */
function ViewsSparkline({ views }: { views: number[] }) {
  const sum = views.reduce((total, value) => total + value, 0)
  const top = topOf(Math.max(0, ...views))
  return (
    <span className="sparkline">
      <svg viewBox={`0 0 ${views.length} 20`} preserveAspectRatio="none" aria-hidden="true">
        <path
          d={views
            .map((value, at) =>
              value === 0 ? '' : `M${at + 0.5} 20V${20 - Math.max(1, (value / top) * 19)}`,
            )
            .join('')}
        />
        <path className="base" d={`M0 20H${views.length}`} />
      </svg>
      <span className="sr-only">
        {sum.toLocaleString('en-IN')} {sum === 1 ? 'view' : 'views'} in the last {views.length} days
      </span>
    </span>
  )
}
