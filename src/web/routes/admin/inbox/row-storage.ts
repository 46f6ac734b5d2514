import type { DBSchema, IDBPDatabase } from 'idb'
import { PDF_LIMIT } from '#domain/files/upload-limits.ts'
import { EMPTY_FIELDS } from '#domain/paper/form-fields.ts'
import { browserDatabase } from '../client/browser-database.ts'
import { newUploadId } from '../client/send-files.ts'
import { hintsOfName } from '../files/check-file.ts'
import { foldersOf } from './drop.tsx'
import type { InboxEvent } from './inbox-queue.ts'
import { type InboxRow, newRow, withConfirmed, withHints, withUnsaved } from './inbox-row.ts'

/** Separate stores, so that typing a letter does not rewrite a file. */
interface InboxDatabase extends DBSchema {
  rows: { key: string; value: InboxRow; indexes: { owner: string } }
  files: { key: string; value: File }
}

/** The fallback where the browser stores nothing: lost when the page is closed. */
const memoryRows = new Map<string, InboxRow>()
const memoryFiles = new Map<string, File>()
const NAME = 'desk-tray'

const open = browserDatabase<InboxDatabase>(NAME, (database) => {
  database.createObjectStore('rows', { keyPath: 'uploadId' }).createIndex('owner', 'owner')
  database.createObjectStore('files')
})

/** In localStorage, which is written at once: a transaction that is under way when a page is left may be broken off. */
const LEFT_KEY = 'deskInboxLeft'

/** The first rows appear while the rest of a large folder is still being stored. */
const BATCH_SIZE = 20

/** `owner` is the administrator's email. */
export async function putInInbox(files: File[], owner: string): Promise<void> {
  const start = Date.now()
  for (let first = 0; first < files.length; first += BATCH_SIZE) {
    const some = files.slice(first, first + BATCH_SIZE)
    const rows = await Promise.all(some.map((file, at) => rowOf(file, owner, start + first + at)))
    announce({ kind: 'added', rows: await storeNew(rows, some) })
  }
}

async function rowOf(file: File, owner: string, addedAt: number): Promise<InboxRow> {
  const uploadId = newUploadId()
  const folders = foldersOf(file)
  const row = { ...newRow({ uploadId, owner, addedAt, name: file.name, size: file.size }), folders }
  return { ...withHints(row, hintsOfName(file.name, folders)), file: await storeFile(uploadId, file) }
}

/** Where there is no room for the rows, they and their files stay in memory. */
async function storeNew(rows: InboxRow[], files: File[]): Promise<InboxRow[]> {
  try {
    await storeRows(rows)
    return rows
  } catch {
    const loose = rows.map((row) => ({ ...row, file: 'in-memory' as const }))
    for (const [at, row] of loose.entries()) {
      // Without its row nobody would ever delete it.
      await dropFile(row.uploadId).catch(() => {})
      memoryRows.set(row.uploadId, row)
      memoryFiles.set(row.uploadId, files[at] as File)
    }
    return loose
  }
}

/** In the order in which they were added. */
export async function readRows(owner: string): Promise<InboxRow[]> {
  const database = await open()
  // Without room for them, what is stored is still to be read, and they stay where they are.
  if (database) await takeLeft(database).catch(() => {})
  const stored = database ? await database.getAllFromIndex('rows', 'owner', owner) : []
  const inMemory = [...memoryRows.values()].filter((row) => row.owner === owner)
  return [...stored.map(upgraded), ...inMemory].sort((one, other) => one.addedAt - other.addedAt)
}

/** A row stored by an earlier version may lack fields; by one that did not save to the server, all of it is unsaved. */
export function upgraded(kept: InboxRow): InboxRow {
  const row = { ...kept, fields: { ...EMPTY_FIELDS, ...kept.fields } }
  if (row.unsaved) return row
  const whole: InboxRow = { ...row, known: null, unsaved: [], conflicts: [] }
  const said = withUnsaved(row.confirmed ? withConfirmed(whole) : whole, row.byHand)
  return withUnsaved(said, [
    ...(row.settled ? ['settled' as const] : []),
    ...(row.away ? ['away' as const] : []),
  ])
}

export async function storesRows(): Promise<boolean> {
  return (await open()) !== null
}

export async function storeRows(rows: InboxRow[]): Promise<void> {
  const database = await open()
  if (!database) {
    for (const row of rows) memoryRows.set(row.uploadId, row)
    return
  }
  const writing = database.transaction('rows', 'readwrite')
  const put = async (row: InboxRow) => {
    // On a shared browser a colleague's row stays theirs.
    const there = await writing.store.get(row.uploadId)
    if (!there || there.owner === row.owner) await writing.store.put(row)
  }
  await Promise.all([...rows.map(put), writing.done])
  for (const { uploadId } of rows) memoryRows.delete(uploadId)
}

/** Keeps rows whose writing may not end any more; the next `readRows` stores them, unless a later change is there. */
export function leaveRows(rows: InboxRow[]): void {
  if (rows.length === 0) return
  const ids = new Set(rows.map(({ uploadId }) => uploadId))
  const others = leftRows().filter(({ uploadId }) => !ids.has(uploadId))
  try {
    localStorage.setItem(LEFT_KEY, JSON.stringify([...others, ...rows]))
  } catch {
    // Full, or not allowed: the transaction under way may still end.
  }
}

function leftRows(): InboxRow[] {
  try {
    return JSON.parse(localStorage.getItem(LEFT_KEY) ?? '[]')
  } catch {
    return []
  }
}

async function takeLeft(database: IDBPDatabase<InboxDatabase>) {
  const left = leftRows()
  if (left.length === 0) return
  const stored = await Promise.all(left.map(({ uploadId }) => database.get('rows', uploadId)))
  // One that is not there any more has been published or removed since.
  const isLater = ({ writtenAt = 0 }: InboxRow, at: number) => {
    const there = stored[at]
    return there !== undefined && writtenAt > (there.writtenAt ?? 0)
  }
  await storeRows(left.filter(isLater))
  localStorage.removeItem(LEFT_KEY)
}

/** Only rows of this administrator. */
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

/** Null when this browser does not have it. */
export async function fileOf(uploadId: string): Promise<File | null> {
  return memoryFiles.get(uploadId) ?? (await (await open())?.get('files', uploadId)) ?? null
}

/** The row stays. */
export async function dropFile(uploadId: string): Promise<void> {
  memoryFiles.delete(uploadId)
  await (await open())?.delete('files', uploadId)
}

async function storeFile(uploadId: string, file: File): Promise<InboxRow['file']> {
  const database = await open()
  // A file over the limit is never sent; it need not fill the disk.
  if (database && file.size <= PDF_LIMIT) {
    try {
      await database.put('files', file, uploadId)
      return 'kept'
    } catch {
      // The quota is exceeded.
    }
  }
  memoryFiles.set(uploadId, file)
  return 'in-memory'
}

/** Posts to every open inbox, also those of this tab. */
function announce(event: InboxEvent) {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(NAME)
  channel.postMessage(event)
  channel.close()
}

export type InboxChannel = { post(event: InboxEvent): void; close(): void }

/** Receives events of other tabs and of `announce`. */
export function openChannel(onEvent: (event: InboxEvent) => void): InboxChannel {
  if (typeof BroadcastChannel === 'undefined') return { post() {}, close() {} }
  const channel = new BroadcastChannel(NAME)
  channel.onmessage = ({ data }: MessageEvent<InboxEvent>) => onEvent(data)
  return { post: (event) => channel.postMessage(event), close: () => channel.close() }
}
