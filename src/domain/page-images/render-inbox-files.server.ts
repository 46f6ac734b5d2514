import type { Database, ReadDatabase } from '#database/schema.ts'
import type { PageRead, PagesRead } from '#domain/files/inspect-pdf.ts'
import { MADE_BY, pictureName, tagOf } from './find-pages.server.ts'
import { type PageRenderer, putPictures, type RenderContext, untilStopped } from './page-renderer.ts'

const PLANNED_AT_ONCE = 20
/** Few, since a paper published meanwhile waits for these. */
const RENDERED_AT_ONCE = 4

/** Page 1 of some files of the inbox, so that their papers have it the moment they are published. False when nothing waits. */
export async function renderInboxFiles(app: PageRenderer, context: RenderContext): Promise<boolean> {
  const claimed: Promise<void>[] = []
  for (const file of await selectArrived(app.readDb, MADE_BY, PLANNED_AT_ONCE)) {
    const lock = await app.locks.claim(`drawing ${file.sha256}`)
    // Without it another server renders the file.
    if (lock) claimed.push(renderFirstPage(app, context, file).finally(() => lock.release()))
    if (claimed.length === RENDERED_AT_ONCE) break
  }
  await Promise.all(claimed)
  return claimed.length > 0
}

/** Whether page 1 of a file of the inbox is still to be rendered. */
export async function hasPendingInboxFiles({ readDb }: Pick<PageRenderer, 'readDb'>): Promise<boolean> {
  return (await selectArrived(readDb, MADE_BY, 1)).length > 0
}

async function renderFirstPage(
  app: PageRenderer,
  context: RenderContext,
  { uploadId, sha256 }: { uploadId: string; sha256: string },
) {
  await context.untilQuiet()
  const read = await app.inbox.lend(uploadId, (path) =>
    untilStopped(app.inspector.readPages(path, { from: 1, to: 1 }), context.stop),
  )
  if (!context.stop.aborted) await storeFirstPage(app, sha256, read)
}

/** Null unless page 1 of the file was rendered before it was published. */
export async function findArrived(
  app: Pick<PageRenderer, 'readDb' | 'pageStore'>,
  fileKey: string,
): Promise<{ pages: number; read: PageRead[]; failed: number[] } | null> {
  const found = await selectFirstPageOf(app.readDb, fileKey, MADE_BY)
  if (!found) return null
  const tag = tagOfArrived(found.sha256)
  const [small, large] = await Promise.all([
    app.pageStore.read(tag, pictureName(1, 720)),
    app.pageStore.read(tag, pictureName(1, 1440)),
  ])
  return small && large ? { pages: found.pages, read: [{ ...found.page, small, large }], failed: [] } : null
}

export function tagOfArrived(sha256: string): string {
  return tagOf(`arrived ${sha256}`, MADE_BY)
}

/** One that cannot be rendered is tried again as a paper, which says so in the admin area. */
async function storeFirstPage(app: PageRenderer, sha256: string, read: PagesRead | null) {
  const page = read && 'read' in read ? read.read[0] : undefined
  if (!read || !('read' in read) || !page)
    return await insertFirstPage(app.db, { sha256, madeBy: MADE_BY, drawn: null })
  // Pictures first: what has a row is whole.
  await putPictures(app, tagOfArrived(sha256), page)
  const { small, large, ...rest } = page
  const drawn = { pages: read.pages, page: rest }
  await insertFirstPage(app.db, { sha256, madeBy: MADE_BY, drawn })
}

/** Page 1 of a file without its pictures, and how many pages the file has. */
type FirstPage = { pages: number; page: Omit<PageRead, 'small' | 'large'> }

/** Files of the inbox whose page 1 is not rendered, the oldest first. */
async function selectArrived(readDb: ReadDatabase, madeBy: string, limit: number) {
  return await readDb
    .selectFrom('inbox')
    .leftJoin('firstPages', (join) =>
      join.onRef('firstPages.sha256', '=', 'inbox.sha256').on('firstPages.madeBy', '=', madeBy),
    )
    .select(['inbox.uploadId', 'inbox.sha256'])
    .where('firstPages.sha256', 'is', null)
    .where('inbox.awayAt', 'is', null)
    .orderBy('inbox.arrivedAt')
    .limit(limit)
    .execute()
}

/** `drawn` is null for a page that could not be rendered. */
async function insertFirstPage(
  db: Database,
  { sha256, madeBy, drawn }: { sha256: string; madeBy: string; drawn: FirstPage | null },
): Promise<void> {
  const set = { madeBy, drawn: drawn && JSON.stringify(drawn) }
  await db
    .insertInto('firstPages')
    .values({ sha256, ...set })
    .onConflict((there) => there.column('sha256').doUpdateSet(set))
    .execute()
}

async function selectFirstPageOf(
  readDb: ReadDatabase,
  fileKey: string,
  madeBy: string,
): Promise<(FirstPage & { sha256: string }) | null> {
  const row = await readDb
    .selectFrom('storedFiles')
    .innerJoin('firstPages', 'firstPages.sha256', 'storedFiles.sha256')
    .select(['firstPages.sha256', 'firstPages.drawn'])
    .where('storedFiles.fullPath', '=', fileKey)
    .where('firstPages.madeBy', '=', madeBy)
    .executeTakeFirst()
  return row?.drawn ? { sha256: row.sha256, ...JSON.parse(row.drawn) } : null
}

/** Rows of files that are in the inbox no more and have no paper that waits for page 1. */
export async function deleteUnwanted(db: Database): Promise<void> {
  const inInbox = db.selectFrom('inbox').select('sha256')
  const wanted = db
    .selectFrom('drawingJobs')
    .innerJoin('storedFiles', 'storedFiles.fullPath', 'drawingJobs.fileKey')
    .select('storedFiles.sha256')
    .where('drawingJobs.state', '=', 'waiting')
    .where('drawingJobs.pageCount', '=', 0)
  await db
    .deleteFrom('firstPages')
    .where('sha256', 'not in', inInbox)
    .where('sha256', 'not in', wanted)
    .execute()
}

/** Of all files whose page 1 is rendered, or will be. */
export async function selectSums(readDb: ReadDatabase): Promise<string[]> {
  const rows = await readDb
    .selectFrom('firstPages')
    .select('sha256')
    .union(readDb.selectFrom('inbox').select('sha256'))
    .execute()
  return rows.map((row) => row.sha256)
}
