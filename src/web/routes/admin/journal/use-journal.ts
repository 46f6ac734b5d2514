import { useCallback, useRef, useState } from 'react'
import type { Entry, EntryKind } from '#domain/journal/entry.ts'
import { callAdmin } from '../client/call-admin.ts'
import { asCallError } from '../client/call-error.ts'

const NOT_READ = 'The journal could not be read. Check your connection.'

/** Entries of a kind, newest first, read as they are asked for; `entries` is null until the first are there. */
export function useJournal(kind?: EntryKind) {
  const [entries, setEntries] = useState<Entry[] | null>(null)
  const [more, setMore] = useState(false)
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)
  const round = useRef(0)

  const ask = useCallback(
    async (before: number | undefined): Promise<void> => {
      round.current += 1
      const own = round.current
      setBusy(true)
      setFailure('')
      const outcome = await readEntries(kind, before)
      // Another kind was asked for meanwhile, or the same once more.
      if (own !== round.current) return
      setBusy(false)
      if ('sentence' in outcome) return setFailure(outcome.sentence)
      setEntries((known) => (before ? [...(known ?? []), ...outcome.entries] : outcome.entries))
      setMore(outcome.more)
    },
    [kind],
  )

  const read = useCallback(() => ask(undefined), [ask])
  const last = entries?.at(-1)?.id
  const readOlder = useCallback(() => ask(last), [ask, last])
  return { entries, more, failure, busy, read, readOlder }
}

type Outcome = { entries: Entry[]; more: boolean } | { sentence: string }

async function readEntries(kind: EntryKind | undefined, before: number | undefined): Promise<Outcome> {
  const query = { ...(kind && { kind }), ...(before && { before: String(before) }) }
  try {
    return await callAdmin((api) => api.journal.$get({ query }))
  } catch (error) {
    const { status, message } = asCallError(error)
    return { sentence: status === 0 ? NOT_READ : message }
  }
}
