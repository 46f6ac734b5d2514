import type { CentreVersionRow, Database, ReadDatabase } from '#database/schema.ts'
import type { Author } from '#domain/journal/entry.ts'
import type { StoredDocument } from './document.ts'

/** Newest first, of those before `before`. */
export async function selectVersions(
  readDb: ReadDatabase,
  { before, limit }: { before?: number; limit: number },
): Promise<CentreVersionRow[]> {
  const query = readDb.selectFrom('centreVersions').selectAll().orderBy('id', 'desc').limit(limit)
  return await (before === undefined ? query : query.where('id', '<', before)).execute()
}

/** False when a version with this id stands already. */
export async function insertVersion(
  db: Database,
  id: number,
  author: Author,
  { schemaVersion, document, note, now }: StoredDocument & { note: string; now: Date },
): Promise<boolean> {
  const row = await db
    .insertInto('centreVersions')
    .values({
      id,
      schemaVersion,
      document,
      note,
      at: now.toISOString(),
      authorId: author?.id ?? null,
      author: nameOf(author),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function selectVersion(readDb: ReadDatabase, id: number): Promise<CentreVersionRow | undefined> {
  return await readDb.selectFrom('centreVersions').selectAll().where('id', '=', id).executeTakeFirst()
}

/** As a version has its author, who may be gone later. */
export function nameOf(author: Author): string {
  return author?.email ?? 'the site'
}
