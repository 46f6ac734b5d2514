import type { App } from '#domain/app.ts'
import type { FileFault } from '#domain/files/file-store.ts'
import {
  countChecks,
  selectFault,
  selectFaultyKeys,
  selectHashes,
  selectNextToCheck,
  upsertCheck,
} from './checks-store.server.ts'
import { areWhole } from './hashed-bytes.server.ts'

type Needs = Pick<App, 'db' | 'files' | 'clock' | 'log'>
/** Waits before the next file; resolves to false when there is to be none. */
type Pace = (tookMs: number) => Promise<boolean>

/** All files are read within so many nights. */
const NIGHTS = 14
const DAY_MS = 24 * 60 * 60 * 1000
/** 3:00 in India, as UTC has it: after the backup has begun. */
const NIGHT_MS = 21.5 * 60 * 60 * 1000
const BATCH = 200
/** The disk, or its file system, refuses to read this one file. */
const UNREADABLE = ['EIO', 'EACCES', 'EPERM', 'EISDIR', 'ENOTDIR', 'ELOOP']

/**
 * Reads a stored file from where it is kept, past any memory, compares it with its row and writes down what it found;
 * `isNews` when that is another than before. Null when there is no such row. Throws while the store is away.
 */
export async function checkFile(
  app: Needs,
  key: string,
): Promise<{ fault: FileFault | null; isNews: boolean } | null> {
  const row = await selectHashes(app.db, key)
  if (!row) return null
  const fault = await findFault(app, row)
  const before = await selectFault(app.db, key)
  try {
    await upsertCheck(app.db, { fileKey: key, checkedAt: app.clock.now().toISOString(), fault })
  } catch (error) {
    // Its paper was deleted meanwhile.
    if (!(await selectHashes(app.db, key))) return null
    throw error
  }
  if (fault && fault !== before) app.log.error({ key }, `a stored file is ${fault}`)
  if (!fault && before) app.log.info({ key }, 'a stored file is as it was again')
  return { fault, isNews: fault !== before }
}

/** A store that does not answer has lost nothing. */
async function findFault(
  { files, log }: Needs,
  { key, ...row }: { key: string; size: number; sha256: string },
): Promise<FileFault | null> {
  try {
    const bytes = await files.open(key)
    if (await areWhole(bytes, row)) return null
    await files.check()
    return bytes ? 'damaged' : 'missing'
  } catch (error) {
    if (!UNREADABLE.includes(String((error as NodeJS.ErrnoException).code))) throw error
    await files.check()
    log.error({ key, err: error }, 'a stored file cannot be read')
    return 'damaged'
  }
}

/** What a stored file, also of a binned paper, must be; undefined when there is no such row. */
export async function findHashes({ db }: Pick<App, 'db'>, key: string) {
  return await selectHashes(db, key)
}

/** Whether a file was faulty when it was last checked. */
export async function wasFaultyAtLastCheck({ readDb }: Pick<App, 'readDb'>, key: string): Promise<boolean> {
  return (await selectFault(readDb, key)) !== null
}

/** Keys of files that are missing or damaged, those that were checked longest ago first. */
export async function listFaultyFiles({ db }: Pick<App, 'db'>): Promise<string[]> {
  return await selectFaultyKeys(db)
}

/** Checks faulty files again, those first that were checked longest ago, until `pace` ends it; returns how many are right. */
export async function recheckFaulty(app: Needs, pace: Pace): Promise<number> {
  return await checkEach(app, await selectFaultyKeys(app.db), pace, (fault) => fault === null)
}

/**
 * Checks tonight's share, or what is left of it, until `pace` ends it; returns how many files are faulty. The share is a
 * fourteenth of all files, those first that were checked longest ago, so that no file is older than 14 nights.
 */
export async function scrubFiles(app: Needs, pace: Pace): Promise<number> {
  let isOn = true
  let faulty = 0
  const goOn: Pace = async (tookMs) => {
    isOn = await pace(tookMs)
    return isOn
  }
  while (isOn) {
    const keys = await shareLeft(app)
    if (keys.length === 0) break
    faulty += await checkEach(app, keys, goOn, (fault) => fault !== null)
  }
  return faulty
}

async function shareLeft({ db, clock }: Needs) {
  const now = clock.now().getTime()
  const nightBegan = Math.floor((now - NIGHT_MS) / DAY_MS) * DAY_MS + NIGHT_MS
  const [since, until] = [nightBegan, now].map((time) => new Date(time).toISOString()) as [string, string]
  const { stored, checked } = await countChecks(db, since, until)
  const left = Math.ceil(stored / NIGHTS) - checked
  return left > 0 ? await selectNextToCheck(db, until, Math.min(left, BATCH)) : []
}

async function checkEach(
  app: Needs,
  keys: string[],
  pace: Pace,
  counts: (fault: FileFault | null) => boolean,
) {
  let count = 0
  for (const key of keys) {
    const began = app.clock.monotonic()
    const found = await checkFile(app, key)
    if (found && counts(found.fault)) count += 1
    if (!(await pace(app.clock.monotonic() - began))) break
  }
  return count
}
