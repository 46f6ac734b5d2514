/**
 * Questions of real papers, in folders given as arguments: how many are found of those written down by hand
 * (support/question-truth.ts), how many are false, whose marks are right, and what their pictures weigh. SHEETS=folder
 * gets a hundred of them as pictures, each with what is around it, dimmed. The first run reads the papers: half an hour.
 */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import sharp, { type OverlayOptions } from 'sharp'
import { findQuestions, type Question } from '#domain/questions/find-questions.ts'
import { layoutOf, printingFor } from '#domain/questions/question-picture.server.ts'
import cut from '#server/adapters/pictures/question-picture-worker.ts'
import { QUESTION_TRUTH, type TrueQuestion, trueQuestions } from './support/question-truth.ts'
import { createPaperReader, type ReadPage } from './support/read-paper.ts'
import { figure, printTable } from './support/table.ts'

const FOLDERS = process.argv.slice(2)
const { SHEETS, ONLY } = process.env
const CROPS = 100
/** What is shown above and below a question on a sheet, in pixels of the page's 1440. */
const AROUND = 70

type Counted = { stated: number; found: number; false: number; right: number; wrong: number; absent: number }
type Shown = { paper: string; question: Question; pages: ReadPage[] }

const reader = createPaperReader()
const rows: string[][] = []
const counts: Record<'text' | 'scan', Counted> = { text: none(), scan: none() }
let complete = 0
const shown: Shown[] = []
const finding = { ms: 0, pages: 0 }
for (const path of FOLDERS.flatMap(papersIn)) {
  const name = basename(path)
  if (ONLY && !name.includes(ONLY)) continue
  const pages = await reader.read(path)
  const began = performance.now()
  const { stated, questions } = findQuestions(pages)
  finding.ms += performance.now() - began
  finding.pages += pages.length
  shown.push(...questions.map((question) => ({ paper: name, question, pages })))
  const truth = QUESTION_TRUTH[name]
  if (!truth) {
    rows.push([name.slice(0, 40), '', `${questions.length}${stated === null ? '' : ` of ${stated}`}`])
    continue
  }
  const { counted, notes } = compare(trueQuestions(truth), questions)
  if (counted.found === counted.stated && counted.false === 0) complete += 1
  const kind = pages.filter(({ isRecognised }) => isRecognised).length > pages.length / 2 ? 'scan' : 'text'
  for (const key of Object.keys(counted) as (keyof Counted)[]) counts[kind][key] += counted[key]
  rows.push([name.slice(0, 40), kind, ...cells(counted)])
  if (notes.length > 0) console.error(`${name}: ${notes.join('; ')}`)
}
await reader.close()
const HEAD = ['paper', 'kind', 'found', 'false', 'marks right', 'wrong', 'absent']
printTable('Papers', HEAD, rows)
printTable('All', HEAD, [
  ['text', '', ...cells(counts.text)],
  ['scans', '', ...cells(counts.scan)],
])
console.log(`\n${complete} papers complete; ${figure(finding.ms / finding.pages, 2)} ms a page`)
await pictures()

function none(): Counted {
  return { stated: 0, found: 0, false: 0, right: 0, wrong: 0, absent: 0 }
}

function papersIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.pdf'))
    .map((name) => join(folder, name))
}

function cells({ stated, found, right, wrong, absent, ...rest }: Counted): string[] {
  const share = stated > 0 ? ` (${figure((100 * found) / stated, 1)} %)` : ''
  return [`${found} of ${stated}${share}`, ...[rest.false, right, wrong, absent].map(String)]
}

/** Each true question takes the first found one with its number that no other has taken. */
function compare(truth: readonly TrueQuestion[], found: readonly Question[]) {
  const left = [...found]
  const counted = { ...none(), stated: truth.length }
  const notes: string[] = []
  for (const { number, marks } of truth) {
    const at = left.findIndex((question) => question.number === number)
    const [question] = at < 0 ? [] : left.splice(at, 1)
    if (!question) {
      notes.push(`${number} missing`)
      continue
    }
    counted.found += 1
    if (question.marks === marks) counted.right += 1
    else if (question.marks === null) counted.absent += 1
    else counted.wrong += 1
    if (question.marks !== marks && question.marks !== null)
      notes.push(`${number} has ${question.marks} marks, not ${marks}`)
  }
  counted.false = left.length
  notes.push(...left.map(({ number }) => `${number} false`))
  return { counted, notes }
}

/** Of all papers by turns, so that each has its share. */
async function pictures() {
  const papers = [...Map.groupBy(shown, ({ paper }) => paper).values()]
  const chosen: Shown[] = []
  for (const own of papers) {
    const share = Math.ceil(CROPS / papers.length)
    const step = Math.max(1, own.length / share)
    for (let at = 0; at < own.length && chosen.length < CROPS; at += step)
      chosen.push(own[Math.floor(at)] as Shown)
  }
  const bytes: number[] = []
  const times: number[] = []
  for (const { question, pages } of chosen) {
    const layout = layoutOf(printingFor(question.printings)?.boxes ?? [])
    const pictureOf = async (page: number) =>
      await sharp(pages[page - 1]?.picture)
        .webp()
        .toBuffer()
    const sources = new Map(
      await Promise.all(
        layout.parts.map(async ({ page }) => [page, new Uint8Array(await pictureOf(page))] as const),
      ),
    )
    const began = process.cpuUsage()
    const { bytes: made } = await cut({ layout, pages: sources })
    const { user, system } = process.cpuUsage(began)
    times.push((user + system) / 1000)
    bytes.push(made.length)
  }
  const last = (values: number[], share: number) =>
    values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) * share)] ?? 0
  printTable(
    `Pictures of ${chosen.length}`,
    ['', 'median', 'most'],
    [
      ['KB', figure(last(bytes, 0.5) / 1000, 1), figure(last(bytes, 1) / 1000, 1)],
      ['ms of a core', figure(last(times, 0.5)), figure(last(times, 1))],
    ],
  )
  if (SHEETS) await writeSheets(SHEETS, chosen)
}

async function writeSheets(folder: string, chosen: Shown[]) {
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true })
  const [columns, each, width, height] = [3, 9, 640, 520]
  for (let from = 0; from < chosen.length; from += each) {
    const tiles = await Promise.all(chosen.slice(from, from + each).map((one) => tileOf(one, width, height)))
    const layers: OverlayOptions[] = tiles.map((input, at) => ({
      input,
      left: (at % columns) * (width + 10),
      top: Math.floor(at / columns) * (height + 10),
    }))
    const size = { width: columns * (width + 10), height: Math.ceil(tiles.length / columns) * (height + 10) }
    const sheet = sharp({ create: { ...size, channels: 3, background: '#446' } }).composite(layers)
    writeFileSync(join(folder, `${String(from + 1).padStart(3, '0')}.png`), await sheet.png().toBuffer())
  }
}

/** Its parts below each other with what is above and below them, dimmed, and its name. */
async function tileOf({ paper, question, pages }: Shown, width: number, height: number) {
  const { parts } = layoutOf(printingFor(question.printings)?.boxes ?? [])
  const layers: OverlayOptions[] = []
  let top = 0
  for (const part of parts) {
    const source = sharp(pages[part.page - 1]?.picture)
    const { width: wide, height: high } = await source.metadata()
    const above = Math.max(0, part.top - AROUND)
    const below = Math.min(high, part.top + part.height + AROUND)
    const dim = (x: number, y: number, w: number, h: number) =>
      `<rect x="${x}" y="${y}" width="${Math.max(0, w)}" height="${Math.max(0, h)}"/>`
    const inner = part.top - above
    const shade = `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${below - above}"><g fill="#c33" opacity=".28">${dim(0, 0, wide, inner)}${dim(0, inner + part.height, wide, high)}${dim(0, inner, part.left, part.height)}${dim(part.left + part.width, inner, wide, part.height)}</g></svg>`
    const piece = await source
      .extract({ left: 0, top: above, width: wide, height: below - above })
      .toColourspace('srgb')
      .composite([{ input: Buffer.from(shade) }])
      .png()
      .toBuffer()
    layers.push({ input: piece, left: 0, top })
    top += below - above + 8
  }
  const whole = await sharp({
    create: { width: 1440, height: Math.max(1, top), channels: 3, background: '#446' },
  })
    .composite(layers)
    .png()
    .toBuffer()
  const label = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20"><rect width="${width}" height="20" fill="#ff8"/><text x="4" y="15" font-family="sans-serif" font-size="14">${question.section ?? ''} ${question.number} [${question.marks ?? '–'}] ${paper.slice(0, 50).replace(/[<&]/g, '')}</text></svg>`
  return await sharp(whole)
    .resize({ width, height: height - 20, fit: 'contain', position: 'left top', background: '#fff' })
    .extend({ top: 20, background: '#fff' })
    .composite([{ input: Buffer.from(label), left: 0, top: 0 }])
    .png()
    .toBuffer()
}
