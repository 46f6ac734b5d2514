import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CsvTable, readCsv } from '#domain/admin-list/papers-csv.ts'
import { readHints } from '#domain/autofill/read-hints.ts'
import { paperPath } from '#domain/paper/facts.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { addQuestions } from '../support/made-questions.ts'
import { type PaperClient, paperClient } from '../support/paper-client.ts'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'
import { expectWhole } from '../support/stored.ts'

let site: Site
let admin: SignedIn
let client: PaperClient
let sheet: Paper
let paper: Paper
beforeAll(async () => {
  site = await openSite()
  admin = await site.signIn()
  client = paperClient(site, admin)
  sheet = await publish(site, admin, { title: 'Trigonometry at a glance', kind: 'Formula sheet' })
  paper = await publish(site, admin, { title: 'Unit test' }, plainPdf({ text: 'unit test' }))
  await addQuestions(
    site,
    [sheet, [{ text: 'What a marmot says of sines', marks: 2 }]],
    [paper, [{ text: 'What a marmot asks of sines', marks: 2 }]],
  )
})
afterAll(() => site.end())

const page = async (path: string) => (await (await site.fetch(path)).text()).replaceAll('<!-- -->', '')
const found = async (query: string) =>
  ((await (await site.fetch(`/api/papers?${query}`)).json()).papers as Paper[]).map(({ title }) => title)

test('study material has its kind, its mark, its filter and its words in three languages', async () => {
  expect(sheet.kind).toBe('Formula sheet')
  expect(paper.kind).toBe('')
  expect(await page('/practice')).toMatch(/<span class="badge">Formula sheet<\/span>/)
  expect(await page('/ta/practice')).toContain('சூத்திரத் தாள்')
  expect(await page('/hi/practice')).toContain('सूत्र पत्र')
  expect(await page('/practice')).toContain('<option value="Formula sheet">Formula sheet (1)</option>')
  expect(await found('kind=Formula+sheet')).toEqual([sheet.title])
  expect((await site.fetch('/api/papers?kind=Comic')).status).toBe(422)
  for (const q of ['formula sheet', 'formulas', 'சூத்திரங்கள்', 'सूत्र'])
    expect([q, await found(`q=${encodeURIComponent(q)}`)]).toEqual([q, [sheet.title]])
  await expectWhole(site.dataDir)
})

test('it lists no questions, is not sat, and its questions are found nowhere, until it is a question paper', async () => {
  const questionsOf = async ({ id }: Paper) =>
    ((await (await site.fetch(`/api/papers/${id}/questions`)).json()).questions ?? []).length
  expect([await questionsOf(sheet), await questionsOf(paper)]).toEqual([0, 1])
  expect((await site.fetch(`/papers/${sheet.id}/sit`)).status).toBe(404)
  expect((await site.fetch(`/papers/${paper.id}/sit`)).status).toBe(200)
  expect(await page(paperPath(sheet))).toContain('Formula sheet')
  // As its own pages are indexed again with the change.
  await client.revise(sheet.id, { kind: '' })
  expect(await questionsOf(sheet)).toBe(1)
  const asked = async () => (await (await site.fetch('/api/questions?q=marmot')).json()).questions.length
  expect(await asked()).toBe(2)
  await client.together({ action: 'change', ids: [sheet.id], change: { kind: 'Notes' } })
  expect(await asked()).toBe(1)
  expect((await client.get(sheet.id)).body.kind).toBe('Notes')
  expect((await client.revise(sheet.id, { kind: 'Comic' })).status).toBe(422)
  await client.revise(sheet.id, { kind: 'Formula sheet' })
  const [entry] = await client.journal(sheet.id)
  expect(entry).toMatchObject({ before: { kind: 'Notes' }, after: { kind: 'Formula sheet' } })
})

test('names of files tell the kind, unless they name a paper', () => {
  const kindOf = (fileName: string, firstPage = '') =>
    readHints({ fileName, firstPage, now: new Date('2026-11-29T00:00:00Z') }).kind
  expect(kindOf('Class_12_Maths_Formulae.pdf')).toEqual({ value: 'Formula sheet', sure: true })
  expect(kindOf('10th science notes chapter 3.pdf')).toEqual({ value: 'Notes', sure: true })
  expect(kindOf('CBSE Class 11 Physics Syllabus 2025-26.pdf')).toEqual({ value: 'Syllabus', sure: true })
  expect(kindOf('NCERT Class 9 Maths.pdf')).toEqual({ value: 'Textbook', sure: false })
  expect(kindOf('scan01.pdf', 'STUDY MATERIAL\nClass XII')).toEqual({ value: 'Notes', sure: false })
  for (const name of [
    'Maths formula test.pdf',
    '12th Physics old syllabus question paper 2019.pdf',
    'NCERT solutions.pdf',
    'CBSE_12_Physics_March_2024.pdf',
  ])
    expect([name, kindOf(name)]).toEqual([name, null])
})

test('the list is downloaded as it is narrowed, for administrators alone, and looked up by ids', async () => {
  const csv = (query = '', headers: HeadersInit = admin.headers) =>
    site.fetch(`/api/admin/papers.csv${query}`, { headers })
  expect((await csv('', { Origin: site.origin })).status).toBe(401)
  expect((await csv('?show=nothing')).status).toBe(422)
  const answer = await csv('?q=trigonometry')
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const bytes = new Uint8Array(await answer.arrayBuffer())
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const table = readCsv(bytes) as CsvTable
  expect(table.rows).toHaveLength(1)
  const row = Object.fromEntries(table.headings.map((heading, at) => [heading, table.rows[0]?.cells[at]]))
  expect(row).toMatchObject({
    ...{ Id: sheet.id, Title: sheet.title, Degree: '12th CBSE', Kind: 'Formula sheet', Year: '2024' },
    ...{ 'File name': 'paper.pdf', Views: '0', Page: site.origin + paperPath(sheet) },
  })
  await client.call('PUT', `/papers/${paper.id}/visibility`, {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ hidden: true }),
  })
  const hidden = readCsv(new Uint8Array(await (await csv('?show=hidden')).arrayBuffer())) as CsvTable
  expect(hidden.rows.map(({ cells }) => cells[0])).toEqual([paper.id])
  const named = (ids: unknown) =>
    client.call('POST', '/papers/named', {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ids }),
    })
  const both = (await named([sheet.id, paper.id, 'none'])).body as unknown as { papers: Paper[] }
  expect(both.papers.map(({ id }) => id)).toEqual([sheet.id, paper.id])
  expect((await named([])).status).toBe(422)
})
