// Typesets samples/source and writes the catalogue. The output is committed and reproducible.
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { PDFDict, PDFDocument, PDFName, PDFRawStream, PDFStreamWriter } from '@cantoo/pdf-lib'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'

type PaperInfo = {
  title: string
  type: 'cbse' | 'state' | 'jee' | 'neet' | 'tnpsc'
  grade: string
  subject: string
  month: number
  year: number
  marks: number
  answers: boolean
}
type Section = { section: number; any: number | null }
type Question = { section: number; marks: number }
type Sheet = 'paper' | 'answers'

const samples = path.resolve(import.meta.dirname, '../samples')
const source = path.join(samples, 'source')
const sizeLimitBytes = 3_000_000

const { resolve } = createRequire(import.meta.url)
/** From packages, so that all machines produce the same bytes; Typst itself brings Libertinus Serif. */
const fontPaths = ['@expo-google-fonts/anek-tamil', '@expo-google-fonts/dm-mono'].map((name) =>
  path.dirname(resolve(`${name}/package.json`)),
)
const compiler = NodeCompiler.create({ workspace: source, fontArgs: [{ fontPaths }] })

await makeSamples()

async function makeSamples() {
  const catalogue: object[] = []
  let totalBytes = 0

  for (const folder of ['papers', 'answers']) {
    await rm(path.join(samples, folder), { recursive: true, force: true })
    await mkdir(path.join(samples, folder))
  }

  for (const name of await paperNames()) {
    const paper = compile(name, 'paper')
    const info = readInfo(paper)
    checkMarks(name, paper, info)

    const file = `papers/${name}.pdf`
    const answers = info.answers ? `answers/${name}.pdf` : null
    totalBytes += await writePdf(file, paper)
    if (answers) totalBytes += await writePdf(answers, compile(name, 'answers'))

    const { title, type, grade, subject, month, year } = info
    catalogue.push({ file, answers, title, type, grade, subject, month, year })
  }

  await writeFile(path.join(samples, 'catalogue.json'), `${JSON.stringify(catalogue, null, 2)}\n`)
  if (totalBytes > sizeLimitBytes)
    throw new Error(`The sample papers weigh ${totalBytes} bytes, more than ${sizeLimitBytes}.`)

  const withAnswers = catalogue.filter((entry) => 'answers' in entry && entry.answers).length
  console.log(
    `${catalogue.length} sample papers, ${withAnswers} answer sheets, ${(totalBytes / 1e6).toFixed(2)} MB`,
  )
}

async function paperNames(): Promise<string[]> {
  const files = await readdir(path.join(source, 'papers'))
  return files
    .filter((file) => file.endsWith('.typ'))
    .map((file) => file.slice(0, -4))
    .sort()
}

function compile(name: string, sheet: Sheet) {
  const outcome = compiler.compile({
    mainFilePath: path.join(source, 'papers', `${name}.typ`),
    inputs: { sheet },
  })
  if (!outcome.result) {
    outcome.printDiagnostics()
    throw new Error(`${name} (${sheet}) cannot be set.`)
  }
  return outcome.result
}

type Document = ReturnType<typeof compile>

function readInfo(paper: Document): PaperInfo {
  return compiler.query(paper, { selector: '<paper>', field: 'value' })[0]
}

/** Throws unless the questions' marks add up to the printed maximum. */
function checkMarks(name: string, paper: Document, info: PaperInfo) {
  const sections: Section[] = compiler.query(paper, { selector: '<section>', field: 'value' })
  const questions: Question[] = compiler.query(paper, { selector: '<question>', field: 'value' })
  let total = 0
  for (const { section, any } of sections) {
    const marks = questions
      .filter((question) => question.section === section)
      .map((question) => question.marks)
    if (any && new Set(marks).size > 1) throw new Error(`${name}: a section with a choice needs equal marks.`)
    total += marks.slice(0, any ?? undefined).reduce((sum, one) => sum + one, 0)
  }
  if (total !== info.marks)
    throw new Error(`${name}: the questions carry ${total} marks, its head says ${info.marks}.`)
}

async function writePdf(file: string, document: Document): Promise<number> {
  const pdf = await pack(compiler.pdf(document, { creationTimestamp: 0 }))
  await writeFile(path.join(samples, file), pdf)
  return pdf.byteLength
}

/** Typst leaves accessibility tags and character maps uncompressed; compressed, a file has half the size. */
async function pack(loose: Uint8Array): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(loose, { updateMetadata: false })
  for (const [reference, stream] of pdf.context.enumerateIndirectObjects()) {
    if (!(stream instanceof PDFRawStream) || stream.dict.get(PDFName.of('Type')) !== PDFName.of('CMap'))
      continue
    if (!stream.dict.has(PDFName.of('Filter')))
      pdf.context.assign(reference, pdf.context.flateStream(stream.contents))
  }
  // Poppler warns of this entry, which only repeats the default.
  pdf.catalog.lookupMaybe(PDFName.of('MarkInfo'), PDFDict)?.delete(PDFName.of('Suspects'))
  const objectsPerStream = 1000
  return PDFStreamWriter.forContext(pdf.context, Infinity, true, objectsPerStream).serializeToBuffer()
}
