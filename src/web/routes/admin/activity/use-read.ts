import { useCallback, useEffect, useRef, useState } from 'react'
import { sentenceOf } from '../admin-client.ts'
import { useSignInAgain } from '../sign-in-again.tsx'

type Answer = { status: number; ok: boolean; json(): Promise<unknown> }
type Read<Data> = { data: Data | null; failure: string; busy: boolean; again: () => void }

/** Reads a part of the page whenever `call` is another; what was read before stays until the new has come. */
export function useRead<Data>(call: () => Promise<Answer>): Read<Data> {
  const [data, setData] = useState<Data | null>(null)
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(true)
  const newest = useRef(0)
  const signInAgain = useSignInAgain()

  const read = useCallback(async (): Promise<void> => {
    newest.current += 1
    const own = newest.current
    const isNewest = () => own === newest.current
    setBusy(true)
    setFailure('')
    try {
      const answer = await call()
      if (!isNewest()) return
      if (answer.status === 401) return await signInAgain().then(() => (isNewest() ? read() : undefined))
      if (!answer.ok) return fail(await sentenceOf(answer))
      setData((await answer.json()) as Data)
    } catch {
      if (isNewest()) fail('This could not be read. Check your connection.')
    } finally {
      if (isNewest()) setBusy(false)
    }
    function fail(sentence: string) {
      setData(null)
      setFailure(sentence)
    }
  }, [call, signInAgain])

  useEffect(() => {
    void read()
    return () => {
      newest.current += 1
    }
  }, [read])
  return { data, failure, busy, again: () => void read() }
}
