import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { failureOf } from '../client/failure-of.ts'
import type { CallOptions } from '../client/guarded-fetch.ts'

/** Keeps the previous data while new data loads. */
export function useActivity<Data>(key: unknown[], ask: (options: CallOptions) => Promise<Data>) {
  const read = useQuery({
    queryKey: ['activity', ...key],
    queryFn: ({ signal }) => ask({ signal }),
    placeholderData: keepPreviousData,
  })
  const failure = failureOf(read, 'This could not be read. Check your connection.')
  return { data: read.data, failure, busy: read.isFetching, again: () => void read.refetch() }
}
