import type { App } from '#domain/app.ts'
import { deleteFileRows } from '#domain/files/store.server.ts'
import { isInAnyVersion, selectPictureRows } from './picture-store.server.ts'

/** For so long what was uploaded waits for a form to be published, in days. */
export const DRAFT_DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1000

/** Forgets pictures that no version names, not even an old one, and that nobody has made in the last thirty days before
 * `asOf`; the sweep of files removes them. Returns how many files. */
export async function sweepPictures(
  app: Pick<App, 'db' | 'readDb' | 'centre' | 'log'>,
  asOf: Date,
): Promise<number> {
  const old = await selectPictureRows(app.readDb, new Date(asOf.getTime() - DRAFT_DAYS * DAY_MS))
  const byDigest = Map.groupBy(old, ({ fullPath }) => /\/([0-9a-f]{32})/.exec(fullPath)?.[1] ?? '')
  const first = JSON.stringify(app.centre.first)
  const unneeded: string[] = []
  for (const [digest, rows] of byDigest) {
    if (digest === '' || first.includes(digest) || (await isInAnyVersion(app.readDb, digest))) continue
    unneeded.push(...rows.map(({ fullPath }) => fullPath))
  }
  if (unneeded.length === 0) return 0
  await deleteFileRows(app.db, unneeded)
  app.log.info({ files: unneeded.length }, 'forgot pictures that no version of the site needs')
  return unneeded.length
}
