import { useQuery } from '@tanstack/react-query'
import { sizeLabel } from '#domain/language/formats.ts'
import { dayLabel, timeLabel } from '#domain/time/india-time.ts'
import { type Api, type BodyOf, callAdmin } from './client/call-admin.ts'
import { failureOf } from './client/call-error.ts'

/** What became of the last backups. */
export function BackupFacts({ told: { nightly, lastGood, failure, isOfFilesOnly } }: { told: BackupsTold }) {
  return (
    <>
      {lastGood && (
        <>
          <p className="text-lg">
            Last good backup: <strong>{whenLabel(lastGood.at)}</strong>
          </p>
          <p className="text-quiet text-sm wrap-anywhere">
            {count(lastGood.papers, 'paper')} and {count(lastGood.files, 'file')}, {sizeLabel(lastGood.bytes)}
            , all of it read again; in {lastGood.to}
          </p>
        </>
      )}
      {isOfFilesOnly && (
        <p>
          Backups hold the files and the signing secret. The database is copied by PostgreSQL’s own tools, and
          whoever runs the server sees to that.
        </p>
      )}
      {failure && (
        <p className="wrap-anywhere">
          <strong>The last try made no good backup</strong> (on {whenLabel(failure.at)}): {failure.reason}
        </p>
      )}
      {nightly && !lastGood && !failure && <p>The first backup is being made.</p>}
      {!nightly && <p className={lastGood ? 'text-quiet text-sm' : ''}>Nightly backups are not set up.</p>}
    </>
  )
}

export function count(many: number, what: string) {
  return `${many.toLocaleString('en-IN')} ${what}${many === 1 ? '' : 's'}`
}

export type BackupsTold = BodyOf<Awaited<ReturnType<Api['backups']['$get']>>>

/** What the server tells of the backups; undefined until known. */
export function useBackups() {
  const read = useQuery({
    queryKey: ['backups'],
    queryFn: ({ signal }) => callAdmin((api) => api.backups.$get({ query: {} }), { once: true, signal }),
  })
  return { told: read.data, failure: failureOf(read), again: () => void read.refetch() }
}

/** Of a time in ISO 8601: "5 March 2026 at 2:41 am". */
export function whenLabel(time: string): string {
  return `${dayLabel(time)} at ${timeLabel(time)}`
}
