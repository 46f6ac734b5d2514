import { expect, test } from 'vitest'
import {
  CSV_BYTES,
  type CsvTable,
  type CsvTarget,
  keysIn,
  planCsv,
  readCsv,
  writeCsv,
  writePapers,
} from '#domain/admin-list/papers-csv.ts'
import type { AdminPaper } from '#domain/paper/admin-paper.ts'
import { EMPTY_FIELDS } from '#domain/paper/form-fields.ts'

const NOW = new Date('2026-11-29T10:00:00Z')
const utf8 = (text: string) => new TextEncoder().encode(text)
const tableOf = (text: string) => readCsv(utf8(text)) as CsvTable
const faultOf = (bytes: Uint8Array) => (readCsv(bytes) as { fault: string }).fault

/** In two bytes each, the low one first unless `big`. */
function utf16(text: string, { mark = true, big = false } = {}): Uint8Array {
  const bytes = Buffer.from(mark ? `\ufeff${text}` : text, 'utf16le')
  return big ? bytes.swap16() : bytes
}

const PHYSICS: CsvTarget = {
  id: 'upload-1',
  title: 'physics.pdf',
  fields: {
    ...EMPTY_FIELDS,
    title: 'Physics',
    degree: '12th-cbse',
    subject: 'Physics',
    month: 'March',
    year: '2024',
  },
}
const targets = new Map([
  ['physics.pdf', [PHYSICS]],
  ['twice.pdf', [PHYSICS, { ...PHYSICS, id: 'upload-2' }]],
  ['board.pdf', [{ ...PHYSICS, fields: { ...PHYSICS.fields, degree: '10th-state', board: 'Bihar' } }]],
])
const plan = (text: string) => planCsv(tableOf(text), 'file', targets, NOW)

test('a table is read in whatever encoding and with whatever separator a spreadsheet wrote it', () => {
  const rows = [['தமிழ்', 'é']]
  const cells = (bytes: Uint8Array) => (readCsv(bytes) as CsvTable).rows.map((row) => row.cells)
  expect(cells(utf8('File name,Title\r\nதமிழ்,é\r\n'))).toEqual(rows)
  expect(cells(utf8('\ufeffFile name;Title\nதமிழ்;é'))).toEqual(rows)
  expect(cells(utf8('sep=;\r\nFile name;Title\r\nதமிழ்;é'))).toEqual(rows)
  for (const options of [{}, { big: true }, { mark: false }, { mark: false, big: true }])
    expect(cells(utf16('File name\tTitle and more\nதமிழ்\té', options))).toEqual(rows)
  const windows = readCsv(Buffer.from('File name,Title\r\nb,caf\u00e9\r\n', 'latin1')) as CsvTable
  expect(windows.rows).toEqual([{ line: 2, cells: ['b', 'café'] }])
  expect(windows.notes).toEqual([expect.stringContaining('was read as Windows-1252')])
})

test('what is no table says what to do', () => {
  expect(faultOf(Buffer.from('PK\u0003\u0004'))).toContain('save it as “CSV UTF-8”')
  expect(faultOf(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]))).toContain('old Excel workbook')
  expect(faultOf(utf8('Title\n'))).toBe('The table has no rows below its headings.')
  expect(faultOf(utf8('a\0b'.repeat(3)))).toContain('This is no table')
  expect(faultOf(new Uint8Array(CSV_BYTES + 1))).toContain('larger than 10 MiB')
  expect(faultOf(utf8('File name,Title\na.pdf,"never closed\nb.pdf,x'))).toMatch(
    /^Row 2: a quotation mark is not closed/,
  )
  const many = `File name,Title\n${Array.from({ length: 10_001 }, (_, at) => `${at}.pdf,x`).join('\n')}`
  expect(faultOf(utf8(many))).toContain('The table has 10,001 rows, and 10,000 go at once')
})

test('rows keep the numbers that the spreadsheet shows, empty ones between them too', () => {
  const { rows } = tableOf('File name,Title\na.pdf,"two\nlines"\n,\n\nb.pdf,x\n')
  expect(rows).toEqual([
    { line: 2, cells: ['a.pdf', 'two\nlines'] },
    { line: 5, cells: ['b.pdf', 'x'] },
  ])
})

test('what looks like a formula is written as text, and read as it was', () => {
  const text = writeCsv(['Title'], [['=1+1'], ['@x'], ['-5'], ['plain, with "quotes"']])
  expect(text.startsWith('\ufeff')).toBe(true)
  expect(text).toContain("'=1+1")
  expect(tableOf(text).rows.map(({ cells }) => cells[0])).toEqual([
    '=1+1',
    '@x',
    '-5',
    'plain, with "quotes"',
  ])
})

test('the dry run says row by row what will change, in the words of the form', () => {
  const { rows, notes } = plan(
    'file name,TITLE,degree,subject,Month,Medium,Year,Colour\n' +
      'Physics.PDF,Optics,10th State,biology,jul,tamil,,red\nphysics.pdf,x,,,,,,\n',
  )
  expect(rows[0]).toMatchObject({ line: 2, problem: null })
  expect(rows[0]?.changes).toEqual([
    { name: 'title', from: 'Physics', to: 'Optics' },
    { name: 'degree', from: '12th-cbse', to: '10th-state' },
    { name: 'subject', from: 'Physics', to: 'Biology' },
    { name: 'month', from: 'March', to: 'July' },
    { name: 'medium', from: '', to: 'Tamil' },
  ])
  expect(notes).toEqual([expect.stringMatching(/^The column “Colour” is left out: known are Title, Degree,/)])
  expect(rows[1]?.problem).toBe('names “physics.pdf” again, as row 2 does; one of them is to go.')
})

test('each row that cannot be used has its sentence', () => {
  const { rows } = plan(
    [
      'File name,Title,Degree,Subject,Year,Board,Reference Link',
      ',x',
      'nowhere.pdf,x',
      'twice.pdf,x',
      'physics.pdf,,13th CBSE',
      'board.pdf,,,,,-,,more',
    ].join('\n'),
  )
  expect(rows.map(({ line, problem }) => [line, problem])).toEqual([
    [2, 'names no file.'],
    [3, 'no file in the inbox is called “nowhere.pdf”.'],
    [4, '2 files in the inbox are called “twice.pdf”; rename one.'],
    [5, '“13th CBSE” is nothing that Degree can be: write 12th CBSE, 10th State, JEE, NEET.'],
    [6, 'has more cells than there are headings; the first is “more”.'],
  ])
  const one = (row: string) => plan(`File name,Title,Subject,Year,Board,Reference Link\n${row}`).rows[0]
  expect(one('physics.pdf,,Alchemy')?.problem).toMatch(
    /^“Alchemy” is nothing that Subject can be: write Mathematics/,
  )
  expect(one('physics.pdf,,,1950')?.problem).toBe('Choose a year from 1990 to 2026.')
  expect(one('physics.pdf,,,,Bihar')?.problem).toBe('papers of 12th CBSE have no Board.')
  expect(one('physics.pdf,,,,,ftp://x')?.problem).toContain('must be an address that begins with http')
  expect(one('physics.pdf,???? ????')?.problem).toContain('has lost its letters')
  expect(one('board.pdf,,,,–')?.changes).toEqual([{ name: 'board', from: 'Bihar', to: '' }])
  expect(one('physics.pdf,Physics,Physics,2024')).toMatchObject({ changes: [], problem: null })
})

test('without a column that names the file, or the paper, nothing is planned', () => {
  const table = tableOf('Title,Year\nx,2024')
  expect(keysIn(table, 'file')).toEqual({
    fault: 'No column says which file a row is for: name one “File name”. The headings are: Title, Year.',
  })
  expect(keysIn(tableOf('Id,Title\na,x\na,y\n,z'), 'id')).toEqual(['a'])
})

test('ten thousand rows are planned within a second', () => {
  const rows = Array.from({ length: 10_000 }, (_, at) => `physics.pdf,Title ${at}`)
  const started = performance.now()
  expect(plan(`File name,Title\n${rows.join('\n')}`).rows).toHaveLength(10_000)
  expect(performance.now() - started).toBeLessThan(10_000)
})

test('what the admin area downloads says nothing new when it is chosen again', () => {
  const paper = {
    ...{
      id: 'abcd2345efgh',
      title: '=Optics',
      type: 'cbse',
      grade: '12',
      subject: 'all',
      month: 'March',
      year: 2024,
    },
    ...{
      variant: 'Set 3',
      medium: '',
      kind: 'Notes',
      board: '',
      referenceLink: '/files/x/a.pdf',
      answers: 'file',
    },
    ...{ link: '/files/x/y.pdf', views: 7, pages: 3, size: 900, version: 2, originalName: 'y.pdf' },
    ...{ publishedAt: '', changedAt: '', hiddenAt: null, showAt: null },
  } as unknown as AdminPaper
  const text = writePapers([paper], 'https://centre.example')
  expect(text).toContain('https://centre.example/papers/abcd2345efgh/')
  const fields = {
    ...EMPTY_FIELDS,
    ...{ title: '=Optics', degree: '12th-cbse', subject: 'all', month: 'March', year: '2024' },
    ...{ variant: 'Set 3', kind: 'Notes' },
  }
  const known = new Map([['abcd2345efgh', [{ id: paper.id, title: paper.title, version: 2, fields }]]])
  const { rows, notes } = planCsv(tableOf(text), 'id', known, NOW)
  expect([rows[0]?.changes, rows[0]?.problem, notes]).toEqual([[], null, []])
})
