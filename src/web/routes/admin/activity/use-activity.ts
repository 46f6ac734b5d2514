import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { failureOf } from '../client/failure-of.ts'
import type { CallOptions } from '../client/guarded-fetch.ts'

/** Reads a part of the page, which `key` names; what was read before stays until the new has come. */
export function useActivity<Data>(key: unknown[], ask: (options: CallOptions) => Promise<Data>) {
  const read = useQuery({
    queryKey: ['activity', ...key],
    queryFn: ({ signal }) => ask({ signal }),
    placeholderData: keepPreviousData,
  })
  const failure = failureOf(read, 'This could not be read. Check your connection.')
  return { data: read.data, failure, busy: read.isFetching, again: () => void read.refetch() }
}
