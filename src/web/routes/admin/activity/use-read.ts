import { useCallback, useEffect, useRef, useState } from 'react'
import { asCallError } from '../client/call-error.ts'

type Read<Data> = { data: Data | null; failure: string; busy: boolean; again: () => void }

/** Reads a part of the page whenever `call` is another; what was read before stays until the new has come. */
export function useRead<Data>(call: () => Promise<Data>): Read<Data> {
  const [data, setData] = useState<Data | null>(null)
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(true)
  const newest = useRef(0)

  const read = useCallback(async (): Promise<void> => {
    newest.current += 1
    const own = newest.current
    const isNewest = () => own === newest.current
    setBusy(true)
    setFailure('')
    try {
      const read = await call()
      if (isNewest()) setData(read)
    } catch (error) {
      const { status, message } = asCallError(error)
      if (!isNewest()) return
      setData(null)
      setFailure(status === 0 ? 'This could not be read. Check your connection.' : message)
    } finally {
      if (isNewest()) setBusy(false)
    }
  }, [call])

  useEffect(() => {
    void read()
    return () => {
      newest.current += 1
    }
  }, [read])
  return { data, failure, busy, again: () => void read() }
}
