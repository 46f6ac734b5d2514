import { useEffect, useRef, useState } from 'react'
import { nextSitting, type Sitting, type SittingEvent } from '#domain/sitting/sitting.ts'
import { isDoubtful, type Reading } from '#domain/sitting/sitting-clock.ts'
import { useStore } from '#web/ui/use-store.ts'
import { useProfile } from './profiles.ts'
import { moveSitting, storeOf } from './sittings-store.ts'

/** Between readings that are stored; what passes after the last one is known by the next. */
const STORE_EVERY_MS = 10_000
/** A longer way to the site says too little of its time. */
const LONGEST_WAY_MS = 1_500
const MOST_TRIES = 3

/** Whether the page was out of sight since the clocks were read last. */
let wasHidden = false

/** As of `mono`, which is now or a moment ago. */
export function readClocks(mono = performance.now()): Reading {
  const wall = Math.round(Date.now() - performance.now() + mono)
  return { wall, mono, load: String(performance.timeOrigin), isSeen: !wasHidden }
}

export type Dispatch = (event: SittingEvent) => void

/**
 * A sitting as of this second, and what changes it. Only the tab that `acts` writes: of two, each has an even clock of
 * its own.
 */
export function useSitting(id: string, acts: boolean) {
  const profile = useProfile().id
  const store = storeOf(profile, id)
  const stored = useStore(store)
  const isTicking = acts && stored !== null && stored.state !== 'down'
  useSeconds(isTicking)
  const dispatch: Dispatch = (event) => {
    const before = store.read()
    if (!before || !acts) return
    moveSitting(profile, before, nextSitting(before, event, readClocks()))
    wasHidden = document.visibilityState === 'hidden'
  }
  const latest = useRef(dispatch)
  latest.current = dispatch
  useEffect(() => {
    if (!isTicking) return
    const tick = () => latest.current({ type: 'tick' })
    tick()
    const timer = setInterval(tick, STORE_EVERY_MS)
    // What was seen until it went out of sight, then what passed out of sight.
    document.addEventListener('visibilitychange', tick)
    addEventListener('pagehide', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
      removeEventListener('pagehide', tick)
    }
  }, [isTicking])
  const asks = isTicking && (stored.clock.offset === null || stored.clock.doubt !== null)
  const jump = stored?.clock.doubt?.jump
  // biome-ignore lint/correctness/useExhaustiveDependencies: another jump is another question.
  useEffect(() => {
    if (asks) void askSiteTime().then((site) => site !== null && latest.current({ type: 'site-time', site }))
  }, [asks, jump])
  const now: Sitting | null = isTicking ? nextSitting(stored, { type: 'tick' }, readClocks()) : stored
  const isInDoubt = stored !== null && isDoubtful(stored.clock)
  return { sitting: now, dispatch, isOnDevice: store.isOnDevice(), isInDoubt }
}

function useSeconds(isTicking: boolean) {
  const [, setSecond] = useState(0)
  useEffect(() => {
    if (!isTicking) return
    const timer = setInterval(() => setSecond((second) => second + 1), 1_000)
    return () => clearInterval(timer)
  }, [isTicking])
}

/**
 * In milliseconds, as of now; null without a connection, and where all answers took too long. It is asked for a time, and
 * told nothing.
 */
export async function askSiteTime(): Promise<number | null> {
  // The first may have waited for a connection, which the next one finds open.
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const asked = performance.now()
    const answer = await fetch('/healthz', { method: 'HEAD', cache: 'no-store' }).catch(() => null)
    const site = Date.parse(answer?.headers.get('date') ?? '')
    if (Number.isNaN(site)) return null
    if (performance.now() - asked <= LONGEST_WAY_MS) return site
  }
  return null
}
