import { useEffect, useState } from 'react'
import { closeDeskTray } from './desk-tray.ts'
import { openChannel } from './tray-channel.ts'
import { readRows } from './tray-rows.ts'

/** Rows are counted when nothing has happened to them for so long. In milliseconds. */
const QUIET_MS = 500

/** How many files wait on this administrator's tray; the tray is closed when the desk is left. */
export function useTrayCount(owner: string): number {
  const [count, setCount] = useState(0)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async () => {
      const rows = await readRows(owner).catch(() => [])
      setCount(rows.filter(({ step, away }) => step !== 'published' && !away).length)
    }
    void look()
    const channel = openChannel(({ kind }) => {
      if (kind === 'progress') return
      clearTimeout(timer)
      timer = setTimeout(() => void look(), QUIET_MS)
    })
    return () => {
      clearTimeout(timer)
      channel.close()
      closeDeskTray()
    }
  }, [owner])
  return count
}
