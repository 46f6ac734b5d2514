import { type DBSchema, openDB } from 'idb'

/** Used by the admin area's service worker and its pages, so it must not import either. */
export type SharedFile = { id?: number; file: File }
export type StoredPhoto = { id: string; file: Blob; name: string; place: number; turns: number }

interface PhotosDb extends DBSchema {
  shared: { key: number; value: SharedFile }
  photos: { key: string; value: StoredPhoto }
}

function open() {
  return openDB<PhotosDb>('thervu-kept-files', 1, {
    upgrade(db) {
      db.createObjectStore('shared', { keyPath: 'id', autoIncrement: true })
      db.createObjectStore('photos', { keyPath: 'id' })
    },
  })
}

/** All of them or none. */
export async function storeShared(files: File[]): Promise<void> {
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

export async function readPhotos(): Promise<StoredPhoto[]> {
  const db = await open()
  const photos = await db.getAll('photos')
  db.close()
  return inOrder(photos)
}

/** Photos not in `seen` by their id, as those shared meanwhile, stay at the end, and are returned. */
export async function storePhotos(photos: StoredPhoto[], seen: Set<string>): Promise<StoredPhoto[]> {
  const db = await open()
  const change = db.transaction('photos', 'readwrite')
  const stored = new Map((await change.store.getAll()).map((photo) => [photo.id, photo]))
  const others = inOrder([...stored.values()]).filter(({ id }) => !seen.has(id))
  const left = [...photos, ...others].map((photo, place) => ({ ...photo, place }))
  const gone = [...stored.keys()].filter((id) => !left.some((photo) => photo.id === id))
  // To put a photo is to copy its file: those that stay as they are are left alone.
  const changed = left.filter(({ id, place, turns }) => {
    const before = stored.get(id)
    return before?.place !== place || before.turns !== turns
  })
  await Promise.all([
    ...gone.map((id) => change.store.delete(id)),
    ...changed.map((photo) => change.store.put(photo)),
    change.done,
  ])
  db.close()
  return others
}

function inOrder(photos: StoredPhoto[]): StoredPhoto[] {
  return photos.sort((a, b) => a.place - b.place)
}
