import { useQuery } from '@tanstack/react-query'
import { dayLabel, timeLabel } from '#domain/time/india-time.ts'
import { type Api, type BodyOf, callAdmin } from './client/call-admin.ts'
import { failureOf } from './client/failure-of.ts'

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
