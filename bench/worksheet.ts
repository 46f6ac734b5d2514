/**
 * A worksheet of thirty questions out of real papers, in folders given as arguments: how long it takes to make, and what
 * it weighs. EACH=1 makes two more of each paper. SHEETS=folder gets its files, and the pages of each as pictures (DPI=600: as sharp as that). The first run
 * reads the papers: half an hour.
 */
import { closeSync, fstatSync, mkdirSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { findQuestions, type Question } from '#domain/questions/find-questions.ts'
import { cropOf, sharedAndOwn } from '#domain/questions/question-crop.ts'
import { printingFor } from '#domain/questions/question-picture.server.ts'
import type { WorksheetContent } from '#domain/worksheets/worksheet-file.ts'
import compilePdfium from '#server/adapters/pdf/compile-pdfium.ts'
import { createInspector } from '#server/adapters/pdf/inspector.ts'
import { startPdfium } from '#server/adapters/pdf/pdfium.ts'
import { openPaper } from '#server/adapters/pdf/worksheets/source-pages.ts'
import { createPaperReader, type ReadPage } from './support/read-paper.ts'
import { figure, printTable } from './support/table.ts'

const FOLDERS = process.argv.slice(2)
const { SHEETS, ONLY, DPI = '110', EACH } = process.env
const QUESTIONS = 30

type Read = { path: string; pages: ReadPage[]; questions: Question[] }

const reader = createPaperReader()
const papers: Read[] = []
for (const path of FOLDERS.flatMap(papersIn)) {
  if (ONLY && !ONLY.split('|').some((part) => basename(path).includes(part))) continue
  const pages = await reader.read(path)
  const { questions } = findQuestions(pages)
  if (questions.length > 0) papers.push({ path, pages, questions })
}
await reader.close()
const inspector = createInspector()
const folder = SHEETS ?? join(tmpdir(), `thervu-worksheet-${process.pid}`)
mkdirSync(folder, { recursive: true })

const rows: string[][] = []
const mixed = papers.slice(0, 20)
type Run = { name: string; columns: 1 | 2; chosen: Read[]; format: 'pdf' | 'docx' }
const each = papers.flatMap((paper): Run[] => [
  { name: `${basename(paper.path)} one`, columns: 1, chosen: [paper], format: 'pdf' },
  { name: `${basename(paper.path)} two`, columns: 2, chosen: [paper], format: 'pdf' },
])
const runs: Run[] = [
  { name: 'first', columns: 1, chosen: mixed, format: 'pdf' },
  { name: `of ${mixed.length} papers`, columns: 1, chosen: mixed, format: 'pdf' },
  { name: 'in two columns', columns: 2, chosen: mixed, format: 'pdf' },
  { name: 'as docx', columns: 1, chosen: mixed, format: 'docx' },
  ...(EACH ? each : []),
]
for (const { name, columns, chosen, format } of runs) {
  const content = contentOf(chosen, columns, name)
  const to = join(folder, `${name.replace(/\W+/g, '-')}.${format}`)
  rmSync(to, { force: true })
  const began = performance.now()
  const made = await inspector.makeWorksheet(
    chosen.map(({ path }) => path),
    content,
    { to, format },
  )
  const ms = performance.now() - began
  rows.push([
    name,
    String(content.questions.length),
    made.merged ? String(made.pages) : made.sentence,
    figure(ms / 1000, 2),
    made.merged ? figure(made.size / 1024, 0) : '',
  ])
  if (SHEETS && made.merged && format === 'pdf') await renderPages(to, Number(DPI))
}
await inspector.close()
printTable('Worksheets', ['questions of', 'questions', 'pages', 's', 'KB'], rows)
if (!SHEETS) rmSync(folder, { recursive: true, force: true })

function papersIn(given: string): string[] {
  return readdirSync(given)
    .filter((name) => name.endsWith('.pdf'))
    .map((name) => join(given, name))
}

/** One or two of each paper, spread over it. */
function contentOf(chosen: Read[], columns: 1 | 2, title: string): WorksheetContent {
  const picked = Array.from({ length: QUESTIONS }, (_, at) => {
    const source = at % chosen.length
    const own = chosen[source]?.questions ?? []
    const turn = Math.floor(at / chosen.length)
    const per = Math.ceil(QUESTIONS / chosen.length)
    const question = own[Math.floor(((turn + 0.5) / per) * own.length)]
    return question ? [{ source, question }] : []
  }).flat()
  return {
    sheet: 'a4',
    columns,
    isRuled: false,
    hasMarks: true,
    heading: {
      logo: null,
      centre: 'அகரம் Mathematics Centre',
      title,
      set: 'Set B',
      facts: [
        ['Class: 10', 'Date: 29 November 2026'],
        ['Time: 1 hour 30 minutes', 'Marks: 40'],
      ],
      blanks: ['Name', 'Roll number'],
    },
    questions: picked.flatMap(({ source, question }, at) => {
      const printing = printingFor(question.printings)
      const pages = chosen[source]?.pages ?? []
      if (!printing) return []
      const crop = cropOf(
        question,
        { boxes: sharedAndOwn(printing.boxes).own },
        (page) => pages.find((each) => each.page === page)?.lines ?? [],
      )
      const marks = question.marks === null ? null : `[${question.marks}]`
      return [
        {
          ...crop,
          turns: {},
          source,
          label: String(at + 1),
          marks,
          note: `${basename(chosen[source]?.path ?? '')}, question ${question.number}`,
          space: 0,
          lost: '',
        },
      ]
    }),
    foot: 'Page {page} of {pages}',
  }
}

async function renderPages(path: string, dpi: number) {
  const { engine } = await compilePdfium()
  const callbacks = { read: () => 0 as const, write: () => 0 as const }
  const pdfium = await startPdfium(engine, 512, callbacks)
  const fd = openSync(path, 'r')
  const paper = openPaper(pdfium, callbacks, { fd, size: fstatSync(fd).size })
  for (let page = 1; paper && page <= paper.pages; page++) {
    const open = paper.page(page, 0)
    const times = open ? (dpi / 72) * open.pixel : 1
    const rendered = open?.render({ left: 0, top: 0, right: 1440, bottom: open.height / open.pixel }, times)
    if (!rendered) continue
    const { rgba, width, height } = rendered
    writeFileSync(
      path.replace('.pdf', `-${page}.png`),
      await sharp(rgba, { raw: { width, height, channels: 4 } })
        .removeAlpha()
        .png()
        .toBuffer(),
    )
  }
  closeSync(fd)
}
