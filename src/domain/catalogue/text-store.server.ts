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
