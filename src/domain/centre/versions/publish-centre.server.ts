import { isDeepStrictEqual } from 'node:util'
import type { CentreVersionRow, Database, ReadDatabase } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import type { Author } from '#domain/journal/entry.ts'
import { differences, recordChange } from '#domain/journal/journal.server.ts'
import type { Centre, PublishedCentre } from '../centre.ts'
import { defaultTexts } from '../texts/default-texts.ts'
import { withoutEmptyTranslations } from '../translations/translated.ts'
import { readDocument, SCHEMA_VERSION, type StoredDocument } from './document.ts'
import { changedFields, fieldsOf } from './document-fields.ts'

/**
 * Puts a checked document live for everybody, with the journal. `conflict`, and nothing published, where the present
 * version is not the one that it was made from; the same document again is the present version. Throws where the site
 * is locked to its file. With `only`, `beyond` are the other parts that it changes, and nothing is published.
 */
export async function publishCentre(
  app: Pick<App, 'db' | 'clock' | 'centre'>,
  centre: Centre,
  author: Author,
  { basedOn, note = '', only }: { basedOn: number; note?: string; only?: readonly string[] },
): Promise<{ published: PublishedCentre } | { conflict: PublishedCentre } | { beyond: string[] }> {
  if (app.centre.isLocked) throw new Error('SITE_CONTENT=file: nothing can be published.')
  const present = await app.centre.read(true)
  const document = JSON.stringify(centre)
  if (document === JSON.stringify(present.centre)) return { published: present }
  if (present.version !== basedOn) return { conflict: present }
  const beyond = only ? changedParts(present.centre, centre).filter((part) => !only.includes(part)) : []
  if (beyond.length > 0) return { beyond }
  const id = present.latest + 1
  const isFirst = await app.db.transaction().execute(async (tx) => {
    const now = app.clock.now()
    const isInserted = await insertVersion(tx, id, author, {
      ...{ schemaVersion: SCHEMA_VERSION, document, note, now },
    })
    const changed = isInserted && differences(fieldsOf(present.centre), fieldsOf(centre))
    if (changed) {
      await recordChange(tx, app, author, {
        action: 'published',
        kind: 'site',
        subjectId: String(id),
        subject: 'what the site says',
        ...changed,
      })
    }
    return isInserted
  })
  const now = await app.centre.read(true)
  if (!isFirst) return { conflict: now }
  return { published: { version: id, latest: id, author: nameOf(author), centre } }
}

/** Exactly, unlike `changedFields`, which looks at a picture's name alone. */
function changedParts(one: Centre, other: Centre): string[] {
  const [was, is] = [one, other].map((centre): Record<string, unknown> => {
    const plain = JSON.parse(JSON.stringify(withoutEmptyTranslations(centre)))
    return { ...JSON.parse(JSON.stringify(defaultTexts())), ...plain }
  })
  const names = new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])
  return [...names].filter((name) => !isDeepStrictEqual(was?.[name], is?.[name]))
}

/** `changed` are paths of fields against the version before; null where one of the two is damaged. */
export type HistoryEntry = {
  id: number
  at: string
  author: string
  note: string
  changed: string[] | null
  isDamaged: boolean
}

/** Newest first, of those before `before`. */
export async function listVersions(
  app: Pick<App, 'readDb' | 'centre'>,
  { before, limit }: { before?: number; limit: number },
): Promise<{ entries: HistoryEntry[]; more: boolean }> {
  const rows = await selectVersions(app.readDb, { before, limit: limit + 1 })
  const read = rows.map((row) => readDocument(row))
  const entries = rows.slice(0, limit).map(({ id, at, author, note }, index) => {
    const document = read[index]
    const former = index + 1 < rows.length ? read[index + 1] : { centre: app.centre.first }
    const isWhole = document && 'centre' in document && former && 'centre' in former
    const changed = isWhole ? changedFields(former.centre, document.centre) : null
    return { id, at, author, note, changed, isDamaged: !document || 'damaged' in document }
  })
  return { entries, more: rows.length > limit }
}

/** The document of a version, 0 for site.config.ts; null where there is none that can be used. */
export async function findVersion(app: Pick<App, 'readDb' | 'centre'>, id: number): Promise<Centre | null> {
  if (id === 0) return app.centre.first
  const row = await selectVersion(app.readDb, id)
  const document = row && readDocument(row)
  return document && 'centre' in document ? document.centre : null
}

/** Newest first, of those before `before`. */
export async function selectVersions(
  readDb: ReadDatabase,
  { before, limit }: { before?: number; limit: number },
): Promise<CentreVersionRow[]> {
  const query = readDb.selectFrom('centreVersions').selectAll().orderBy('id', 'desc').limit(limit)
  return await (before === undefined ? query : query.where('id', '<', before)).execute()
}

/** False when a version with this id is there already. */
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

async function selectVersion(readDb: ReadDatabase, id: number): Promise<CentreVersionRow | undefined> {
  return await readDb.selectFrom('centreVersions').selectAll().where('id', '=', id).executeTakeFirst()
}

/** As a version has its author, who may be gone later. */
function nameOf(author: Author): string {
  return author?.email ?? 'the site'
}
