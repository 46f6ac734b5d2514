import { useEffect, useState } from 'react'
import { fetchWaiting } from './inbox-calls.ts'
import { closeDeskInbox } from './open-inbox.ts'
import { clearPictures } from './page-one.tsx'
import { readRows } from './row-storage.ts'
import { startPolling } from './save-changes.ts'
import { openChannel } from './tab-channel.ts'

/** Counted when no event has come for this long, and at every interval. */
const DEBOUNCE_MS = 500
const POLL_MS = 16_000

/** Files of all administrators on the server, and of this browser alone. Closes the inbox when the desk is left. */
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
    const stopPolling = startPolling(look, POLL_MS)
    const channel = openChannel(({ kind }) => {
      if (kind === 'progress') return
      clearTimeout(timer)
      timer = setTimeout(() => void look(), DEBOUNCE_MS)
    })
    return () => {
      clearTimeout(timer)
      stopPolling()
      channel.close()
      closeDeskInbox()
      clearPictures()
    }
  }, [owner])
  return onServer + here
}
