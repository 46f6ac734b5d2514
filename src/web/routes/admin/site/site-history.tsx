import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Centre } from '#domain/centre/centre.ts'
import { fieldName } from '#domain/centre/field-names.ts'
import type { HistoryEntry } from '#domain/centre/versions/publish-centre.server.ts'
import { shortDay, timeLabel } from '#domain/time/india-time.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { callAdmin } from '../client/call-admin.ts'
import { failureOf, toastError } from '../client/call-error.ts'
import { authorName } from '../journal/describe-entry.ts'
import { LoadFailed } from '../load-failed.tsx'
import { SITE_HISTORY } from './use-site.ts'

const NAMED = 4

/** Who published what, and the way back to any of it: a version comes into the form, and is published from there. */
export function SiteHistory({
  now,
  version,
  onTake,
}: {
  now: Date
  /** The one that is published. */
  version: number
  onTake: (centre: Centre) => void
}) {
  const read = useInfiniteQuery({
    queryKey: SITE_HISTORY,
    queryFn: ({ pageParam: before }) => callAdmin((api) => api.site.versions.$get({ query: { before } })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ entries, more }) => (more ? String(entries.at(-1)?.id) : undefined),
    gcTime: 0,
  })
  const [taking, setTaking] = useState<number | null>(null)
  const entries = read.data?.pages.flatMap((page) => page.entries) ?? []
  const failure = failureOf(read)

  async function take(id: number) {
    setTaking(id)
    try {
      const { centre } = await callAdmin((api) =>
        api.site.versions[':id'].$get({ param: { id: String(id) } }),
      )
      onTake(centre)
    } catch (error) {
      toastError(error)
    } finally {
      setTaking(null)
    }
  }

  const button = (id: number) => (
    <BusyButton
      className="button button-line button-small"
      busy={taking === id}
      onClick={() => void take(id)}
      aria-describedby={`version-${id}`}
    >
      Bring back
    </BusyButton>
  )
  if (failure) return <LoadFailed sentence={failure} onRetry={() => void read.refetch()} />
  return (
    <>
      <p className="text-quiet">
        A state that you bring back comes into the form first. It is live when you publish it.
      </p>
      <ol className="site-history" aria-busy={read.isFetching}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <p id={`version-${entry.id}`}>
              <b>{authorName(entry.author)}</b>, {shortDay(entry.at, now)} at {timeLabel(entry.at)}:{' '}
              {changesInWords(entry)}
              {entry.note && <span className="text-quiet"> “{entry.note}”</span>}
            </p>
            {entry.id === version ? (
              <span className="text-quiet">Published now</span>
            ) : (
              !entry.isDamaged && button(entry.id)
            )}
          </li>
        ))}
        {read.data && !read.hasNextPage && (
          <li>
            <p id="version-0">As it came, from site.config.ts</p>
            {version === 0 ? <span className="text-quiet">Published now</span> : button(0)}
          </li>
        )}
      </ol>
      {read.hasNextPage && (
        <BusyButton
          className="button button-line justify-self-start"
          busy={read.isFetching}
          onClick={() => void read.fetchNextPage()}
        >
          Older states
        </BusyButton>
      )}
    </>
  )
}

/** "Name, Phone and 3 more". */
function changesInWords({ changed, isDamaged }: HistoryEntry): string {
  if (isDamaged) return 'damaged, and passed over'
  if (changed === null) return 'changed'
  const names = changed.map(fieldName)
  if (names.length <= NAMED) return names.join(', ')
  return `${names.slice(0, NAMED - 1).join(', ')} and ${names.length - NAMED + 1} more`
}
