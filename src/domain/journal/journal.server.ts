import type { Database } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import type { Author, Entry, Fields, NewEntry } from './entry.ts'
import { type EntryFilter, insertEntry, selectEntries } from './store.server.ts'

export async function recordChange(
  tx: Database,
  app: Pick<App, 'clock'>,
  author: Author,
  entry: NewEntry,
): Promise<void> {
  await insertEntry(tx, author, entry, app.clock.now())
}

/** Newest first, and older than the entry with the id `before`. */
export async function listChanges(app: Pick<App, 'readDb'>, filter: EntryFilter): Promise<Entry[]> {
  return await selectEntries(app.readDb, filter)
}

export function differences(was: Fields, is: Fields): { before: Fields; after: Fields } | null {
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (name) => (was[name] ?? null) !== (is[name] ?? null),
  )
  if (names.length === 0) return null
  const pick = (from: Fields) => Object.fromEntries(names.map((name) => [name, from[name] ?? null]))
  return { before: pick(was), after: pick(is) }
}
