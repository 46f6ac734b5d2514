import type { Database, JournalRow, ReadDatabase } from '#database/schema.ts'
import type { Author, Entry, EntryKind, Fields, NewEntry } from './entry.ts'

export type EntryFilter = { kind?: EntryKind; subjectId?: string; before?: number; limit: number }

export async function insertEntry(db: Database, author: Author, entry: NewEntry, now: Date): Promise<void> {
  await db
    .insertInto('journal')
    .values({
      ...entry,
      at: now.toISOString(),
      authorId: author?.id ?? null,
      author: author?.email ?? 'the site',
      before: entry.before && JSON.stringify(entry.before),
      after: entry.after && JSON.stringify(entry.after),
    })
    .execute()
}

export async function selectEntries(
  readDb: ReadDatabase,
  { kind, subjectId, before, limit }: EntryFilter,
): Promise<Entry[]> {
  let query = readDb.selectFrom('journal').selectAll().orderBy('id', 'desc').limit(limit)
  if (kind) query = query.where('kind', '=', kind)
  if (subjectId) query = query.where('subjectId', '=', subjectId)
  if (before) query = query.where('id', '<', before)
  return (await query.execute()).map(toEntry)
}

function toEntry({ authorId: _, before, after, ...row }: JournalRow): Entry {
  return { ...row, kind: row.kind as EntryKind, before: readFields(before), after: readFields(after) }
}

function readFields(json: string | null): Fields | null {
  return json === null ? null : JSON.parse(json)
}
