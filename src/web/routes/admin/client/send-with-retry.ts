import { isTransient } from '#domain/files/upload-limits.ts'
import { backOff } from '#domain/time/back-off.ts'
import { createStore } from '#web/ui/store.ts'

/** In milliseconds, for reads and writes of the database; files have limits of their own. */
export const DATABASE_RETRY_LIMIT = 10_000

const WAITS_MS = { first: 1_000, most: 16_000 }
const LAST_TRY_MS = 1_000
const DISK_FULL = 507

/** `signal` aborts it; `left` is its time in milliseconds, which begins again when bytes have `progressed`. */
export type Try = { signal: AbortSignal; readonly left: number; progressed(): void }

export type RetryOptions = {
  /** In milliseconds without progress: no new try after it, and a silent server is given up. */
  limit: number
  /** No retry, for polling and for calls that count attempts. */
  once?: boolean
  signal?: AbortSignal
  /** Asks the user for what a 401 or 403 requires; false returns the refusal. The time does not count. */
  onRefused?: (answer: Response) => Promise<boolean>
  /** Called with true before each wait, with false when all is over. */
  onRetrying?: (isRetrying: boolean) => void
  /** The caller shows "Trying again …" itself, with its own way to stop. */
  saysItself?: boolean
  /** Whether an earlier try has arrived and only its response was lost; asked before every further try. */
  findArrived?: (look: Try) => Promise<Response | null>
}

/** `answer` is null without a response; `again`: an earlier try may have arrived. */
export type Retried = { answer: Response | null; again: boolean; stopped: boolean }

/** Retries transient failures until the limit: the one place where the admin area retries. Honours Retry-After. */
export async function sendWithRetry(
  send: (one: Try) => Promise<Response>,
  { limit, once, signal, onRefused, onRetrying, saysItself, findArrived }: RetryOptions,
): Promise<Retried> {
  const own = new AbortController()
  const stop = signal ? AbortSignal.any([signal, own.signal]) : own.signal
  const line = { stop: () => own.abort() }
  let end = performance.now() + limit
  let failures = 0
  let failuresInARow = 0
  const done = (answer: Response | null): Retried => ({ answer, again: failures > 0, stopped: stop.aborted })
  const one: Try = {
    signal: stop,
    get left() {
      return Math.max(1, end - performance.now())
    },
    progressed() {
      end = performance.now() + limit
      if (failuresInARow > 0) onRetrying?.(false)
      failuresInARow = 0
      remove(line)
    },
  }
  try {
    while (!stop.aborted) {
      const arrived = failures > 0 ? await findArrived?.(one).catch(() => null) : null
      if (arrived?.ok) return done(arrived)
      if (stop.aborted) break
      const answer = await send(one).catch(() => null)
      if (stop.aborted) break
      if (answer?.status === 401 || answer?.status === 403) {
        const asked = performance.now()
        if (!(await onRefused?.(answer))) return done(answer)
        end += performance.now() - asked
        continue
      }
      if (answer && (!isTransient(answer.status) || answer.status === DISK_FULL)) return done(answer)
      const pause = once ? null : pauseBefore(failuresInARow + 1, answer, end - performance.now())
      if (pause === null) return done(answer)
      failures += 1
      failuresInARow += 1
      onRetrying?.(true)
      if (!saysItself) add(line)
      await waitFor(pause, stop)
    }
    return done(null)
  } finally {
    if (failuresInARow > 0) onRetrying?.(false)
    remove(line)
  }
}

/** In ms: 1 s doubling to 16 s, at least Retry-After, and a second left for the last try; null when time is up. */
function pauseBefore(failures: number, answer: Response | null, left: number): number | null {
  const room = left - LAST_TRY_MS
  const asked = secondsAsked(answer) * 1000
  if (room < Math.max(WAITS_MS.first, asked)) return null
  return Math.max(asked, Math.min(backOff(failures, WAITS_MS), room))
}

function secondsAsked(answer: Response | null): number {
  return Number(answer?.headers.get('Retry-After')) || 0
}

function waitFor(milliseconds: number, stop: AbortSignal) {
  return new Promise<void>((resolve) => {
    const timer = setTimeout(end, milliseconds)
    stop.addEventListener('abort', end, { once: true })
    function end() {
      clearTimeout(timer)
      stop.removeEventListener('abort', end)
      resolve()
    }
  })
}

type Line = { stop: () => void }

/** What is being tried again now, each with the way to stop it. */
export const retries = createStore<readonly Line[]>([])

function add(line: Line) {
  if (!retries.get().includes(line)) retries.set([...retries.get(), line])
}

function remove(line: Line) {
  if (retries.get().includes(line)) retries.set(retries.get().filter((one) => one !== line))
}
