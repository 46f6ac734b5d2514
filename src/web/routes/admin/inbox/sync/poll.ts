import { BACKGROUND_WAIT_LIMIT } from '#domain/files/upload-limits.ts'

/** Milliseconds to wait after this many failures in a row. */
export function doubled(first: number, failures: number): number {
  return Math.min(first * 2 ** failures, BACKGROUND_WAIT_LIMIT)
}

/** `ask` returns whether it succeeded; in the background and after failures the wait doubles. Returns the stop. */
export function startPolling(ask: () => Promise<boolean>, every: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let isAsking = false
  let isStopped = false

  async function askNow() {
    clearTimeout(timer)
    if (isAsking || isStopped) return
    isAsking = true
    const isAnswered = await ask().catch(() => false)
    isAsking = false
    if (isStopped) return
    failures = isAnswered && document.visibilityState === 'visible' ? 0 : failures + 1
    timer = setTimeout(() => void askNow(), doubled(every, failures))
  }

  const comeBack = () => {
    if (document.visibilityState !== 'visible') return
    failures = 0
    void askNow()
  }
  document.addEventListener('visibilitychange', comeBack)
  window.addEventListener('online', comeBack)
  void askNow()

  return () => {
    isStopped = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', comeBack)
    window.removeEventListener('online', comeBack)
  }
}
