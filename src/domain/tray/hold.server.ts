import type { TrayRow } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import { findUpload, type Refusal } from '#domain/catalogue/publish.server.ts'
import { PAGE_TEXT_LIMIT } from '#domain/files/inspect-pdf.ts'
import type { ReceivedFile } from '#domain/files/received-file.ts'
import type { Author } from '#domain/journal/entry.ts'
import { hintsOf } from './hints-of.server.ts'
import { findScriptsRemoved, recordScriptsRemoved } from './scripts-removed.server.ts'
import { countHeldBy, deleteHeld, insertHeld, selectHeld, selectHeldBy } from './store.server.ts'
import { TRAY_LIMIT, type TrayFile } from './tray.ts'

type Owner = { id: string }
type Sender = NonNullable<Author>

const FILES_AT_A_TIME = 10

const NAME_TAKEN: Refusal = {
  refused: 'upload-id-taken',
  field: 'Upload-Id',
  sentence: 'Another file was sent under this name already; send this one under a new name.',
}
const PUBLISHED: Refusal = {
  refused: 'already-published',
  field: 'file',
  sentence: 'This file was published already; you find it among the uploaded PDFs.',
}
const FULL: Refusal = {
  refused: 'tray-full',
  field: 'file',
  sentence: `${TRAY_LIMIT} files wait for their fields already; publish or remove some, then send this one again.`,
}

/**
 * Keeps a file that has arrived until it is published: inspects it, stores it with a picture of its first page, then
 * writes its row. The same upload again finds what is there. When a step fails nothing is left behind.
 */
export async function holdFile(
  app: Pick<App, 'db' | 'tray' | 'inspector' | 'clock' | 'log'>,
  received: ReceivedFile,
  { uploadId, administrator }: { uploadId: string; administrator: Sender },
): Promise<{ file: TrayFile; isNew: boolean } | Refusal> {
  return await app.tray.inTurn(uploadId, async () => {
    const held = await selectHeld(app.db, uploadId)
    if (held && held.administratorId !== administrator.id) return NAME_TAKEN
    if (held && (await app.tray.picture(uploadId)))
      return { file: await describeOne(app, held), isNew: false }
    // Its bytes were lost, and now it comes again.
    if (held) await forget(app, uploadId)
    const published = await findUpload(app, uploadId)
    if (published) return 'refused' in published ? published : PUBLISHED
    if ((await countHeldBy(app.db, administrator.id)) >= TRAY_LIMIT) return FULL
    const judged = await app.inspector.inspectPdf(received.path)
    if (!judged.accepted) return { refused: judged.reason, field: 'file', sentence: judged.sentence }
    const row: TrayRow = {
      uploadId,
      administratorId: administrator.id,
      originalName: received.originalName,
      size: received.size,
      md5: received.md5,
      sha256: received.sha256,
      pages: judged.pages,
      firstPage: judged.text.slice(0, PAGE_TEXT_LIMIT).replaceAll('\0', ' ').toWellFormed(),
      arrivedAt: app.clock.now().toISOString(),
    }
    return (await store(app, row, received, judged.thumbnail, administrator))
      ? { file: await describeOne(app, row), isNew: true }
      : FULL
  })
}

/** The files that an administrator has on the tray, in the order in which they came. */
export async function listHeld(
  app: Pick<App, 'reader' | 'clock'>,
  administrator: Owner,
): Promise<TrayFile[]> {
  const rows = await selectHeldBy(app.reader, administrator.id, TRAY_LIMIT)
  const removed = await findScriptsRemoved(
    app.reader,
    rows.map(({ uploadId }) => uploadId),
  )
  const files: TrayFile[] = []
  for (const row of rows) {
    files.push(describe(app, row, removed))
    // Visitors' requests come in between.
    if (files.length % FILES_AT_A_TIME === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  return files
}

/** One file that this administrator has on the tray, or null. */
export async function findHeld(
  app: Pick<App, 'db' | 'clock'>,
  uploadId: string,
  administrator: Owner,
): Promise<TrayFile | null> {
  const row = await selectOwn(app, uploadId, administrator)
  return row && (await describeOne(app, row))
}

/** Page 1 of a file that this administrator has on the tray, as WebP; null when there is no such file. */
export async function findHeldPicture(
  app: Pick<App, 'db' | 'tray'>,
  uploadId: string,
  administrator: Owner,
): Promise<Uint8Array | null> {
  return (await selectOwn(app, uploadId, administrator)) && (await app.tray.picture(uploadId))
}

/** Takes a file of this administrator off the tray; false when there was none. */
export async function dropHeld(
  app: Pick<App, 'db' | 'tray' | 'log'>,
  uploadId: string,
  administrator: Owner,
): Promise<boolean> {
  return await app.tray.inTurn(uploadId, async () => {
    if (!(await selectOwn(app, uploadId, administrator))) return false
    await forget(app, uploadId)
    return true
  })
}

/** The row of a file that this administrator sent, or null. */
export async function selectOwn(
  app: Pick<App, 'db'>,
  uploadId: string,
  administrator: Owner,
): Promise<TrayRow | null> {
  const row = await selectHeld(app.db, uploadId)
  return row?.administratorId === administrator.id ? row : null
}

/** Takes the row first and the bytes after; bytes that cannot be removed now are left to the sweep. */
export async function forget(app: Pick<App, 'db' | 'tray' | 'log'>, uploadId: string): Promise<void> {
  await deleteHeld(app.db, uploadId)
  await discard(app, uploadId)
}

/** Bytes first, then the row; false, with nothing stored, when the tray has filled up meanwhile. */
async function store(
  app: Pick<App, 'db' | 'tray' | 'clock' | 'log'>,
  row: TrayRow,
  received: ReceivedFile,
  picture: Uint8Array,
  sender: Sender,
) {
  await app.tray.put(row.uploadId, received, picture)
  let isStored = false
  try {
    isStored = await app.db.transaction().execute(async (tx) => {
      if ((await countHeldBy(tx, row.administratorId)) >= TRAY_LIMIT) return false
      await insertHeld(tx, row)
      if (received.scriptsRemoved) await recordScriptsRemoved(tx, app, row, sender)
      return true
    })
    return isStored
  } finally {
    if (!isStored) await discard(app, row.uploadId)
  }
}

async function discard(app: Pick<App, 'tray' | 'log'>, uploadId: string) {
  try {
    await app.tray.remove(uploadId)
  } catch (error) {
    app.log.warn({ uploadId, err: error }, 'a held file could not be removed; the sweep will try again')
  }
}

async function describeOne(app: Pick<App, 'db' | 'clock'>, row: TrayRow): Promise<TrayFile> {
  return describe(app, row, await findScriptsRemoved(app.db, [row.uploadId]))
}

function describe(app: Pick<App, 'clock'>, row: TrayRow, removed: Set<string>): TrayFile {
  const { uploadId, originalName, size, sha256, pages, arrivedAt } = row
  const hints = hintsOf(row, app.clock.now())
  const scriptsRemoved = removed.has(uploadId)
  return { uploadId, name: originalName, size, sha256, pages, scriptsRemoved, arrivedAt, hints }
}
