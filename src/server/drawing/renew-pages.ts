import type { App } from '#domain/app.ts'
import { isContentPending, publishPending } from '#domain/content-version.server.ts'

const EVERY_MS = 10_000

export type RenewalOptions = {
  /** Cached pages show what is drawn and recognised at most so much later. */
  renewEveryMs?: number
}

/** Lets visitors' cached pages be made anew for what was drawn and recognised: at once, then at most every ten seconds,
 * since a batch would keep the cache empty otherwise. What an administrator changes is shown at once, without this. */
export function startRenewal(
  app: Pick<App, 'db' | 'readDb' | 'clock' | 'log'>,
  { renewEveryMs = EVERY_MS }: RenewalOptions = {},
): { note(): void; stop(): Promise<void> } {
  let running = Promise.resolve()
  let renewedAt = -Infinity
  let later: NodeJS.Timeout | undefined

  async function renew() {
    later = undefined
    try {
      if (!(await isContentPending(app.readDb))) return
      renewedAt = app.clock.monotonic()
      await publishPending(app.db)
    } catch (error) {
      app.log.warn({ err: error }, 'cached pages could not be made anew; it is tried again in a while')
    }
  }

  function note() {
    if (later) return
    const wait = Math.max(0, renewedAt + renewEveryMs - app.clock.monotonic())
    later = setTimeout(() => {
      running = renew()
    }, wait).unref()
  }

  // Other processes draw and recognise as well, and a long paper takes a while.
  const timer = setInterval(note, renewEveryMs).unref()
  return {
    note,
    async stop() {
      clearInterval(timer)
      clearTimeout(later)
      await running
    },
  }
}
