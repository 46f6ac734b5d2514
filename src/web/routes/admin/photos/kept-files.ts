import { type DBSchema, openDB } from 'idb'

/** Used by the desk's service worker and its pages, so it must not import either. */
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

/** All of them or none. */
export async function keepShared(files: File[]): Promise<void> {
  const db = await open()
  const change = db.transaction('shared', 'readwrite')
  await Promise.all([...files.map((file) => change.store.add({ file })), change.done])
  db.close()
}

/** Oldest first; they are deleted only after `use` has succeeded. */
export async function handShared(use: (files: File[]) => Promise<void>): Promise<number> {
  const db = await open()
  const stored = await db.getAll('shared')
  if (stored.length > 0) {
    await use(stored.map(({ file }) => file))
    const change = db.transaction('shared', 'readwrite')
    await Promise.all([...stored.map(({ id }) => change.store.delete(id as number)), change.done])
  }
  db.close()
  return stored.length
}

export async function readPhotos(): Promise<KeptPhoto[]> {
  const db = await open()
  const photos = await db.getAll('photos')
  db.close()
  return inOrder(photos)
}

/** Photos not in `seen` by their id, as those shared meanwhile, stay at the end, and are returned. */
export async function keepPhotos(photos: KeptPhoto[], seen: Set<string>): Promise<KeptPhoto[]> {
  const db = await open()
  const change = db.transaction('photos', 'readwrite')
  const others = inOrder(await change.store.getAll()).filter(({ id }) => !seen.has(id))
  await Promise.all([
    change.store.clear(),
    ...[...photos, ...others].map((photo, place) => change.store.put({ ...photo, place })),
    change.done,
  ])
  db.close()
  return others
}

function inOrder(photos: KeptPhoto[]): KeptPhoto[] {
  return photos.sort((a, b) => a.place - b.place)
}
