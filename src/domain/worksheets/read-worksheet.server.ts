import { hash } from 'node:crypto'
import type { App } from '#domain/app.ts'
import { bucketedValues } from '#domain/bucketed-values.ts'
import { findBySerials, findPicked } from '#domain/bundles/bundle.server.ts'
import { bundleLimitExceeded, partPath, sizeOfPart, writePages } from '#domain/bundles/picked.ts'
import type { Language } from '#domain/language/languages.ts'
import { messagesOf } from '#domain/language/messages.ts'
import { tagOf } from '#domain/page-images/find-pages.server.ts'
import type { Turn } from '#domain/page-turns/turn.ts'
import type { Paper } from '#domain/paper/paper.ts'
import type { Printing } from '#domain/questions/find-questions.ts'
import {
  printingFor,
  type QuestionPicture,
  questionPicture,
} from '#domain/questions/question-picture.server.ts'
import { type StoredQuestion, selectQuestionsOf } from '#domain/questions/questions.server.ts'
import { type PickedQuestion, WORKSHEET_LIMIT, WORKSHEET_PAPERS } from '../questions/picked-question.ts'
import { FILE_MARKS, type LinkedQuestion, packWorksheet, unpackWorksheet } from './worksheet.ts'

type Image = { width: number; height: number; turn?: Turn }

/** A question of a worksheet that is there, with all that its pages and files are made of. */
export type FoundQuestion = LinkedQuestion & {
  paper: Paper
  fileKey: string
  question: StoredQuestion
  printings: Printing[]
  images: (Image | null)[]
  /** Its pages' pictures are at `${base}/1-720.webp`. */
  base: string
}

/** `gone`: its paper is in the bin; `replaced`: that has another file; `missing`: it has no such question any more. */
export type LostQuestion = LinkedQuestion & { why: 'gone' | 'replaced' | 'missing'; paper: Paper | null }

/** Which file it was, in 14 bits: one replaced paper in 16,384 is not noticed. */
function markOf(fileKey: string): number {
  return hash('sha256', fileKey, 'buffer').readUInt16BE(0) % FILE_MARKS
}

/** The address of a worksheet of these questions; null where none is there, `too-many` where they are more than one holds. */
export async function codeOfPicked(
  app: Pick<App, 'readDb'>,
  picked: readonly PickedQuestion[],
): Promise<string | 'too-many' | null> {
  const unique = [...new Map(picked.map((each) => [`${each.paperId} ${each.id}`, each])).values()]
  const ids = [...new Set(unique.map(({ paperId }) => paperId))]
  if (unique.length > WORKSHEET_LIMIT || ids.length > WORKSHEET_PAPERS) return 'too-many'
  const { papers } = await findPicked(app, ids)
  const byId = new Map(papers.map((each) => [each.paper.id, each]))
  const stored = await selectQuestionsOf(
    app.readDb,
    papers.map(({ fileKey }) => fileKey),
  )
  const linked = unique.flatMap(({ paperId, id }): LinkedQuestion[] => {
    const paper = byId.get(paperId)
    if (!paper || !stored.get(paper.fileKey)?.some((question) => question.id === id)) return []
    return [{ serial: paper.serial, file: markOf(paper.fileKey), id }]
  })
  return linked.length > 0 ? packWorksheet(linked) : null
}

/** The questions of a worksheet in their order; null where the code is none. */
export async function findWorksheet(
  app: Pick<App, 'readDb'>,
  code: string,
): Promise<(FoundQuestion | LostQuestion)[] | null> {
  const linked = unpackWorksheet(code)
  if (!linked) return null
  const papers = await findBySerials(app, [...new Set(linked.map(({ serial }) => serial))])
  const keys = [...new Set([...papers.values()].map(({ fileKey }) => fileKey))]
  const [stored, images] = await Promise.all([selectQuestionsOf(app.readDb, keys), selectImages(app, keys)])
  return linked.map((each) => {
    const found = papers.get(each.serial)
    if (!found) return { ...each, why: 'gone', paper: null }
    const { paper, fileKey } = found
    if (markOf(fileKey) !== each.file) return { ...each, why: 'replaced', paper }
    const question = stored.get(fileKey)?.find(({ id }) => id === each.id)
    if (!question) return { ...each, why: 'missing', paper }
    const printings: Printing[] = JSON.parse(question.printings)
    return { ...each, paper, fileKey, question, printings, ...pagesOf(paper, images.get(fileKey)) }
  })
}

/** The answers to questions, in the same order, as their papers' files of answers have them; null where none is known. */
export async function findAnswersTo(
  app: Pick<App, 'readDb'>,
  found: readonly FoundQuestion[],
): Promise<(FoundQuestion | null)[]> {
  const files = await selectAnswersFiles(app, [...new Set(found.map(({ paper }) => paper.id))])
  const keys = [...files.values()].map(({ fileKey }) => fileKey)
  const [stored, images] = await Promise.all([selectQuestionsOf(app.readDb, keys), selectImages(app, keys)])
  return found.map((query) => {
    const file = files.get(query.paper.id)
    const question = file && stored.get(file.fileKey)?.find(({ id }) => id === query.id)
    if (!question) return null
    return {
      ...query,
      paper: { ...query.paper, size: file.size },
      fileKey: file.fileKey,
      question,
      printings: JSON.parse(question.printings),
      ...pagesOf(query.paper, images.get(file.fileKey)),
    }
  })
}

async function selectAnswersFiles({ readDb }: Pick<App, 'readDb'>, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, { fileKey: string; size: number }>()
  const rows = await readDb
    .selectFrom('papers')
    .innerJoin('storedFiles', 'storedFiles.fullPath', 'papers.answersKey')
    .select(['papers.id', 'storedFiles.fullPath as fileKey', 'storedFiles.size'])
    .where('papers.id', 'in', bucketedValues(ids))
    .execute()
  return new Map(rows.map(({ id, ...file }) => [id, file]))
}

async function selectImages(
  { readDb }: Pick<App, 'readDb'>,
  keys: readonly string[],
): Promise<Map<string, Rendered>> {
  if (keys.length === 0) return new Map()
  const rows = await readDb
    .selectFrom('drawingJobs')
    .select(['fileKey', 'images', 'madeBy'])
    .where('fileKey', 'in', bucketedValues(keys))
    .execute()
  return new Map(
    rows.map(({ fileKey, images, madeBy }) => [
      fileKey,
      { images: JSON.parse(images), tag: tagOf(fileKey, madeBy) },
    ]),
  )
}

type Rendered = { images: (Image | null)[]; tag: string }

function pagesOf({ id }: Paper, rendered: Rendered | undefined) {
  return { images: rendered?.images ?? [], base: rendered ? `/papers/${id}/pages/${rendered.tag}` : '' }
}

/** The printings that a worksheet shows of a question. */
export function printingsOf(
  { printings }: Pick<FoundQuestion, 'printings'>,
  language: Language,
  hasAllLanguages: boolean,
): Printing[] {
  if (hasAllLanguages) return printings
  const one = printingFor(printings, language)
  return one ? [one] : []
}

/** Its pictures, without the number that it had in its paper; none while its pages have none. */
export function picturesOf(
  found: FoundQuestion,
  language: Language,
  hasAllLanguages: boolean,
): QuestionPicture[] {
  const { paper, fileKey, id, images } = found
  return printingsOf(found, language, hasAllLanguages).flatMap((printing) => {
    const shownLanguage = printing.language ?? language
    const picture = questionPicture(
      { paperId: paper.id, id, fileKey },
      [printing],
      images,
      shownLanguage,
      true,
    )
    return picture ? [picture] : []
  })
}

/** Those given by hand, else the paper's; null where it says none. */
export function marksOf({ marks, question }: Pick<FoundQuestion, 'marks' | 'question'>): number | null {
  return marks ?? question.marks
}

/** A PDF of the pages alone on which the questions are, and about how much it weighs; null where it would hold too much. */
export function partsOf(
  found: readonly FoundQuestion[],
): { address: string; pages: number; size: number } | null {
  const parts = [...Map.groupBy(found, ({ paper }) => paper.id).values()].flatMap((own) => {
    const [first] = own
    const numbers = own.flatMap(({ printings }) =>
      printings.flatMap(({ boxes }) => boxes.map(({ page }) => page)),
    )
    const pages = [...new Set(numbers)].sort((one, other) => one - other)
    return first ? [{ paper: first.paper, pages }] : []
  })
  const pages = parts.reduce((sum, part) => sum + part.pages.length, 0)
  const size = parts.reduce((sum, part) => sum + sizeOfPart(part.paper, part.pages.length), 0)
  if (
    bundleLimitExceeded(
      'pdf',
      parts.map(({ paper, pages: own }) => ({ pages: own.length, size: paper.size })),
      messagesOf('en'),
    )
  )
    return null
  return {
    address: partPath(parts.map(({ paper, pages: own }) => ({ id: paper.id, pages: writePages(own) }))),
    pages,
    size,
  }
}
