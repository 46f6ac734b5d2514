import { setTimeout as wait } from 'node:timers/promises'
import type { App } from '#domain/app.ts'
import { warnOfDamage } from './damage-warning.server.ts'
import type { FileChecks } from './file-checks.ts'
import { checkFile } from './scrub.server.ts'

/** More are left to the night. */
const MOST = 1_000
/** After each check, so that they take a tenth of the time however often faulty files are asked for. */
const RESTS = 9
const LONGEST_REST_MS = 10_000

type Needs = Pick<App, 'db' | 'files' | 'clock' | 'log' | 'backups'>

export function createFileChecks(app: Needs): FileChecks {
  /** As far as this process knows. */
  const faulty = new Set<string>()
  const waiting = new Set<string>()
  const stopping = new AbortController()
  let checking: Promise<void> = Promise.resolve()
  let warning: Promise<void> = Promise.resolve()

  function ask(key: string) {
    if (waiting.has(key) || waiting.size >= MOST) return
    waiting.add(key)
    checking = checking.then(() => check(key))
  }

  async function check(key: string) {
    if (stopping.signal.aborted) return
    const began = app.clock.monotonic()
    // Whoever asks from here on wants to know what the file is then.
    waiting.delete(key)
    try {
      const found = await checkFile(app, key)
      if (found?.fault && faulty.size < MOST) faulty.add(key)
      else faulty.delete(key)
      if (found?.isNews) await warn()
    } catch (error) {
      app.log.warn({ key, err: error }, 'a file that could not be sent could not be checked either')
    }
    const rest = Math.min(RESTS * (app.clock.monotonic() - began), LONGEST_REST_MS)
    await wait(rest, undefined, { ref: false, signal: stopping.signal }).catch(() => {})
  }

  /** One at a time: a sentence that took long to make must not replace a later one. */
  async function warn() {
    const said = warning.then(() => warnOfDamage(app))
    warning = said.catch(() => {})
    await said
  }

  return {
    doubt: ask,
    opened(key) {
      if (faulty.has(key)) ask(key)
    },
    warn,
    async stop() {
      stopping.abort()
      await checking
    },
  }
}
