import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readHints } from '#domain/autofill/read-hints.ts'
import { createInspector } from '#server/adapters/pdf/inspector.ts'
import { TRUE_FIELDS } from '#tests/support/true-fields.ts'
import { figure, printTable } from './support/table.ts'

/** Autofill against what a careful administrator would type for the fifteen real papers, and its time. */
const RUNS = 500
const PAPERS_FOLDER = join(import.meta.dirname, '../../shared/papers')
const now = new Date()

if (!existsSync(PAPERS_FOLDER)) {
  console.error(`The real papers are not at ${PAPERS_FOLDER}.`)
  process.exit(1)
}
const papers = await inspect()
const fields = papers.flatMap(fieldsOf)
printTable(
  'Fields',
  ['file', 'field', 'expected', 'filled', 'sure', 'verdict'],
  fields.map(({ file, field, expected, filled, sure, verdict }) => [
    file.slice(0, 40),
    field,
    expected,
    filled,
    sure,
    verdict,
  ]),
)
const knowable = fields.filter(({ expected }) => expected !== '')
const count = (verdict: string) => knowable.filter((each) => each.verdict === verdict).length
const wrong = fields.filter(({ verdict, sure }) => verdict === 'wrong' && sure === 'yes').length
console.log(
  `\nFilled rightly: ${count('right')} of ${knowable.length} (${figure((100 * count('right')) / knowable.length)} %), ` +
    `${knowable.filter(({ verdict, sure }) => verdict === 'right' && sure === 'yes').length} of them surely. ` +
    `Wrong without a doubt: ${wrong} of ${fields.length}.`,
)
printTable(
  `Milliseconds, the mean of ${RUNS} runs`,
  ['file', 'letters on page 1', 'name and page', 'name alone', 'title'],
  papers.map(({ fileName, firstPage }) => [
    fileName.slice(0, 40),
    figure(firstPage.length),
    figure(milliseconds(fileName, firstPage), 3),
    figure(milliseconds(fileName, ''), 3),
    readHints({ fileName, firstPage, now }).title?.value ?? '',
  ]),
)

async function inspect() {
  const inspector = createInspector()
  const read: { fileName: string; firstPage: string }[] = []
  for (const fileName of Object.keys(TRUE_FIELDS)) {
    const inspected = await inspector.inspectPdf(join(PAPERS_FOLDER, fileName))
    read.push({ fileName, firstPage: inspected.accepted ? inspected.text : '' })
  }
  await inspector.close()
  return read
}

function fieldsOf({ fileName, firstPage }: { fileName: string; firstPage: string }) {
  const hints = readHints({ fileName, firstPage, now })
  return (['degree', 'subject', 'year'] as const).map((field) => {
    const expected = String(TRUE_FIELDS[fileName]?.[field] ?? '')
    const filled = String(hints[field]?.value ?? '')
    const sure = filled && (hints[field]?.sure ? 'yes' : 'no')
    const verdict = filled === expected ? (filled ? 'right' : '') : filled ? 'wrong' : 'missing'
    return { file: fileName, field, expected, filled, sure, verdict }
  })
}

function milliseconds(fileName: string, firstPage: string) {
  const start = performance.now()
  for (let run = 0; run < RUNS; run++) readHints({ fileName, firstPage, now })
  return (performance.now() - start) / RUNS
}
