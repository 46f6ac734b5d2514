import type { ReadDatabase } from '#database/schema.ts'
import { bucketedValues } from '#domain/bucketed-values.ts'
import { originalNameIn } from '#domain/files/stored-file.ts'
import type { Printing } from '#domain/questions/find-questions.ts'
import type { PageText, QuestionText } from '#domain/search/search-index.ts'

export async function selectTexts(readDb: ReadDatabase, fileKey: string): Promise<PageText[]> {
  return await readDb
    .selectFrom('pageTexts')
    .select(['page', 'text'])
    .where('fileKey', '=', fileKey)
    .orderBy('page')
    .execute()
}

export async function selectTextsOf(
  readDb: ReadDatabase,
  fileKeys: string[],
): Promise<Map<string, PageText[]>> {
  if (fileKeys.length === 0) return new Map()
  const rows = await readDb
    .selectFrom('pageTexts')
    .selectAll()
    .where('fileKey', 'in', bucketedValues(fileKeys))
    .orderBy('fileKey')
    .orderBy('page')
    .execute()
  return Map.groupBy(rows, (row) => row.fileKey)
}

/** By file; each question with the text of all its printings. Other study material than question papers has none. */
export async function selectQuestionTexts(
  readDb: ReadDatabase,
  fileKeys: string[],
): Promise<Map<string, QuestionText[]>> {
  if (fileKeys.length === 0) return new Map()
  const rows = await readDb
    .selectFrom('questions')
    .leftJoin('papers', 'papers.fileKey', 'questions.fileKey')
    .select(['questions.fileKey', 'place', 'marks', 'printings'])
    .where('questions.fileKey', 'in', bucketedValues(fileKeys))
    .where((eb) => eb.or([eb('papers.kind', 'is', null), eb('papers.kind', '=', '')]))
    .execute()
  const questions = rows.map(({ fileKey, place, marks, printings }) => {
    const printed: Printing[] = JSON.parse(printings)
    return { fileKey, place, marks, text: printed.map(({ text }) => text).join('\n') }
  })
  return Map.groupBy(questions, ({ fileKey }) => fileKey)
}

/** By paper id; papers whose page is not stored are left out. */
export async function selectPageTexts(
  readDb: ReadDatabase,
  pages: { id: string; page: number }[],
): Promise<Map<string, { text: string; isRecognised: boolean }>> {
  if (pages.length === 0) return new Map()
  const ids = pages.map(({ id }) => id)
  const rows = await readDb
    .selectFrom('papers')
    .innerJoin('pageTexts', 'pageTexts.fileKey', 'papers.fileKey')
    .select(['papers.id', 'pageTexts.text', 'pageTexts.confidence'])
    .where('papers.id', 'in', bucketedValues(ids))
    .where((eb) =>
      eb.or(
        bucketedValues(pages).map(({ id, page }) =>
          eb.and([eb('papers.id', '=', id), eb('pageTexts.page', '=', page)]),
        ),
      ),
    )
    .execute()
  return new Map(rows.map(({ id, text, confidence }) => [id, { text, isRecognised: confidence !== null }]))
}

/** By "position page"; pages without a stored text are left out. */
export async function selectTextsAt(
  readDb: ReadDatabase,
  pages: { position: number; page: number }[],
): Promise<Map<string, string>> {
  if (pages.length === 0) return new Map()
  const papers = [...new Set(pages.map(({ position }) => position))]
  const numbers = [...new Set(pages.map(({ page }) => page))]
  const rows = await readDb
    .selectFrom('papers')
    .innerJoin('pageTexts', 'pageTexts.fileKey', 'papers.fileKey')
    .select(['papers.position', 'pageTexts.page', 'pageTexts.text'])
    .where('papers.position', 'in', bucketedValues(papers))
    .where('pageTexts.page', 'in', bucketedValues(numbers))
    .execute()
  return new Map(rows.map(({ position, page, text }) => [`${position} ${page}`, text]))
}

/** Files whose pages are not all read, of at most `most`; scans only where they are read at all. */
export async function countUnread(
  readDb: ReadDatabase,
  { most, withScans }: { most: number; withScans: boolean },
): Promise<number> {
  const rows = await readDb
    .selectFrom('drawingJobs')
    .innerJoin('papers', 'papers.fileKey', 'drawingJobs.fileKey')
    .select('drawingJobs.fileKey')
    .where('drawingJobs.state', '=', 'waiting')
    .whereRef('drawingJobs.textCount', '<', 'papers.pages')
    .limit(most)
    .execute()
  if (!withScans) return rows.length
  const scans = await readDb
    .selectFrom('recognitionJobs')
    .innerJoin('papers', 'papers.fileKey', 'recognitionJobs.fileKey')
    .select('recognitionJobs.fileKey')
    .distinct()
    .where('recognitionJobs.state', '=', 'waiting')
    .limit(most)
    .execute()
  return Math.min(new Set([...rows, ...scans].map(({ fileKey }) => fileKey)).size, most)
}

export async function selectFileNames(
  readDb: ReadDatabase,
  fileKeys: string[],
): Promise<Map<string, string>> {
  if (fileKeys.length === 0) return new Map()
  const rows = await readDb
    .selectFrom('storedFiles')
    .select(['fullPath', 'customMetadata'])
    .where('fullPath', 'in', bucketedValues(fileKeys))
    .execute()
  return new Map(rows.map(({ fullPath, customMetadata }) => [fullPath, originalNameIn(customMetadata)]))
}
