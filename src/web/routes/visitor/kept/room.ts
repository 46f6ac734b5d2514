import { useEffect, useState } from 'react'
import type { KeptPaper } from '../keeping/keep/kept-store.ts'

/** Bytes; `left` is null where the browser does not say. `mayVanish`: it promised nothing. */
export type Room = { left: number | null; mayVanish: boolean; isSafari: boolean }

export function useRoom(papers: readonly KeptPaper[] | null): Room | null {
  const [room, setRoom] = useState<Room | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is kept takes of the room.
  useEffect(() => {
    let isLeft = false
    readRoom().then(
      (read) => isLeft || setRoom(read),
      () => {},
    )
    return () => {
      isLeft = true
    }
  }, [papers])
  return room
}

async function readRoom(): Promise<Room> {
  const { storage } = navigator
  const { quota, usage } = (await storage?.estimate?.()) ?? {}
  const isInstalled = matchMedia('(display-mode: standalone), (display-mode: minimal-ui)').matches
  return {
    left: quota === undefined || usage === undefined ? null : Math.max(0, quota - usage),
    mayVanish: !isInstalled && !(await storage?.persisted?.()),
    isSafari: /^((?!chrome|android|crios|fxios).)*safari/i.test(navigator.userAgent),
  }
}
