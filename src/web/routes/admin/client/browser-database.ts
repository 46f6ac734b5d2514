import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/** A database of this browser, opened once, and again when the browser has closed it; null in a private window, where
 * storage is not allowed, or on a full disk. */
export function browserDatabase<Schema extends DBSchema>(
  name: string,
  upgrade: (database: IDBPDatabase<Schema>) => void,
): () => Promise<IDBPDatabase<Schema> | null> {
  let opened: Promise<IDBPDatabase<Schema> | null> | undefined
  const terminated = () => {
    opened = undefined
  }
  // Where the browser has no IndexedDB at all, openDB throws before there is a promise.
  const open = async () => await openDB<Schema>(name, 1, { upgrade, terminated })
  return () => {
    opened ??= open().catch(() => null)
    return opened
  }
}
