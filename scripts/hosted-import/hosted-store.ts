import type { ReadDatabase } from '#database/schema.ts'

export async function selectTitlesOfBytes(readDb: ReadDatabase, sha256: string): Promise<string[]> {
  const rows = await readDb
    .selectFrom('storedFiles')
    .innerJoin('papers', 'papers.fileKey', 'storedFiles.fullPath')
    .select('papers.title')
    .where('storedFiles.sha256', '=', sha256)
    .orderBy('papers.serial')
    .limit(3)
    .execute()
  return rows.map(({ title }) => title)
}
