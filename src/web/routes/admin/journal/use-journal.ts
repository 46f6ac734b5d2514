import { useInfiniteQuery } from '@tanstack/react-query'
import type { EntryKind } from '#domain/journal/entry.ts'
import { callAdmin } from '../client/call-admin.ts'
import { failureOf } from '../client/call-error.ts'

export const JOURNAL = ['journal'] as const

type Options = {
  /** Part of the query key: another version has another history. */
  version?: number
  unreached?: string
}

/** Newest first; `entries` is undefined until the first page. No cache: on return the newest are read. */
export function useJournal(
  about: { kind?: EntryKind; subjectId?: string },
  { version, unreached }: Options = {},
) {
  const read = useInfiniteQuery({
    queryKey: [...JOURNAL, about, version],
    queryFn: ({ pageParam: before, signal }) =>
      callAdmin((api) => api.journal.$get({ query: { ...about, before } }), { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ entries, more }) => (more ? String(entries.at(-1)?.id) : undefined),
    gcTime: 0,
  })
  return {
    entries: read.data?.pages.flatMap(({ entries }) => entries),
    more: read.hasNextPage,
    failure: failureOf(read, unreached),
    busy: read.isFetching,
    again: () => void (read.isFetchNextPageError ? read.fetchNextPage() : read.refetch()),
    readOlder: async () => void (await read.fetchNextPage()),
  }
}

export const JOURNAL_NOT_READ = 'The journal could not be read. Check your connection.'
