import { type SqlBool, sql } from 'kysely'
import type { Reader } from '#database/schema.ts'
import type { PageText } from '#domain/search/search-index.ts'

/** What the pages of a file say, in their order. */
export async function selectTexts(reader: Reader, fileKey: string): Promise<PageText[]> {
  return await reader
    .selectFrom('pageTexts')
    .select(['page', 'text'])
    .where('fileKey', '=', fileKey)
    .orderBy('page')
    .execute()
}

/** What the pages of many files say, by file, those of each in their order. */
export async function selectTextsOf(reader: Reader, fileKeys: string[]): Promise<Map<string, PageText[]>> {
  const rows = await reader
    .selectFrom('pageTexts')
    .selectAll()
    .where(sql<SqlBool>`file_key in (select value from json_each(${JSON.stringify(fileKeys)}))`)
    .orderBy('fileKey')
    .orderBy('page')
    .execute()
  return Map.groupBy(rows, (row) => row.fileKey)
}

/** What one page of a published paper says, or null when it is not kept. */
export async function selectPageText(reader: Reader, paperId: string, page: number): Promise<string | null> {
  const row = await reader
    .selectFrom('papers')
    .innerJoin('pageTexts', 'pageTexts.fileKey', 'papers.fileKey')
    .select('pageTexts.text')
    .where('papers.id', '=', paperId)
    .where('pageTexts.page', '=', page)
    .executeTakeFirst()
  return row?.text ?? null
}
