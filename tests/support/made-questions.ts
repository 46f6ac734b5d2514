import type { Database } from '#database/schema.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { reindexPapers } from '#domain/search/indexing/reindex.server.ts'
import type { Site } from './site.ts'

/** As if it had been found on page 1; with `hindi`, printed in two languages. */
export type MadeQuestion = { text: string; number?: string; marks?: number; hindi?: string }

/** Replaces the stored questions of a file; each is below the one before. */
export async function storeQuestions(
  tx: Database,
  fileKey: string,
  questions: MadeQuestion[],
): Promise<void> {
  await tx.deleteFrom('questions').where('fileKey', '=', fileKey).execute()
  if (questions.length === 0) return
  const printing = (language: string, text: string, at: number) => ({
    language,
    boxes: [{ page: 1, left: 100, top: 200 + 100 * at, width: 900, height: 80 }],
    text,
  })
  await tx
    .insertInto('questions')
    .values(
      questions.map(({ text, number, marks, hindi }, at) => ({
        ...{ fileKey, place: at + 1, number: number ?? String(at + 1), section: null, marks: marks ?? null },
        choices: 1,
        printings: JSON.stringify([printing('en', text, at), ...(hindi ? [printing('hi', hindi, at)] : [])]),
      })),
    )
    .execute()
}

/** Gives published papers their questions, and makes the index again. */
export async function addQuestions(
  { app }: Pick<Site, 'app'>,
  ...papers: [paper: Pick<Paper, 'link'>, questions: MadeQuestion[]][]
): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    for (const [{ link }, questions] of papers)
      await storeQuestions(tx, decodeURIComponent(link.slice('/files/'.length)), questions)
  })
  await reindexPapers(app)
}
