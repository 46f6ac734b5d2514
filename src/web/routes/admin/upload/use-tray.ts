import { createContext, use, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { toastFailure, toastSuccess } from '#web/ui/toasts.tsx'
import { useSignInAgain } from '../sign-in-again.tsx'
import { type DeskTray, openDeskTray, type TrayState } from './desk-tray.ts'
import type { Batch } from './tray-hand.ts'
import type { Tray } from './tray-queue.ts'
import type { TrayRow } from './tray-row.ts'
import { tallyOf } from './tray-tally.ts'

export type TrayPlace = { tray: DeskTray; now: Date }
export const TrayContext = createContext<TrayPlace | null>(null)

/** The open tray, and the time at which the desk was opened. */
export function useTrayPlace(): TrayPlace {
  const place = use(TrayContext)
  if (!place) throw new Error('There is no tray around this part of the page')
  return place
}

/** Opens the tray of this administrator; null until then. */
export function useOpenTray(owner: string): DeskTray | null {
  const signIn = useSignInAgain()
  const [tray, setTray] = useState<DeskTray | null>(null)
  useEffect(() => setTray(openDeskTray(owner, { signIn, onBatch: sayBatch })), [owner, signIn])
  return tray
}

/** The whole tray; for what needs every row. */
export function useTray(tray: DeskTray): Tray {
  return useSyncExternalStore(tray.follow, tray.read)
}

/** One row; only its own changes draw its reader anew. */
export function useRow(id: string): TrayRow | undefined {
  const { tray } = useTrayPlace()
  return useSyncExternalStore(
    tray.follow,
    useCallback(() => tray.read().rows[id], [tray, id]),
  )
}

/** Why the title of a row cannot stand as it is, or undefined. */
export function useTitleFault(id: string): string | undefined {
  const { tray } = useTrayPlace()
  return useSyncExternalStore(
    tray.follow,
    useCallback(() => tallyOf(tray.read()).titleFaults[id], [tray, id]),
  )
}

export function useTrayState(tray: DeskTray): TrayState {
  return useSyncExternalStore(tray.followState, tray.state)
}

/** Whether the browser has a connection. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    followLine,
    () => navigator.onLine,
    () => true,
  )
}

/** Whether the screen is wide enough for the register. */
export function useWide(): boolean {
  return useSyncExternalStore(
    followWidth,
    () => matchMedia(WIDE).matches,
    () => true,
  )
}

const WIDE = '(min-width: 72rem)'

function followWidth(onChange: () => void) {
  const query = matchMedia(WIDE)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

function followLine(onChange: () => void) {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}

/** One toast for a batch, which says how many papers were in it when there was more than one. */
function sayBatch({ published, failed }: Batch) {
  const all = published + failed
  if (failed === 0)
    toastSuccess(all === 1 ? 'File uploaded successfully' : `${all} files uploaded successfully`)
  else toastFailure(all === 1 ? 'Error uploading file' : `Error uploading ${failed} of ${all} files`)
}
