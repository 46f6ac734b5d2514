import { type SqlBool, sql } from 'kysely'
import type { ReadDatabase } from '#database/schema.ts'
import type { PageText } from '#domain/search/search-index.ts'

/** What the pages of a file say, in their order. */
export async function selectTexts(readDb: ReadDatabase, fileKey: string): Promise<PageText[]> {
  return await readDb
    .selectFrom('pageTexts')
    .select(['page', 'text'])
    .where('fileKey', '=', fileKey)
    .orderBy('page')
    .execute()
}

/** What the pages of many files say, by file, those of each in their order. */
export async function selectTextsOf(
  readDb: ReadDatabase,
  fileKeys: string[],
): Promise<Map<string, PageText[]>> {
  const rows = await readDb
    .selectFrom('pageTexts')
    .selectAll()
    .where(sql<SqlBool>`file_key in (select value from json_each(${JSON.stringify(fileKeys)}))`)
    .orderBy('fileKey')
    .orderBy('page')
    .execute()
  return Map.groupBy(rows, (row) => row.fileKey)
}

/** What one page of each of these papers says, by the paper's id; papers whose page is not kept are left out. */
export async function selectPageTexts(
  readDb: ReadDatabase,
  pages: { id: string; page: number }[],
): Promise<Map<string, string>> {
  if (pages.length === 0) return new Map()
  const rows = await readDb
    .selectFrom(
      sql<{ id: string; page: number }>`(
      select value ->> 'id' as id, value ->> 'page' as page from json_each(${JSON.stringify(pages)})
    )`.as('asked'),
    )
    .innerJoin('papers', 'papers.id', 'asked.id')
    .innerJoin('pageTexts', (join) =>
      join.onRef('pageTexts.fileKey', '=', 'papers.fileKey').onRef('pageTexts.page', '=', 'asked.page'),
    )
    .select(['papers.id', 'pageTexts.text'])
    .execute()
  return new Map(rows.map(({ id, text }) => [id, text]))
}

/** What these files were called by their senders, by file. */
export async function selectFileNames(
  readDb: ReadDatabase,
  fileKeys: string[],
): Promise<Map<string, string>> {
  const rows = await readDb
    .selectFrom('storedFiles')
    .select(['fullPath', sql<string | null>`custom_metadata ->> 'originalName'`.as('name')])
    .where(sql<SqlBool>`full_path in (select value from json_each(${JSON.stringify(fileKeys)}))`)
    .execute()
  return new Map(rows.map(({ fullPath, name }) => [fullPath, name ?? '']))
}
