import { useCallback, useRef, useState } from 'react'
import type { Entry, EntryKind } from '#domain/journal/entry.ts'
import { admin, sentenceOf } from '../admin-client.ts'
import { useSignInAgain } from '../sign-in-again.tsx'

const NOT_READ = 'The journal could not be read. Check your connection.'

/** Entries of a kind, newest first, read as they are asked for; `entries` is null until the first are there. */
export function useJournal(kind?: EntryKind) {
  const [entries, setEntries] = useState<Entry[] | null>(null)
  const [more, setMore] = useState(false)
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)
  const round = useRef(0)
  const signInAgain = useSignInAgain()

  const ask = useCallback(
    async (before: number | undefined): Promise<void> => {
      round.current += 1
      const own = round.current
      setBusy(true)
      setFailure('')
      const outcome = await readEntries(kind, before, signInAgain)
      // Another kind was asked for meanwhile, or the same once more.
      if (own !== round.current) return
      setBusy(false)
      if ('sentence' in outcome) return setFailure(outcome.sentence)
      setEntries((known) => (before ? [...(known ?? []), ...outcome.entries] : outcome.entries))
      setMore(outcome.more)
    },
    [kind, signInAgain],
  )

  const read = useCallback(() => ask(undefined), [ask])
  const last = entries?.at(-1)?.id
  const readOlder = useCallback(() => ask(last), [ask, last])
  return { entries, more, failure, busy, read, readOlder }
}

type Outcome = { entries: Entry[]; more: boolean } | { sentence: string }

async function readEntries(
  kind: EntryKind | undefined,
  before: number | undefined,
  signInAgain: () => Promise<void>,
): Promise<Outcome> {
  try {
    const query = { ...(kind && { kind }), ...(before && { before: String(before) }) }
    const answer = await admin.journal.$get({ query })
    if (answer.status === 401) return await signInAgain().then(() => readEntries(kind, before, signInAgain))
    return answer.ok ? await answer.json() : { sentence: await sentenceOf(answer) }
  } catch {
    return { sentence: NOT_READ }
  }
}
