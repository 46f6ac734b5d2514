import type { App } from '#domain/app.ts'
import type { ReceivedFile } from '#domain/files/file-store.ts'
import type { Author } from '#domain/journal/entry.ts'
import type { Refusal } from '#domain/paper/submission.ts'
import { FORMER_FILE_DAYS, type FormerFile } from './former-file.ts'
import { type Revision, replaceFile } from './revise.server.ts'
import {
  forgetFormerFiles,
  limitKeptSince,
  selectFormerBefore,
  selectFormerFile,
  selectFormerFiles,
  selectSuccessor,
} from './revise-store.server.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const BATCH = 50

/** The key of the file that replaced this one; null when there never was one, or its paper is gone. */
export async function findSuccessor(app: Pick<App, 'readDb'>, key: string): Promise<string | null> {
  return await selectSuccessor(app.readDb, key)
}

/** A paper's replaced files that can still be put back. */
export async function listFormerFiles(app: Pick<App, 'readDb'>, id: string): Promise<FormerFile[]> {
  return await selectFormerFiles(app.readDb, id)
}

/**
 * Puts a replaced file back in its place, as a new file; the one that is there now is kept in its turn. Refuses one that
 * is gone or damaged. `copyOf` copies a stored file for the inspector; the caller removes it.
 */
export async function putFileBack(
  app: Pick<App, 'db' | 'files' | 'search' | 'inspector' | 'clock' | 'log'>,
  id: string,
  key: string,
  copyOf: (bytes: ReadableStream<Uint8Array>) => Promise<ReceivedFile>,
  author: Author,
  { version }: { version?: number } = {},
): Promise<Revision> {
  const former = await selectFormerFile(app.db, id, key)
  const bytes = former && (await app.files.open(key))
  if (!bytes) return FORMER_GONE
  const received = await copyOf(bytes)
  if (received.sha256 !== former.sha256) return FORMER_DAMAGED
  const file = { ...received, originalName: former.name || received.originalName }
  return await replaceFile(app, id, former.part, file, author, { version })
}

/**
 * Lets go of files that were replaced more than `FORMER_FILE_DAYS` before `asOf`, and returns how many. Their rows go; the
 * sweep moves their bytes aside. What seems to have been replaced after `latest` was replaced then.
 */
export async function clearFormerFiles(
  app: Pick<App, 'db' | 'clock' | 'log' | 'reserve'>,
  asOf = app.clock.now(),
  latest: Date | null = null,
): Promise<number> {
  if (latest) await limitKeptSince(app.db, latest.toISOString())
  const before = new Date(asOf.getTime() - FORMER_FILE_DAYS * DAY_MS).toISOString()
  let cleared = 0
  while (true) {
    const keys = await selectFormerBefore(app.db, before, BATCH)
    if (keys.length > 0)
      await app.reserve.use(() => app.db.transaction().execute((tx) => forgetFormerFiles(tx, keys)))
    cleared += keys.length
    if (keys.length < BATCH) break
  }
  if (cleared > 0)
    app.log.info({ cleared }, `let go of files replaced more than ${FORMER_FILE_DAYS} days ago`)
  return cleared
}

const FORMER_GONE: Refusal = {
  refused: 'file-missing',
  field: 'file',
  sentence:
    'The former file is not on the server any more, so it cannot be put back. Choose it on your device.',
}

const FORMER_DAMAGED: Refusal = {
  refused: 'file-missing',
  field: 'file',
  sentence: 'The former file is damaged on the server, so it cannot be put back. Choose it on your device.',
}
