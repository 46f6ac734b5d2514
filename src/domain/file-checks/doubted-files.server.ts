import { setTimeout as wait } from 'node:timers/promises'
import type { App } from '#domain/app.ts'
import { clearWarning, raiseWarning } from '#domain/warnings.server.ts'
import { type FaultyFile, selectFaulty, selectFaultyKeys } from './checks-store.server.ts'
import type { FileChecks } from './file-checks.ts'
import { checkFile } from './scrub.server.ts'

/** Named in the sentence. */
const NAMED = 3

/** Warns of the files that are missing or damaged, and says how each is repaired; clears the warning when there is none. */
async function warnOfDamage(app: Pick<App, 'db' | 'clock' | 'backups'>): Promise<void> {
  const named = await selectFaulty(app.db, NAMED)
  if (named.length === 0) return await clearWarning(app, 'files-damaged')
  const { length: count } = await selectFaultyKeys(app.db)
  const kept = await app.backups.holding(named)
  const inBackup = named.filter((_, at) => kept?.held[at])
  const lost = named.filter((_, at) => !kept?.held[at])
  const sentences = [describeFaulty(named, count)]
  if (kept && inBackup.length > 0) sentences.push(describeRestore(kept.place, inBackup, count))
  if (lost.length > 0) sentences.push(describeLost(lost, named.length))
  await raiseWarning(app, 'files-damaged', sentences.join(' '))
}

function describeFaulty(named: FaultyFile[], count: number) {
  const each = named.map(
    ({ title, key, fault, isBinned, isFormer }) =>
      `${title === null ? key : `"${title}"${isBinned ? ' off the site' : isFormer ? ', replaced' : ''} (${key})`} is ${fault}`,
  )
  const more = count > named.length ? `; and ${count - named.length} more` : ''
  return `${count === 1 ? 'A stored file needs repair' : `${count} stored files need repair`}: ${each.join('; ')}${more}.`
}

function describeRestore(place: string, files: FaultyFile[], count: number) {
  const which = count > NAMED ? ['--damaged'] : files.map(({ key }) => `--file ${key}`)
  const what = count === 1 ? 'it' : files.length === count ? 'them' : 'what it has of them'
  return `To repair ${what}, restore ${what === 'it' ? 'it' : 'them'} from the backup: npm run restore -- ${quoted(place)} ${which.join(' ')}`
}

function describeLost(lost: FaultyFile[], named: number) {
  const which = lost.length === named ? (named === 1 ? 'it' : 'them') : lost.map(({ key }) => key).join(', ')
  return `No backup has ${which}: upload the PDF or picture again in the admin area, with Replace.`
}

/** As a shell reads it as one word. */
function quoted(word: string) {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}

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
