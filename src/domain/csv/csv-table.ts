import Papa from 'papaparse'

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
