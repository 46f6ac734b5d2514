import type { ReadDatabase } from '#database/schema.ts'
import { bucketedValues } from '#domain/bucketed-values.ts'
import type { Language } from '#domain/language/languages.ts'
import type { Printing } from './find-questions.ts'
import { pageOf } from './question-crop.ts'
import { printingFor, type QuestionPicture, questionPicture } from './question-picture.server.ts'
import { idOf } from './questions.server.ts'

type Asked = {
  paperId: string
  /** Of the same number before it in its paper: numbers begin again in each section of some. */
  sameBefore: number
  number: string
  section: string | null
  marks: number | null
  printings: string
}

/** A question as it is shown by itself, in one of its printings; `picture` is null while its pages have none. */
export type ShownQuestion = {
  id: string
  number: string
  section: string | null
  marks: number | null
  page: number
  languages: string[]
  text: string
  picture: QuestionPicture | null
}

/** In the printing in `language`, else the English one, else the first; null for one whose paper is gone. */
export async function showQuestions(
  readDb: ReadDatabase,
  asked: readonly Asked[],
  language?: Language,
): Promise<(ShownQuestion | null)[]> {
  if (asked.length === 0) return []
  const paperIds = [...new Set(asked.map(({ paperId }) => paperId))]
  const jobs = await readDb
    .selectFrom('papers')
    .innerJoin('drawingJobs', 'drawingJobs.fileKey', 'papers.fileKey')
    .select(['papers.id', 'papers.fileKey', 'drawingJobs.images'])
    .where('papers.id', 'in', bucketedValues(paperIds))
    .execute()
  const byPaper = new Map(
    jobs.map((job) => [job.id, { ...job, images: JSON.parse(job.images) as (object | null)[] }]),
  )
  return asked.map(({ paperId, sameBefore, number, section, marks, printings }) => {
    const job = byPaper.get(paperId)
    const printed: Printing[] = JSON.parse(printings)
    const printing = printingFor(printed, language)
    if (!job || !printing) return null
    const id = idOf(number, sameBefore)
    return {
      ...{ id, number, section, marks },
      page: pageOf(printing),
      languages: [...new Set(printed.flatMap((each) => each.language ?? []))],
      text: printing.text,
      picture: questionPicture({ paperId, id, fileKey: job.fileKey }, printed, job.images, language),
    }
  })
}
