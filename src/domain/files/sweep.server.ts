import type { App } from '#domain/app.ts'
import type { ListedFile } from './file-store.ts'
import { selectKnownKeys } from './store.server.ts'

/** Files younger than this may belong to an upload that is about to write its row. */
export const SWEEP_AGE_MS = 60 * 60 * 1000
const BATCH = 200
const END_OF_TIME = new Date(8.64e15)

/** Removes files without a row, older than `age` ms at `asOf`; returns how many.
 * `age` 0 removes even the youngest: only at the start of a data folder's one server, while nothing uploads. */
export async function sweepFiles(
  app: Pick<App, 'db' | 'files' | 'clock' | 'log'>,
  { age, asOf = app.clock.now() }: { age: number; asOf?: Date },
): Promise<number> {
  const before = age === 0 ? END_OF_TIME : new Date(asOf.getTime() - age)
  let removed = 0
  let batch: ListedFile[] = []
  const flush = async () => {
    removed += await removeUnknown(app, batch)
    batch = []
  }
  for await (const file of app.files.list()) {
    if (file.storedAt > before) continue
    batch.push(file)
    if (batch.length >= BATCH) await flush()
  }
  await flush()
  await app.files.discardUnfinished(before)
  if (removed > 0) app.log.info({ removed }, 'swept files that no paper needs')
  return removed
}

async function removeUnknown(app: Pick<App, 'db' | 'files'>, files: ListedFile[]) {
  const known = await selectKnownKeys(
    app.db,
    files.map((file) => file.key),
  )
  const unknown = files.filter((file) => !known.has(file.key))
  for (const file of unknown) await app.files.remove(file.key)
  return unknown.length
}
