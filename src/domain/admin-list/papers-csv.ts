import Papa from 'papaparse'
import type { AdminPaper } from '#domain/paper/admin-paper.ts'
import { paperPath } from '#domain/paper/facts.ts'
import {
  ALL_SUBJECTS_NAME,
  FIELD_NAMES,
  type FieldName,
  type FieldTexts,
  hasField,
  PAPER_FIELDS,
  shownAs,
  textsOf,
} from '#domain/paper/form-fields.ts'
import { ALL_SUBJECTS, DEGREES, MONTHS } from '#domain/paper/paper.ts'
import { paperSubmission } from '#domain/paper/submission.ts'
import { currentYear } from '#domain/time/india-time.ts'

/** With what reads a table, for pages that load both when one is chosen. */
/** Papers as a table, and what a table changes of them. Safe in the browser. */

/** By what a row names its paper: a file of the inbox, or one that is published. */
export type CsvKey = 'file' | 'id'
const KEYS: Record<CsvKey, { heading: string; others: string[] }> = {
  file: { heading: 'File name', others: ['file', 'filename', 'pdf', 'pdf file', 'name of the file'] },
  id: { heading: 'Id', others: ['paper id', 'paper'] },
}
/** Written, and never read. */
const FURTHER: [heading: string, of: (paper: AdminPaper, origin: string) => string | number][] = [
  ['Views', (paper) => paper.views],
  ['Pages', (paper) => paper.pages],
  ['Bytes', (paper) => paper.size],
  ['Published', (paper) => paper.publishedAt],
  ['Changed', (paper) => paper.changedAt],
  ['Hidden until', (paper) => paper.showAt ?? (paper.hiddenAt ? 'shown by hand' : '')],
  ['Page', (paper, origin) => origin + paperPath(paper)],
  ['PDF', (paper, origin) => origin + paper.link],
  ['Answers', (paper, origin) => (paper.answers === 'file' ? origin + paper.referenceLink : '')],
]

export function writePapers(papers: readonly AdminPaper[], origin: string): string {
  const headings = [
    KEYS.id.heading,
    ...FIELD_NAMES.map((name) => PAPER_FIELDS[name].label),
    KEYS.file.heading,
    ...FURTHER.map(([heading]) => heading),
  ]
  const rows = papers.map((paper) => {
    const texts = textsOf({ ...paper, referenceLink: paper.answers === 'link' ? paper.referenceLink : '' })
    const fields = FIELD_NAMES.map((name) => shownAs(name, texts[name]))
    return [paper.id, ...fields, paper.originalName, ...FURTHER.map(([, of]) => of(paper, origin))]
  })
  return writeCsv(headings, rows)
}

/** What a row is to change: `version` of a published paper, against which it is checked when it is saved. */
export type CsvTarget = { id: string; title: string; fields: FieldTexts; version?: number }
export type CsvChange = { name: FieldName; from: string; to: string }
/** One row of the dry run; with a problem it changes nothing. */
export type CsvRow = {
  line: number
  key: string
  target: CsvTarget | null
  changes: CsvChange[]
  problem: string | null
}
export type CsvPlan = { rows: CsvRow[]; notes: string[] }

/** What the rows name, each once; a sentence where no column does. */
export function keysIn(table: CsvTable, by: CsvKey): string[] | { fault: string } {
  const at = keyColumn(table.headings, by)
  if (at >= 0) return [...new Set(table.rows.flatMap(({ cells }) => cells[at] || []))]
  const found = table.headings.filter(Boolean).join(', ') || 'none'
  const what = by === 'file' ? 'which file a row is for' : 'which paper a row is for'
  return { fault: `No column says ${what}: name one “${KEYS[by].heading}”. The headings are: ${found}.` }
}

/** What each row will do, before anything is done. `targets` are by what rows name, in lower case. */
export function planCsv(
  table: CsvTable,
  by: CsvKey,
  targets: ReadonlyMap<string, CsvTarget[]>,
  now: Date,
): CsvPlan {
  const columns = table.headings.map(fieldOf)
  const at = keyColumn(table.headings, by)
  const rules = paperSubmission(currentYear(now), { mayBeOfAll: true })
  const seen = new Map<string, number>()
  const rows = table.rows.map(({ line, cells }): CsvRow => {
    const key = cells[at] ?? ''
    const found = targets.get(key.toLowerCase()) ?? []
    const row = { line, key, target: null, changes: [] }
    const fault = faultOfKey(by, key, found, seen.get(key.toLowerCase()))
    if (key) seen.set(key.toLowerCase(), seen.get(key.toLowerCase()) ?? line)
    const [target] = found
    if (fault || !target) return { ...row, problem: fault }
    const over = cells.findIndex((cell, place) => place >= table.headings.length && cell !== '')
    if (over >= 0)
      return {
        ...row,
        target,
        problem: `has more cells than there are headings; the first is “${cells[over]}”.`,
      }
    const changes: CsvChange[] = []
    for (const [place, name] of columns.entries()) {
      const typed = cells[place]
      if (!name || !typed) continue
      const to = readValue(name, typed, by)
      if (to === null) return { ...row, target, problem: unknownValue(name, typed) }
      if (to !== target.fields[name]) changes.push({ name, from: target.fields[name], to })
    }
    return { ...row, target, changes, problem: faultOfFields(rules, target, changes, by) }
  })
  return { rows, notes: [...table.notes, ...notesOf(table.headings, columns, at)] }
}

function keyColumn(headings: readonly string[], by: CsvKey): number {
  const { heading, others } = KEYS[by]
  const names = [heading.toLowerCase(), ...others]
  return headings.findIndex((each) => names.includes(each.toLowerCase()))
}

function fieldOf(heading: string): FieldName | undefined {
  const plain = heading.toLowerCase()
  if (plain === 'answers link') return 'referenceLink'
  return FIELD_NAMES.find((name) => {
    const { label, formLabel = label } = PAPER_FIELDS[name]
    return [name, label, formLabel].some((each) => each.toLowerCase() === plain)
  })
}

function notesOf(headings: readonly string[], columns: (FieldName | undefined)[], key: number): string[] {
  const written = [KEYS.file, KEYS.id].map(({ heading }) => heading)
  const known = [...written, ...FURTHER.map(([heading]) => heading)].map((each) => each.toLowerCase())
  const unknown = headings.filter(
    (heading, at) => heading && !columns[at] && at !== key && !known.includes(heading.toLowerCase()),
  )
  const labels = FIELD_NAMES.map((name) => PAPER_FIELDS[name].label).join(', ')
  const twice = columns.find((name, at) => name && columns.indexOf(name) !== at)
  return [
    ...unknown.map((heading) => `The column “${heading}” is left out: known are ${labels}.`),
    ...(twice ? [`Two columns are called “${PAPER_FIELDS[twice].label}”: the last one counts.`] : []),
    ...(columns.some(Boolean) ? [] : [`No column has a field to change: known are ${labels}.`]),
  ]
}

function faultOfKey(by: CsvKey, key: string, found: CsvTarget[], before: number | undefined): string | null {
  if (key === '') return by === 'file' ? 'names no file.' : 'names no paper.'
  if (before !== undefined) return `names “${key}” again, as row ${before} does; one of them is to go.`
  if (found.length === 0)
    return by === 'file'
      ? `no file in the inbox is called “${key}”.`
      : `there is no paper with the id “${key}”.`
  return found.length > 1 ? `${found.length} files in the inbox are called “${key}”; rename one.` : null
}

const MISSING = /^[-–—]$/

/** As the form has it; null for what the field cannot be. A dash empties what may be empty. */
function readValue(name: FieldName, typed: string, by: CsvKey): string | null {
  const { values, only } = PAPER_FIELDS[name]
  const plain = typed.toLowerCase()
  const isOptional = !['title', 'degree', 'subject', 'month', 'year'].includes(name)
  if (isOptional && MISSING.test(typed)) return ''
  if (name === 'degree')
    return DEGREES.find((degree) => [degree.slug, degree.name.toLowerCase()].includes(plain))?.slug ?? null
  if (name === 'subject' && plain === ALL_SUBJECTS_NAME.toLowerCase())
    return by === 'file' ? '' : ALL_SUBJECTS
  if (name === 'month')
    return MONTHS.find((month) => plain.length >= 3 && month.toLowerCase().startsWith(plain)) ?? null
  if (values)
    return values.find((value) => value.toLowerCase() === plain) ?? (only && plain === '' ? '' : null)
  return typed
}

function unknownValue(name: FieldName, typed: string): string {
  const { label, values = [] } = PAPER_FIELDS[name]
  const examples = name === 'degree' ? '12th CBSE, 10th State, JEE, NEET' : values.slice(0, 15).join(', ')
  return `“${typed}” is nothing that ${label} can be: write ${examples}${name !== 'degree' && values.length > 15 ? ' …' : ''}.`
}

/** In the inbox a field may be missing still; what the row says must be right. */
function faultOfFields(
  rules: ReturnType<typeof paperSubmission>,
  { fields }: CsvTarget,
  changes: CsvChange[],
  by: CsvKey,
): string | null {
  if (changes.length === 0) return null
  const lost = changes.find(({ to }) => /\?{3}|\ufffd/.test(to))
  if (lost)
    return `“${lost.to}” has lost its letters: save the table as “CSV UTF-8”, which keeps Tamil and Hindi.`
  const next = { ...fields, ...Object.fromEntries(changes.map(({ name, to }) => [name, to])) }
  const stray = changes.find(({ name, to }) => to !== '' && !hasField(next.degree, name))
  if (stray) return `papers of ${shownAs('degree', next.degree)} have no ${PAPER_FIELDS[stray.name].label}.`
  const names: string[] = changes.map(({ name }) => name)
  const issues = rules.safeParse({ ...next, subject: next.subject || ALL_SUBJECTS }).error?.issues ?? []
  const issue = issues.find(({ path }) => by === 'id' || names.includes(String(path[0])))
  return issue?.message ?? null
}

/** Tables as spreadsheets write and read them. Safe in the browser. */

/** Rows at once; more would be looked through by nobody. */
export const CSV_ROWS = 10_000
export const CSV_BYTES = 10 * 1024 * 1024

/** `line` is the row's number in the spreadsheet, whose first row has the headings; `notes` say how the file was read. */
export type CsvTable = { headings: string[]; rows: { line: number; cells: string[] }[]; notes: string[] }

/** What a spreadsheet would take for a formula gets an apostrophe before it, as it does there. */
export function writeCsv(headings: readonly string[], rows: readonly (string | number)[][]): string {
  const data = rows.map((row) => row.map(String))
  // Excel takes a file without its mark for one in the encoding of the machine.
  return `\ufeff${Papa.unparse({ fields: [...headings], data }, { escapeFormulae: true, newline: '\r\n' })}\r\n`
}

const ESCAPED = /^'(?=[=+\-@\t\r])/

/** Of a file in any encoding that spreadsheets write, with commas, semicolons or tabs; else a sentence that says what to do. */
export function readCsv(bytes: Uint8Array): CsvTable | { fault: string } {
  if (bytes.length > CSV_BYTES)
    return { fault: `The file is larger than ${CSV_BYTES / 1024 ** 2} MiB; cut the table in two.` }
  const decoded = decode(bytes)
  if ('fault' in decoded) return decoded
  const { text, notes } = decoded
  const [, separator] = /^sep=(.)\r?\n/i.exec(text) ?? []
  const { data, errors } = Papa.parse<string[]>(separator ? text.replace(/^.*\r?\n/, '') : text, {
    delimiter: separator,
    delimitersToGuess: [',', ';', '\t'],
  })
  const before = separator ? 2 : 1
  const unclosed = errors.find(({ type }) => type === 'Quotes')
  if (unclosed) {
    const line = (unclosed.row ?? 0) + before
    return { fault: `Row ${line}: a quotation mark is not closed, so that all after it would be one cell.` }
  }
  const [headings = [], ...others] = data
  const rows = others
    .map((cells, at) => ({
      line: at + before + 1,
      cells: cells.map((cell) => cell.trim().replace(ESCAPED, '')),
    }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  if (rows.length === 0) return { fault: 'The table has no rows below its headings.' }
  if (rows.length > CSV_ROWS) {
    const many = [rows.length, CSV_ROWS].map((count) => count.toLocaleString('en-IN'))
    return { fault: `The table has ${many[0]} rows, and ${many[1]} go at once; cut it into parts.` }
  }
  return { headings: headings.map((heading) => heading.trim()), rows, notes }
}

function decode(bytes: Uint8Array): { text: string; notes: string[] } | { fault: string } {
  const [first, second, third] = bytes
  if (first === 0x50 && second === 0x4b)
    return { fault: 'This is an Excel workbook. In Excel, save it as “CSV UTF-8”, and choose that file.' }
  if (first === 0xd0 && second === 0xcf)
    return { fault: 'This is an old Excel workbook. In Excel, save it as “CSV UTF-8”, and choose that file.' }
  const wide = widthOf(bytes)
  if (wide) return { text: new TextDecoder(wide).decode(bytes), notes: ['The file was read as UTF-16.'] }
  if (bytes.includes(0)) return { fault: 'This is no table: the file holds bytes that no text has.' }
  try {
    const hasMark = first === 0xef && second === 0xbb && third === 0xbf
    return {
      text: new TextDecoder('utf-8', { fatal: true }).decode(hasMark ? bytes.subarray(3) : bytes),
      notes: [],
    }
  } catch {
    const note =
      'The file is not UTF-8 and was read as Windows-1252: look at letters such as é. In Excel, “CSV UTF-8” keeps all letters.'
    return { text: new TextDecoder('windows-1252').decode(bytes), notes: [note] }
  }
}

/** By its mark, or where every other byte of the beginning is zero. */
function widthOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const zeros = [0, 1].map((from) =>
    bytes.subarray(0, 200).filter((byte, at) => byte === 0 && at % 2 === from),
  )
  const least = Math.min(bytes.length, 200) / 4
  if ((zeros[1]?.length ?? 0) > least) return 'utf-16le'
  return (zeros[0]?.length ?? 0) > least ? 'utf-16be' : null
}
