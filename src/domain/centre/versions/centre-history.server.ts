import type { App } from '#domain/app.ts'
import type { Centre } from '../centre.ts'
import { selectVersion, selectVersions } from './centre-store.server.ts'
import { readDocument } from './document.ts'
import { changedFields } from './document-fields.ts'

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
