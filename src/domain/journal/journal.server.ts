import type { Database, JournalRow, ReadDatabase } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import {
  type Author,
  type Entry,
  type EntryKind,
  type Fields,
  FORMER_QUESTIONS,
  type NewEntry,
} from './entry.ts'

export async function recordChange(
  tx: Database,
  app: Pick<App, 'clock'>,
  author: Author,
  entry: NewEntry,
): Promise<void> {
  await insertEntry(tx, author, entry, app.clock.now())
}

/** Newest first, and older than the entry with the id `before`; without those of `hidden` kinds. */
export async function listChanges(
  { readDb }: Pick<App, 'readDb'>,
  { kind, hidden = [], subjectId, before, limit }: EntryFilter,
): Promise<Entry[]> {
  let query = readDb.selectFrom('journal').selectAll().orderBy('id', 'desc').limit(limit)
  if (kind) query = query.where('kind', '=', kind)
  if (hidden.length > 0) query = query.where('kind', 'not in', hidden)
  if (subjectId) query = query.where('subjectId', '=', subjectId)
  if (before) query = query.where('id', '<', before)
  return (await query.execute()).map(toEntry)
}

/** All that an entry keeps of what was before. */
export async function findFormer(
  { readDb }: Pick<App, 'readDb'>,
  { id, subjectId }: Pick<Entry, 'id' | 'subjectId'>,
): Promise<Fields | null> {
  const row = await readDb
    .selectFrom('journal')
    .select('before')
    .where('id', '=', id)
    .where('subjectId', '=', subjectId)
    .executeTakeFirst()
  return readFields(row?.before ?? null)
}

/** Of these papers, those that this administrator added. One without such an entry, as a sample, is nobody's. */
export async function selectAdded(
  readDb: ReadDatabase,
  administratorId: string,
  papers: string[],
): Promise<Set<string>> {
  const entries = await readDb
    .selectFrom('journal')
    .select('subjectId')
    .where('subjectId', 'in', papers)
    .where('action', '=', 'published')
    .where('authorId', '=', administratorId)
    .execute()
  return new Set(entries.map(({ subjectId }) => subjectId))
}

export function differences(was: Fields, is: Fields): { before: Fields; after: Fields } | null {
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (name) => (was[name] ?? null) !== (is[name] ?? null),
  )
  if (names.length === 0) return null
  const pick = (from: Fields) => Object.fromEntries(names.map((name) => [name, from[name] ?? null]))
  return { before: pick(was), after: pick(is) }
}

type EntryFilter = {
  kind?: EntryKind
  hidden?: EntryKind[]
  subjectId?: string
  before?: number
  limit: number
}

async function insertEntry(db: Database, author: Author, entry: NewEntry, now: Date): Promise<void> {
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

function toEntry({ authorId: _, before, after, ...row }: JournalRow): Entry {
  const was = readFields(before)
  if (was && FORMER_QUESTIONS in was) was[FORMER_QUESTIONS] = true
  return { ...row, kind: row.kind as EntryKind, before: was, after: readFields(after) }
}

function readFields(json: string | null): Fields | null {
  return json === null ? null : JSON.parse(json)
}
