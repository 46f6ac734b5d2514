import type { App } from '#domain/app.ts'
import { MERGED_SIZE_LIMIT } from '#domain/bundles/picked.ts'
import { pictureKey } from '#domain/centre/pictures/site-picture.ts'
import { publicContent } from '#domain/centre/versions/content-cache.server.ts'
import { fileExists } from '#domain/files/read.server.ts'
import { labelsOf } from '#domain/language/labels.ts'
import type { Language } from '#domain/language/languages.ts'
import { type Messages, messagesOf } from '#domain/language/messages.ts'
import { selectAllLines } from '#domain/page-text/page-texts.server.ts'
import { type TextLine, turnLines } from '#domain/page-text/text-line.ts'
import type { Turn } from '#domain/page-turns/turn.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { cropOf, sharedAndOwn } from '#domain/questions/question-crop.ts'
import {
  type FoundQuestion,
  findAnswersTo,
  findWorksheet,
  marksOf,
  printingsOf,
} from './read-worksheet.server.ts'
import { inSet, totalsOf, type WorksheetForm } from './worksheet.ts'
import type { FileHeading, FileQuestion, WorksheetContent } from './worksheet-file.ts'

type PlannedWorksheet = {
  name: string
  papers: { paper: Paper; fileKey: string }[]
  content: WorksheetContent
}
/** `answers`: those to the questions, under the same numbers. */
type WorksheetOf = 'questions' | 'answers'
type Asked = { code: string; form: WorksheetForm; of: WorksheetOf; language: Language }
type Needs = Pick<App, 'readDb' | 'files' | 'log' | 'centre'>

/** For an answer, in points: so much for each mark, and for a question that says none. */
const SPACE = { mark: 34, unknown: 100, most: 340 }
/** In pixels: sharp at the size of the heading. */
const LOGO_WIDTH = 512

/**
 * What a file of a worksheet is made of: the papers of its questions that are there, and all that is printed. Null where
 * the code is none, `none` where no question, or no answer, is left.
 */
export async function planWorksheet(
  app: Needs,
  { code, form, of, language }: Asked,
): Promise<PlannedWorksheet | { tooMuch: (m: Messages) => string } | 'none' | null> {
  const all = await findWorksheet(app, code)
  if (!all) return null
  const found = all.flatMap((each) => ('why' in each ? [] : [each]))
  const marked = found.map((question) => ({ question, marks: marksOf(question) }))
  const numbered = inSet(marked, form).map((each, at) => ({ ...each, label: at + 1 }))
  const printed = of === 'answers' ? await answersTo(app, numbered) : numbered
  const papers = [
    ...new Map(printed.map(({ question: { paper, fileKey } }) => [fileKey, { paper, fileKey }])).values(),
  ]
  const there = await Promise.all(papers.map(({ fileKey, paper }) => fileExists(app, fileKey, paper)))
  const open = papers.filter((_, at) => there[at])
  if (open.length === 0) return 'none'
  if (open.reduce((sum, { paper }) => sum + paper.size, 0) > MERGED_SIZE_LIMIT)
    return { tooMuch: (m) => m.worksheet_too_big({ megabytes: MERGED_SIZE_LIMIT / 1024 / 1024 }) }
  const printedForm: WorksheetForm = of === 'answers' ? { ...form, space: 'none' } : form
  const lines = new Map<string, (page: number) => readonly TextLine[]>()
  for (const { fileKey } of open) lines.set(fileKey, await linesOf(app, fileKey, printed))
  let last = ''
  /** Not again where the question before is about the same. */
  const isNext = (passage: string) => {
    const isOther = passage !== last
    last = passage
    return isOther
  }
  const questions = printed.flatMap(({ question, marks, label }) => {
    const source = open.findIndex(({ fileKey }) => fileKey === question.fileKey)
    const said = lines.get(question.fileKey)
    return said ? describe(question, { source, marks, label, said, form: printedForm, language, isNext }) : []
  })
  const m = messagesOf(language)
  const content: WorksheetContent = {
    ...{ sheet: form.sheet, columns: form.columns, isRuled: form.space === 'lines', hasMarks: form.hasMarks },
    heading: await headingOf(app, form, { of, language, marked }),
    questions,
    foot: m.worksheet_foot({ page: '{page}', pages: '{pages}' }),
  }
  return { name: nameOf(form, of, m), papers: open, content }
}

type Numbered = { question: FoundQuestion; marks: number | null; label: number }

/** Without marks and space to write: they are read. */
async function answersTo(app: Needs, numbered: readonly Numbered[]): Promise<Numbered[]> {
  const answers = await findAnswersTo(
    app,
    numbered.map(({ question }) => question),
  )
  return numbered.flatMap(({ label }, at) => {
    const question = answers[at]
    return question ? [{ question, marks: null, label }] : []
  })
}

/** As the pictures of its pages are turned. */
async function linesOf({ readDb }: Pick<App, 'readDb'>, fileKey: string, printed: readonly Numbered[]) {
  const lines = await selectAllLines(readDb, fileKey)
  const images = printed.find(({ question }) => question.fileKey === fileKey)?.question.images ?? []
  return (page: number) => {
    const { turn = 0, height = 0 } = images[page - 1] ?? {}
    return turnLines(lines.get(page)?.lines ?? [], turn, height)
  }
}

type Described = {
  source: number
  marks: number | null
  label: number
  said: (page: number) => readonly TextLine[]
  form: WorksheetForm
  language: Language
  isNext: (passage: string) => boolean
}

/** One entry for each language in which it is printed; the first has its number. Before them what it is about, if anything. */
function describe(
  found: FoundQuestion,
  { source, marks, label, said, form, language, isNext }: Described,
): FileQuestion[] {
  const m = messagesOf(language)
  const { question, images, paper } = found
  const turns: Record<number, Turn> = {}
  for (const [at, image] of images.entries()) if (image?.turn) turns[at + 1] = image.turn
  const printings = printingsOf(found, language, form.hasAllLanguages)
  const from = sourceOf(found, language)
  const passages = printings.flatMap(({ boxes }) => {
    const { shared } = sharedAndOwn(boxes)
    return shared.length > 0 ? [{ boxes: shared }] : []
  })
  const isOther = isNext(passages.length > 0 ? JSON.stringify([source, passages]) : '')
  const plain = { source, turns, label: '', marks: null, note: null, space: 0, lost: '' }
  const about = isOther
    ? passages.map((passage) => ({ ...cropOf({ number: '', marks: null }, passage, said), ...plain }))
    : []
  const own = printings.map((printing, at) => {
    const isLast = at === printings.length - 1
    return {
      ...cropOf(question, { boxes: sharedAndOwn(printing.boxes).own }, said),
      ...{ source, turns },
      label: at === 0 ? String(label) : '',
      marks: at === 0 && marks !== null ? `[${marks}]` : null,
      note: form.hasSources && isLast ? from : null,
      space: isLast ? spaceOf(form, marks) : 0,
      lost:
        at === 0
          ? m.worksheet_lost({ question: m.questions_one({ number: question.number }), paper: paper.title })
          : '',
    }
  })
  return [...about, ...own]
}

function spaceOf({ space }: WorksheetForm, marks: number | null): number {
  if (space === 'none') return 0
  return Math.min(SPACE.most, marks === null ? SPACE.unknown : Math.max(1, marks) * SPACE.mark)
}

/** "Question 17, CBSE class 10 Mathematics, March 2024, Set 1". */
export function sourceOf(
  { question, paper }: Pick<FoundQuestion, 'question' | 'paper'>,
  language: Language,
): string {
  const [m, labels] = [messagesOf(language), labelsOf(language)]
  return [m.questions_one({ number: question.number }), labels.fullTitle(paper)].join(', ')
}

async function headingOf(
  app: Needs,
  form: WorksheetForm,
  {
    of,
    language,
    marked,
  }: { of: WorksheetOf; language: Language; marked: readonly { marks: number | null }[] },
): Promise<FileHeading> {
  const m = messagesOf(language)
  const { centre } = await app.centre.read()
  const { marks, minutes: suggested } = totalsOf(marked)
  const minutes = form.minutes ?? suggested
  const isToWrite = of === 'questions'
  const facts: [string, string][] = [
    [
      form.className && m.worksheet_class({ name: form.className }),
      form.date && m.worksheet_date({ date: form.date }),
    ],
    [
      isToWrite && minutes ? m.worksheet_time({ minutes: m.worksheet_minutes({ count: minutes }) }) : '',
      isToWrite && marks > 0 ? m.worksheet_marks({ marks }) : '',
    ],
  ]
  return {
    logo: await readLogo(app),
    centre: publicContent(centre, language).centre.name,
    title: titleOf(form, of, m),
    set: form.set && m.worksheet_set({ letter: form.set }),
    facts: facts.filter((sides) => sides.some(Boolean)),
    blanks: isToWrite
      ? [
          m.worksheet_name(),
          ...(form.className ? [] : [m.worksheet_class_blank()]),
          ...(form.date ? [] : [m.worksheet_date_blank()]),
        ]
      : [],
  }
}

/** WebP; null where there is none, or it cannot be read. */
async function readLogo({
  files,
  log,
  centre: current,
}: Pick<App, 'files' | 'log' | 'centre'>): Promise<Uint8Array | null> {
  const logo = (await current.read()).centre.pictures?.logo
  if (!logo) return null
  try {
    const bytes = await files.open(pictureKey(logo.picture, Math.min(LOGO_WIDTH, logo.width), 'webp'))
    return (
      bytes &&
      new Uint8Array(await new Response(bytes as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer())
    )
  } catch (error) {
    log.error({ err: error }, 'the logo could not be read; a worksheet is made without it')
    return null
  }
}

function titleOf({ title }: WorksheetForm, of: WorksheetOf, m: Messages): string {
  const said = title || m.worksheet_heading()
  return of === 'answers' ? m.worksheet_answers_title({ title: said }) : said
}

function nameOf(form: WorksheetForm, of: WorksheetOf, m: Messages): string {
  const said = [titleOf(form, of, m), form.className, form.set && m.worksheet_set({ letter: form.set })]
  return said.filter(Boolean).join(' ')
}
