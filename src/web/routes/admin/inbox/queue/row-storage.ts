import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { PDF_LIMIT } from '#domain/files/upload-limits.ts'
import { newUploadId } from '#web/routes/admin/client/send-files.ts'
import { hintsOfName } from '#web/routes/admin/files/name-hints.ts'
import { foldersOf } from '../dropped-files.ts'
import { announce } from '../sync/tab-channel.ts'
import { type InboxRow, newRow } from './inbox-row.ts'
import { withConfirmed, withHints, withUnsaved } from './row-changes.ts'

/** Rows and files apart, so that typing a letter does not write a file. */
interface InboxDatabase extends DBSchema {
  rows: { key: string; value: InboxRow; indexes: { owner: string } }
  files: { key: string; value: File }
}

/** What this browser cannot keep is held here for as long as the page is open. */
const memoryRows = new Map<string, InboxRow>()
const memoryFiles = new Map<string, File>()
let opened: Promise<IDBPDatabase<InboxDatabase> | null> | undefined

/** So many rows appear together while a large folder is still being put down. */
const ADDED_AT_ONCE = 20

/** Puts files in the inbox of this administrator (their email): each becomes a row, kept by this browser if it can. */
export async function putInInbox(files: File[], owner: string): Promise<void> {
  const start = Date.now()
  for (let first = 0; first < files.length; first += ADDED_AT_ONCE) {
    const some = files.slice(first, first + ADDED_AT_ONCE)
    const rows = await Promise.all(some.map((file, at) => rowOf(file, owner, start + first + at)))
    await keepRows(rows)
    announce({ kind: 'added', rows })
  }
}

async function rowOf(file: File, owner: string, addedAt: number): Promise<InboxRow> {
  const uploadId = newUploadId()
  const folders = foldersOf(file)
  const row = { ...newRow({ uploadId, owner, addedAt, name: file.name, size: file.size }), folders }
  return { ...withHints(row, hintsOfName(file.name, folders)), file: await keepFile(uploadId, file) }
}

/** The rows of this administrator that this browser has kept, in the order in which they came. */
export async function readRows(owner: string): Promise<InboxRow[]> {
  const database = await open()
  const kept = database ? await database.getAllFromIndex('rows', 'owner', owner) : []
  const held = [...memoryRows.values()].filter((row) => row.owner === owner)
  return [...kept.map(upgraded), ...held].sort((one, other) => one.addedAt - other.addedAt)
}

/** A row that was kept when what is typed stayed in the browser: all of it is still to be saved. */
function upgraded(row: InboxRow): InboxRow {
  if (row.unsaved) return row
  const whole: InboxRow = { ...row, known: null, unsaved: [], conflicts: [] }
  const said = withUnsaved(row.confirmed ? withConfirmed(whole) : whole, row.byHand)
  return withUnsaved(said, [
    ...(row.settled ? ['settled' as const] : []),
    ...(row.away ? ['away' as const] : []),
  ])
}

/** Whether this browser keeps anything at all when its page is closed. */
export async function keepsRows(): Promise<boolean> {
  return (await open()) !== null
}

export async function keepRows(rows: InboxRow[]): Promise<void> {
  const database = await open()
  if (!database) {
    for (const row of rows) memoryRows.set(row.uploadId, row)
    return
  }
  const writing = database.transaction('rows', 'readwrite')
  const put = async (row: InboxRow) => {
    // The file of a colleague who uses this browser, too: what is kept for them stays theirs.
    const there = await writing.store.get(row.uploadId)
    if (!there || there.owner === row.owner) await writing.store.put(row)
  }
  await Promise.all([...rows.map(put), writing.done])
}

/** Forgets rows of this administrator, and their files. */
export async function dropRows(ids: string[], owner: string): Promise<void> {
  for (const id of ids) {
    memoryRows.delete(id)
    memoryFiles.delete(id)
  }
  const database = await open()
  if (!database) return
  const writing = database.transaction(['rows', 'files'], 'readwrite')
  const rows = writing.objectStore('rows')
  const drop = async (id: string) => {
    if ((await rows.get(id))?.owner !== owner) return
    await Promise.all([rows.delete(id), writing.objectStore('files').delete(id)])
  }
  await Promise.all([...ids.map(drop), writing.done])
}

/** The file of a row, or null when this browser does not hold it. */
export async function fileOf(uploadId: string): Promise<File | null> {
  return memoryFiles.get(uploadId) ?? (await (await open())?.get('files', uploadId)) ?? null
}

/** Lets go of a file that is not needed any more; its row stays. */
export async function dropFile(uploadId: string): Promise<void> {
  memoryFiles.delete(uploadId)
  await (await open())?.delete('files', uploadId)
}

async function keepFile(uploadId: string, file: File): Promise<InboxRow['file']> {
  const database = await open()
  // What is over the limit is never sent; it need not fill the disk.
  if (database && file.size <= PDF_LIMIT) {
    try {
      await database.put('files', file, uploadId)
      return 'kept'
    } catch {
      // The browser's room is full.
    }
  }
  memoryFiles.set(uploadId, file)
  return 'in-memory'
}

/** Null where there is no such room: a private window, or a browser that was told to keep nothing. */
function open(): Promise<IDBPDatabase<InboxDatabase> | null> {
  opened ??= openDatabase().catch(() => null)
  return opened
}

async function openDatabase() {
  return await openDB<InboxDatabase>('desk-tray', 1, {
    upgrade(database) {
      database.createObjectStore('rows', { keyPath: 'uploadId' }).createIndex('owner', 'owner')
      database.createObjectStore('files')
    },
    terminated() {
      opened = undefined
    },
  })
}
