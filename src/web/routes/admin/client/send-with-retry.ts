import { isPassing } from '#domain/files/upload-limits.ts'

/** How long a write or a read of the database is tried again, in milliseconds; files have limits of their own. */
export const DATABASE_RETRY_LIMIT = 10_000

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 16_000
const LAST_TRY_MS = 1_000
const DISK_FULL = 507

/** One try: `signal` ends it when it is stopped; `left` is how many milliseconds are left for it. */
export type Try = { signal: AbortSignal; left: number }

export type RetryOptions = {
  /** In milliseconds; nothing is begun again after it, and a silent server is given up. */
  limit: number
  /** One try, for what is asked again soon anyhow and for what counts tries. */
  once?: boolean
  signal?: AbortSignal
  /** Asks somebody for what a 401 or 403 wants first; false when that is the answer. Its time does not count. */
  onRefused?: (answer: Response) => Promise<boolean>
  /** Called when it begins to be tried again, and when that is over. */
  onRetrying?: (isRetrying: boolean) => void
  /** The caller says "Trying again …" in its own place, with its own way to stop; the page's line says nothing then. */
  saysItself?: boolean
  /** Looks whether an earlier try has arrived and only its answer was lost; asked before every further try. */
  findArrived?: (look: Try) => Promise<Response | null>
}

/** `answer` is null when nobody answered; `again` says that an earlier try may have arrived. */
export type Retried = { answer: Response | null; again: boolean; stopped: boolean }

/**
 * Sends a request of the desk and, while it fails in passing, sends it again until the limit: the one place where the
 * desk retries. Waits double, and are as long as the server's Retry-After asks for.
 */
export async function sendWithRetry(
  send: (one: Try) => Promise<Response>,
  { limit, once, signal, onRefused, onRetrying, saysItself, findArrived }: RetryOptions,
): Promise<Retried> {
  const own = new AbortController()
  const stop = signal ? AbortSignal.any([signal, own.signal]) : own.signal
  const line = { stop: () => own.abort() }
  let end = performance.now() + limit
  let failures = 0
  const done = (answer: Response | null): Retried => ({ answer, again: failures > 0, stopped: stop.aborted })
  try {
    while (!stop.aborted) {
      const one = { signal: stop, left: Math.max(1, end - performance.now()) }
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
      if (answer && (!isPassing(answer.status) || answer.status === DISK_FULL)) return done(answer)
      const pause = once ? null : pauseBefore(failures + 1, answer, end - performance.now())
      if (pause === null) return done(answer)
      failures += 1
      onRetrying?.(true)
      if (!saysItself) add(line)
      await waitFor(pause, stop)
    }
    return done(null)
  } finally {
    if (failures > 0) onRetrying?.(false)
    remove(line)
  }
}

/**
 * How long to wait before the next try, in milliseconds: doubling from one second to sixteen, at least what Retry-After
 * asks for, and so that the last try has a second left. Null when there is no time for another.
 */
function pauseBefore(failures: number, answer: Response | null, left: number): number | null {
  const room = left - LAST_TRY_MS
  const asked = secondsAsked(answer) * 1000
  if (room < Math.max(FIRST_WAIT_MS, asked)) return null
  return Math.max(asked, Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS, room))
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

/** What is being tried again now, for the line that says so. */
type Line = { stop: () => void }
let lines: readonly Line[] = []
const followers = new Set<() => void>()

/** The requests that are being tried again, each with its way to stop. */
export function readRetries(): readonly Line[] {
  return lines
}

/** Calls back when `readRetries` has changed; gives back how to stop. */
export function followRetries(onChange: () => void): () => void {
  followers.add(onChange)
  return () => followers.delete(onChange)
}

function add(line: Line) {
  if (!lines.includes(line)) tell([...lines, line])
}

function remove(line: Line) {
  if (lines.includes(line)) tell(lines.filter((one) => one !== line))
}

function tell(next: readonly Line[]) {
  lines = next
  for (const follower of followers) follower()
}
