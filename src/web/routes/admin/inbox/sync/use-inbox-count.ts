import { useEffect, useState } from 'react'
import { closeDeskInbox } from '../queue/open-inbox.ts'
import { readRows } from '../queue/row-storage.ts'
import { fetchWaiting } from './inbox-calls.ts'
import { startPolling } from './poll.ts'
import { openChannel } from './tab-channel.ts'

/** Files are counted when nothing has happened to them for so long, and every so often. In milliseconds. */
const QUIET_MS = 500
const EVERY_MS = 16_000

/**
 * How many files wait, those of all administrators on the server and those that only this browser has; the inbox is
 * closed when the desk is left.
 */
export function useInboxCount(owner: string): number {
  const [onServer, setOnServer] = useState(0)
  const [here, setHere] = useState(0)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async () => {
      const rows = await readRows(owner).catch(() => [])
      setHere(rows.filter(({ step, away }) => !['arrived', 'published'].includes(step) && !away).length)
      const waiting = await fetchWaiting()
      if (waiting !== null) setOnServer(waiting)
      return waiting !== null
    }
    const stopPolling = startPolling(look, EVERY_MS)
    const channel = openChannel(({ kind }) => {
      if (kind === 'progress') return
      clearTimeout(timer)
      timer = setTimeout(() => void look(), QUIET_MS)
    })
    return () => {
      clearTimeout(timer)
      stopPolling()
      channel.close()
      closeDeskInbox()
    }
  }, [owner])
  return onServer + here
}
