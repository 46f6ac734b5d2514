import { type DBSchema, openDB } from 'idb'

/**
 * Files that wait in this browser: shared with the desk from another app, or photos that are to become one PDF. The
 * desk's worker and its pages both use this, so it knows neither.
 */
export type KeptFile = { id?: number; file: File }
export type KeptPhoto = { id: string; file: Blob; name: string; place: number; turns: number }

interface Kept extends DBSchema {
  shared: { key: number; value: KeptFile }
  photos: { key: string; value: KeptPhoto }
}

function open() {
  return openDB<Kept>('thervu-kept-files', 1, {
    upgrade(db) {
      db.createObjectStore('shared', { keyPath: 'id', autoIncrement: true })
      db.createObjectStore('photos', { keyPath: 'id' })
    },
  })
}

/** Keeps files that another app shared; all of them or none. */
export async function keepShared(files: File[]): Promise<void> {
  const db = await open()
  const change = db.transaction('shared', 'readwrite')
  await Promise.all([...files.map((file) => change.store.add({ file })), change.done])
  db.close()
}

/** The shared files that wait, oldest first; `use` has them, and only when it has done with them they are let go. */
export async function handShared(use: (files: File[]) => Promise<void>): Promise<number> {
  const db = await open()
  const kept = await db.getAll('shared')
  if (kept.length > 0) {
    await use(kept.map(({ file }) => file))
    const change = db.transaction('shared', 'readwrite')
    await Promise.all([...kept.map(({ id }) => change.store.delete(id as number)), change.done])
  }
  db.close()
  return kept.length
}

/** The photos of the paper that is being put together, in their order. */
export async function readPhotos(): Promise<KeptPhoto[]> {
  const db = await open()
  const photos = await db.getAll('photos')
  db.close()
  return photos.sort((a, b) => a.place - b.place)
}

/** Keeps these photos in place of those that were kept. */
export async function keepPhotos(photos: KeptPhoto[]): Promise<void> {
  const db = await open()
  const change = db.transaction('photos', 'readwrite')
  await Promise.all([
    change.store.clear(),
    ...photos.map((photo, place) => change.store.put({ ...photo, place })),
    change.done,
  ])
  db.close()
}
