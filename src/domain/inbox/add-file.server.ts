import type { Database, InboxRow } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import { startOfRetention } from '#domain/files/confirm-time.server.ts'
import type { ReceivedFile } from '#domain/files/file-store.ts'
import { PAGE_TEXT_LIMIT } from '#domain/files/inspect-pdf.ts'
import { countFileRows, selectKnownKeys } from '#domain/files/store.server.ts'
import { noteUnsettled, settle } from '#domain/files/unsettled-store.server.ts'
import { type Author, SCRIPTS_ACTION } from '#domain/journal/entry.ts'
import { recordChange } from '#domain/journal/journal.server.ts'
import { isUnread } from '#domain/page-text/text-line.ts'
import type { Paper } from '#domain/paper/paper.ts'
import type { Refusal } from '#domain/paper/submission.ts'
import { findUpload } from '#domain/publishing/publish.server.ts'
import { hintsOf, learntSeries } from './first-pages.server.ts'
import { INBOX_LIMIT, type InboxFile, type InboxGone } from './inbox.ts'
import {
  countAllRows,
  countRows,
  deleteRow,
  insertRow,
  type NewInboxRow,
  selectNamed,
  selectRow,
} from './store.server.ts'

type Added = { file: InboxFile; isNew: boolean }
type AddRefusal = Refusal & { paper?: Paper }
type Sender = NonNullable<Author>
type Leaving = Pick<InboxGone, 'how' | 'by'> & { title?: string }

const PUBLISHED: Refusal = {
  refused: 'already-published',
  field: 'file',
  sentence: 'This file was published already; you find it among the uploaded PDFs.',
}
const FULL: Refusal = {
  refused: 'inbox-full',
  field: 'file',
  sentence: `${INBOX_LIMIT} files wait for their fields already; publish or remove some, then send this one again.`,
}

/** Idempotent by upload; when a step fails, nothing is left behind. `folders` is where it was: "2016/Physics". */
export async function addFile(
  app: Pick<App, 'db' | 'readDb' | 'search' | 'recogniser' | 'inbox' | 'inspector' | 'clock' | 'log'>,
  received: ReceivedFile,
  { uploadId, administrator, folders = '' }: { uploadId: string; administrator: Sender; folders?: string },
): Promise<Added | AddRefusal> {
  return await app.inbox.withLock(uploadId, async () => {
    const added = await findAdded(app, uploadId)
    if (added) return added
    // Its bytes were lost, and now it is sent again.
    if (await selectRow(app.db, uploadId)) await forget(app, uploadId, { how: 'expired', by: null })
    if ((await countRows(app.db)) >= INBOX_LIMIT) return FULL
    const judged = await app.inspector.inspectPdf(received.path)
    if (!judged.accepted) return { refused: judged.reason, field: 'file', sentence: judged.sentence }
    const { originalName, size, md5, sha256 } = received
    const row: NewInboxRow = {
      ...{ uploadId, administratorId: administrator.id, originalName, size, md5, sha256, folders },
      pages: judged.pages,
      madeOn: judged.made ?? null,
      recognition: isUnread(judged.text) && (await app.recogniser.isOn()) ? 'waiting' : null,
      firstPage: judged.text.slice(0, PAGE_TEXT_LIMIT).replaceAll('\0', ' ').toWellFormed(),
      arrivedAt: (await startOfRetention(app)).toISOString(),
      scriptsRemoved: received.scriptsRemoved ? 1 : 0,
      isLocked: judged.isLocked ? 1 : 0,
    }
    const stored = await store(app, row, received, { picture: judged.thumbnail, sender: administrator })
    return stored ? { file: await describeFile(app, stored), isNew: true } : FULL
  })
}

/** What an earlier request made of an upload: a file of the inbox, or a refusal when it is published. */
export async function findAdded(
  app: Pick<App, 'db' | 'readDb' | 'search' | 'recogniser' | 'inbox' | 'clock'>,
  uploadId: string,
): Promise<Added | AddRefusal | null> {
  const row = await selectRow(app.db, uploadId)
  if (row && (await app.inbox.picture(uploadId))) return { file: await describeFile(app, row), isNew: false }
  const published = await findUpload(app, uploadId)
  return published && ('refused' in published ? published : { ...PUBLISHED, paper: published })
}

export async function findFile(
  app: Pick<App, 'db' | 'readDb' | 'search' | 'recogniser' | 'clock'>,
  uploadId: string,
): Promise<InboxFile | null> {
  const row = await selectRow(app.db, uploadId)
  return row && (await describeFile(app, row))
}

export async function findPicture(
  app: Pick<App, 'db' | 'inbox'>,
  uploadId: string,
): Promise<Uint8Array | null> {
  return (await selectRow(app.db, uploadId)) && (await app.inbox.picture(uploadId))
}

export async function removeFile(
  app: Pick<App, 'db' | 'inbox' | 'clock' | 'log'>,
  uploadId: string,
  { email }: { email: string },
): Promise<boolean> {
  return await app.inbox.withLock(uploadId, async () => {
    if (!(await selectRow(app.db, uploadId))) return false
    await forget(app, uploadId, { how: 'removed', by: email })
    return true
  })
}

/** The row first, the bytes after; bytes that cannot be removed now are left to the sweep. */
export async function forget(
  app: Pick<App, 'db' | 'inbox' | 'clock' | 'log'>,
  uploadId: string,
  leaving: Leaving,
): Promise<void> {
  const at = (await startOfRetention(app)).toISOString()
  await app.db.transaction().execute((tx) => deleteRow(tx, uploadId, { ...leaving, at }))
  await discard(app, uploadId)
}

/** Bytes first, then the row; null, with nothing stored, when the inbox has filled up meanwhile. */
async function store(
  app: Pick<App, 'db' | 'inbox' | 'clock' | 'log'>,
  row: NewInboxRow,
  received: ReceivedFile,
  { picture, sender }: { picture: Uint8Array; sender: Sender },
) {
  await noteUnsettled(app.db, 'inbox', [row.uploadId])
  await app.inbox.put(row.uploadId, received, picture)
  let stored: InboxRow | null = null
  try {
    stored = await app.db.transaction().execute(async (tx) => {
      const inserted = await insertRow(tx, row, INBOX_LIMIT)
      if (inserted && received.scriptsRemoved) await recordScriptsRemoved(tx, app, row, sender)
      return inserted
    })
    return stored
  } finally {
    if (!stored) await discard(app, row.uploadId)
  }
}

async function discard(app: Pick<App, 'db' | 'inbox' | 'log'>, uploadId: string) {
  try {
    // A commit whose answer was lost was one all the same.
    if (await selectRow(app.db, uploadId)) return
    await app.inbox.remove(uploadId)
    await settle(app.db, 'inbox', [uploadId])
  } catch (error) {
    app.log.warn(
      { uploadId, err: error },
      'a file of the inbox could not be removed; the sweep will try again',
    )
  }
}

async function recordScriptsRemoved(
  tx: Database,
  app: Pick<App, 'clock'>,
  { uploadId, originalName }: Pick<InboxRow, 'uploadId' | 'originalName'>,
  author: Author,
): Promise<void> {
  const entry = { action: SCRIPTS_ACTION, kind: 'paper', subjectId: uploadId, subject: originalName } as const
  await recordChange(tx, app, author, { ...entry, before: null, after: null })
}

export async function describeFile(
  app: Pick<App, 'readDb' | 'search' | 'recogniser' | 'clock'>,
  row: InboxRow,
): Promise<InboxFile> {
  const { uploadId, originalName, size, sha256, pages, arrivedAt, version } = row
  const { awayAt, awayBy, editedAt, editedBy, editedFrom } = row
  return {
    ...{ uploadId, name: originalName, size, sha256, pages, arrivedAt, version },
    hints: hintsOf(row, app.clock.now(), await learntSeries(app, row.firstPage)),
    typed: JSON.parse(row.typed),
    isBeingRead: row.recognition === 'waiting' && (await app.recogniser.isOn()),
    scriptsRemoved: row.scriptsRemoved === 1,
    isLocked: row.isLocked === 1,
    sentBy: row.administratorId,
    confirmed: row.confirmed === 1,
    settled: row.settled === null ? null : JSON.parse(row.settled),
    away: awayAt === null ? null : { at: awayAt, by: awayBy ?? '' },
    edited: editedAt === null ? null : { at: editedAt, by: editedBy ?? '', from: editedFrom ?? '' },
  }
}

/** A file of a paper by its key, or one of the inbox by its upload. */
export type StoredName = { kind: 'files' | 'inbox'; name: string }

/** How many of these the database names. */
export async function countNamed(db: Database, kept: StoredName[]): Promise<number> {
  const names = (wanted: StoredName['kind']) =>
    kept.flatMap(({ kind, name }) => (kind === wanted ? [name] : []))
  return (await selectKnownKeys(db, names('files'))).size + (await selectNamed(db, names('inbox'))).size
}

/** How many the database names in all. */
export async function countAllNamed(db: Database): Promise<number> {
  return (await countFileRows(db)) + (await countAllRows(db))
}
