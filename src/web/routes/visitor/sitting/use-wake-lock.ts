import { useEffect } from 'react'

/** The screen stays on while it is wanted and the page is in sight, where the browser and the battery allow it. */
export function useWakeLock(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | undefined
    let isLeft = false
    const ask = async () => {
      if (document.visibilityState !== 'visible' || (lock && !lock.released)) return
      lock = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (isLeft) await lock?.release()
    }
    void ask()
    document.addEventListener('visibilitychange', ask)
    return () => {
      isLeft = true
      document.removeEventListener('visibilitychange', ask)
      void lock?.release()
    }
  }, [isWanted])
}
