import type { Database, ReadDatabase } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import { bucketedValues } from '#domain/bucketed-values.ts'
import type { Language } from '#domain/language/languages.ts'
import { selectAllLines } from '#domain/page-text/page-texts.server.ts'
import { turnLines } from '#domain/page-text/text-line.ts'
import type { Turn } from '#domain/page-turns/turn.ts'
import { correctionOf, withTexts } from './corrected-questions.server.ts'
import { findAnswers } from './find-answers.ts'
import { findQuestions, type Printing, type Question, type QuestionBox } from './find-questions.ts'
import { pageOf } from './question-crop.ts'
import { partsIn } from './question-parts.ts'
import { type QuestionPicture, questionPicture } from './question-picture.server.ts'
import { reviewReasonOf } from './review-reason.ts'

/** Raised when questions are found in another way: those of all files are then found again. */
const FOUND_BY = '8'
/** Pixels around a question's words, of a page's 1440: a frame does not touch them. */
const [MARGIN_X, MARGIN_Y] = [14, 10]

type PageImage = { width: number; height: number; turn?: Turn }
/** Of a page whose picture is not there yet. */
const A4: PageImage = { width: 1_440, height: 2_036 }

/** A part of a page, as shares of its width and height. */
export type QuestionArea = { page: number; x: number; y: number; width: number; height: number }

/** `id` names it in its paper's address: q17; `text` and `boxes` are those of all languages that it is printed in, one after the other. */
export type PaperQuestion = {
  id: string
  place: number
  number: string
  section: string | null
  marks: number | null
  /** How many alternatives it offers, as "OR" says; and the labels of its parts, "a", "b". */
  choices: number
  parts: string[]
  page: number
  boxes: (QuestionArea & Pick<Printing, 'language'> & Pick<QuestionBox, 'isPassage'>)[]
  languages: string[]
  text: string
}

/** `stated` is how many questions the paper says it has, `position` its place among all papers. */
export type PaperQuestions = { position: number; stated: number | null; questions: PaperQuestion[] }

/**
 * Finds the questions of a file again, or the answers of a file of answers, from where its words are now, in the
 * transaction that stores these. What an administrator has corrected stays.
 */
export async function saveQuestions(tx: Database, fileKey: string): Promise<void> {
  const lines = await selectAllLines(tx, fileKey)
  const job = await tx
    .selectFrom('drawingJobs')
    .select(['images', 'ofAnswers'])
    .where('fileKey', '=', fileKey)
    .executeTakeFirst()
  const images: (PageImage | null)[] = JSON.parse(job?.images ?? '[]')
  // As its pictures are turned, which is how it is read.
  const pages = [...lines].map(([page, pageLines]) => {
    const { turn = 0, height } = images[page - 1] ?? A4
    return {
      page,
      lines: turnLines(pageLines.lines, turn, height),
      isRecognised: pageLines.confidence !== null,
    }
  })
  const found = job?.ofAnswers ? findAnswers(pages) : findQuestions(pages)
  const { stated } = found
  const correction = await correctionOf(tx, fileKey)
  const questions = correction ? withTexts(correction, pages, images) : found.questions
  const letters = pages.flatMap((page) => page.lines).reduce((sum, [, , , , text]) => sum + text.length, 0)
  const doubt = correction || job?.ofAnswers ? null : reviewReasonOf(found, letters)
  const row = { foundBy: FOUND_BY, stated, doubt: doubt && JSON.stringify(doubt) }
  // First, so that another server that does the same waits here.
  await tx
    .insertInto('questionFiles')
    .values({ fileKey, ...row })
    .onConflict((there) => there.column('fileKey').doUpdateSet(row))
    .execute()
  await tx.deleteFrom('questions').where('fileKey', '=', fileKey).execute()
  if (questions.length > 0)
    await tx
      .insertInto('questions')
      .values(questions.map((question, at) => rowOf(fileKey, at + 1, question)))
      .execute()
}

function rowOf(fileKey: string, place: number, { printings, ...question }: Question) {
  return { fileKey, place, ...question, printings: JSON.stringify(printings) }
}

/** Files that are read, and whose questions were not found, or in another way: of files that came with an update or an archive. */
export async function selectWithoutQuestions(db: Database, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('drawingJobs')
    .leftJoin('questionFiles', 'questionFiles.fileKey', 'drawingJobs.fileKey')
    .select('drawingJobs.fileKey')
    .where((where) =>
      where.or([where('questionFiles.foundBy', 'is', null), where('questionFiles.foundBy', '!=', FOUND_BY)]),
    )
    .where((where) => where('drawingJobs.textCount', '>=', where.ref('drawingJobs.pageCount')))
    .where('drawingJobs.pageCount', '>', 0)
    .limit(most)
    .execute()
  return rows.map(({ fileKey }) => fileKey)
}

/**
 * The questions of a paper, those parts first that are printed in `language`; none while nobody has read its pages, and
 * null where there is no such paper.
 */
export async function listQuestions(
  app: Pick<App, 'readDb'>,
  paperId: string,
  language?: Language,
): Promise<PaperQuestions | null> {
  const job = await selectFileOf(app.readDb, paperId, 'fileKey')
  if (!job) return null
  const { position, stated } = job
  const rows = await selectQuestions(app.readDb, job.fileKey)
  return { position, stated, questions: toQuestions(rows, job.images, language) }
}

/** An answer as it is in its paper's file of answers; `id` is that of the question which it belongs to. */
export type PaperAnswer = Pick<PaperQuestion, 'id' | 'number' | 'page' | 'boxes' | 'languages' | 'text'> & {
  /** As it is printed; null while its pages have no pictures. */
  picture: QuestionPicture | null
}

/** The answers of a paper, where it has a file of answers that is read and whose numbers are known; else none. */
export async function listAnswers(
  { readDb }: Pick<App, 'readDb'>,
  paperId: string,
  language?: Language,
): Promise<PaperAnswer[]> {
  const job = await selectFileOf(readDb, paperId, 'answersKey')
  if (!job) return []
  const { fileKey } = job
  const images: (PageImage | null)[] = JSON.parse(job.images ?? '[]')
  const rows = await selectQuestions(readDb, fileKey)
  return toQuestions(rows, job.images, language).map((answer, at) => {
    const { id, number, page, boxes, languages, text } = answer
    const printed: Printing[] = JSON.parse(rows[at]?.printings ?? '[]')
    const picture = questionPicture({ paperId, id, fileKey, of: 'answers' }, printed, images, language)
    return { id, number, page, boxes, languages, text, picture }
  })
}

async function selectFileOf(readDb: ReadDatabase, paperId: string, part: 'fileKey' | 'answersKey') {
  return await readDb
    .selectFrom('papers')
    .leftJoin('drawingJobs', 'drawingJobs.fileKey', `papers.${part}`)
    .leftJoin('questionFiles', 'questionFiles.fileKey', `papers.${part}`)
    .select(['papers.position', 'drawingJobs.images', 'questionFiles.stated'])
    .select((eb) => eb.ref(`papers.${part}`).$castTo<string>().as('fileKey'))
    .where('papers.id', '=', paperId)
    .where(`papers.${part}`, 'is not', null)
    .where('papers.kind', '=', '')
    .executeTakeFirst()
}

type QuestionRow = Awaited<ReturnType<typeof selectQuestions>>[number]

function toQuestions(
  rows: readonly QuestionRow[],
  rendered: string | null,
  language?: Language,
): PaperQuestion[] {
  const images: (PageImage | null)[] = JSON.parse(rendered ?? '[]')
  const nameNext = questionNamer()
  return rows.map(({ printings, place, number, section, marks, choices }) => {
    const printed: Printing[] = JSON.parse(printings)
    const ordered = printed.toSorted(
      (one, other) => Number(other.language === language) - Number(one.language === language),
    )
    const boxes = boxesOf(ordered, images)
    return {
      id: nameNext(number),
      place,
      number,
      section,
      marks,
      choices,
      parts: partsIn(ordered[0]?.text ?? ''),
      page: pageOf(ordered[0]),
      boxes,
      languages: [...new Set(printed.flatMap((each) => each.language ?? []))],
      text: printed.map(({ text }) => text).join('\n\n'),
    }
  })
}

/** Where printings are, as shares of their pages. */
export function boxesOf(
  printings: readonly Printing[],
  images: readonly (PageImage | null)[],
): PaperQuestion['boxes'] {
  return printings.flatMap(({ language, boxes }) =>
    boxes.map((box) => ({
      ...areaOf(box, images[box.page - 1] ?? A4),
      language,
      ...(box.isPassage && { isPassage: box.isPassage }),
    })),
  )
}

/** Numbers begin again in each section of some papers: q1, then q1-2 where one of them is `before` it. */
export function idOf(number: string, before: number): string {
  return before === 0 ? `q${number}` : `q${number}-${before + 1}`
}

/** Gives each question of a paper, or of several, its name, in their order. */
export function questionNamer(): (number: string, paper?: string) => string {
  const seen = new Map<string, number>()
  return (number, paper = '') => {
    const before = seen.get(`${paper} ${number}`) ?? 0
    seen.set(`${paper} ${number}`, before + 1)
    return idOf(number, before)
  }
}

const ID = /^q(?<number>\d{1,3}(?:\.\d{1,2})?)(?:-(?<again>[2-9]|[1-9]\d{1,2}))?$/

/** How the question at "q17" of a file is printed; nothing where it has none. */
export async function findPrintings(
  { readDb }: Pick<App, 'readDb'>,
  fileKey: string,
  id: string,
): Promise<Printing[]> {
  const { number, again = '1' } = ID.exec(id)?.groups ?? {}
  if (number === undefined) return []
  const row = await readDb
    .selectFrom('questions')
    .select('printings')
    .where('fileKey', '=', fileKey)
    .where('number', '=', number)
    .orderBy('place')
    .offset(Number(again) - 1)
    .limit(1)
    .executeTakeFirst()
  return row ? JSON.parse(row.printings) : []
}

/** A question as it is stored, and what names it in its paper. */
export type StoredQuestion = {
  id: string
  number: string
  section: string | null
  marks: number | null
  /** JSON of `Printing[]`. */
  printings: string
}

/** The questions of files, in their order. */
export async function selectQuestionsOf(
  readDb: ReadDatabase,
  fileKeys: readonly string[],
): Promise<Map<string, StoredQuestion[]>> {
  if (fileKeys.length === 0) return new Map()
  const rows = await readDb
    .selectFrom('questions')
    .select(['fileKey', 'number', 'section', 'marks', 'printings'])
    .where('fileKey', 'in', bucketedValues(fileKeys))
    .orderBy('fileKey')
    .orderBy('place')
    .execute()
  const byFile = new Map<string, StoredQuestion[]>()
  const nameNext = questionNamer()
  for (const { fileKey, ...row } of rows) {
    const own = byFile.get(fileKey) ?? []
    own.push({ id: nameNext(row.number, fileKey), ...row })
    byFile.set(fileKey, own)
  }
  return byFile
}

async function selectQuestions(readDb: ReadDatabase, fileKey: string) {
  return await readDb
    .selectFrom('questions')
    .select(['place', 'number', 'section', 'marks', 'choices', 'printings'])
    .where('fileKey', '=', fileKey)
    .orderBy('place')
    .execute()
}

function areaOf(
  { page, left, top, width, height }: Printing['boxes'][number],
  size: { width: number; height: number },
): QuestionArea {
  const share = (pixels: number, of: number) =>
    Math.round(Math.min(1, Math.max(0, pixels / of)) * 10_000) / 10_000
  const [x, y] = [share(left - MARGIN_X, size.width), share(top - MARGIN_Y, size.height)]
  const [right, bottom] = [
    share(left + width + MARGIN_X, size.width),
    share(top + height + MARGIN_Y, size.height),
  ]
  return { page, x, y, width: share(right - x, 1), height: share(bottom - y, 1) }
}
