import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Duplicate, DuplicateQuestion } from '#domain/duplicates/duplicate.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { FIELDS, openSite, publish, type SignedIn, type Site } from '../support/site.ts'
import { newUploadId, sendAhead } from '../support/uploads.ts'

const FILE = plainPdf({ text: 'The very same bytes' })
const SHA256 = createHash('sha256').update(FILE).digest('hex')
const { subject, month, year } = FIELDS as Record<'subject' | 'month' | 'year', string>
const SHELF = { degree: '10th-cbse', subject, month, year }

let site: Site
let admin: SignedIn
let matrices: Paper
let binned: Paper
beforeAll(async () => {
  site = await openSite()
  admin = await site.signIn()
  matrices = await publish(site, admin, { ...SHELF, title: 'Matrices and determinants' }, FILE)
  binned = await publish(site, admin, { ...SHELF, title: 'Determinants & Matrices' })
  await publish(site, admin, { ...SHELF, title: 'Board paper 30/1/1' })
  await publish(site, admin, { ...SHELF, title: 'Matrices and determinants', month: 'March' })
  await publish(site, admin, { ...SHELF, title: 'Matrices and determinants', degree: '10th-state' })
  await site.fetch(`/api/admin/papers/${binned.id}`, { method: 'DELETE', headers: admin.headers })
})
afterAll(() => site.end())

async function ask(files: object[]) {
  return await site.fetch('/api/admin/duplicates', {
    method: 'POST',
    headers: { ...admin.headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ files }),
  })
}

async function duplicatesOf(question: Omit<DuplicateQuestion, 'key'>): Promise<[string, string, boolean][]> {
  const { duplicates } = (await (await ask([{ key: 'one', ...question }])).json()) as {
    duplicates: Record<string, Duplicate[]>
  }
  return (duplicates.one ?? []).map(({ paper, reason, binned: isBinned }) => [paper.title, reason, isBinned])
}

test('the same bytes are told, whatever the fields say', async () => {
  expect(await duplicatesOf({ sha256: SHA256 })).toEqual([['Matrices and determinants', 'same-file', false]])
  expect(await duplicatesOf({ sha256: SHA256, ...SHELF, title: 'Geometry', degree: 'neet' })).toEqual([
    ['Matrices and determinants', 'same-file', false],
  ])
  expect(await duplicatesOf({ sha256: '0'.repeat(64) })).toEqual([])
})

test('the same paper is told by class, subject, month, year and a like title, also from the bin', async () => {
  expect(await duplicatesOf({ ...SHELF, title: 'Matrices, determinants (Maths)' })).toEqual([
    ['Matrices and determinants', 'same-paper', false],
    ['Determinants & Matrices', 'same-paper', true],
  ])
})

test('each paper is told once, the one with the same bytes first', async () => {
  expect(await duplicatesOf({ sha256: SHA256, ...SHELF, title: 'matrices & determinants' })).toEqual([
    ['Matrices and determinants', 'same-file', false],
    ['Determinants & Matrices', 'same-paper', true],
  ])
})

test('a duplicate shows the whole paper as the admin area sees it', async () => {
  const { duplicates } = await (await ask([{ key: 'a', sha256: SHA256 }])).json()
  expect(duplicates.a[0].paper).toMatchObject({
    ...matrices,
    version: 1,
    binnedAt: null,
    originalName: 'paper.pdf',
  })
})

test.each([
  ['another code', { title: 'Board paper 30/1/2' }],
  ['another title', { title: 'Trigonometry' }],
  ['another month', { month: 'April' }],
  ['another year', { year: '2023' }],
  ['another class', { degree: '9th-cbse' }],
  ['another subject', { subject: 'Science' }],
  ['no year yet', { year: undefined }],
  ['a year that is none', { year: 'soon' }],
  ['no subject yet', { subject: undefined }],
  ['an unknown class', { degree: '13th-cbse' }],
])('with %s there is no duplicate', async (_what, fields) => {
  expect(await duplicatesOf({ ...SHELF, title: 'Matrices and determinants', ...fields })).toEqual([])
})

test('the same code is a duplicate', async () => {
  expect(await duplicatesOf({ ...SHELF, title: 'Maths 30 / 1 / 1' })).toEqual([
    ['Board paper 30/1/1', 'same-paper', false],
  ])
})

test('another variant, or another page 1, is another paper, and the same words there are the same paper', async () => {
  const page = Array.from(
    { length: 50 },
    (_, at) => `word${'abcdefghij'[at % 10]}${'klmno'[Math.floor(at / 10)]}`,
  )
  const shelf = { ...SHELF, year: '2021' }
  const sitting = { title: 'Bihar Board', variant: 'First Sitting' }
  const first = await publish(site, admin, { ...shelf, ...sitting })
  const { fileKey } = await site.app.db
    .selectFrom('papers')
    .select('fileKey')
    .where('id', '=', first.id)
    .executeTakeFirstOrThrow()
  await site.app.db
    .insertInto('pageTexts')
    .values({ fileKey, page: 1, text: page.join(' ') })
    .execute()
  const asked = async (fields: object, words: string[]) => {
    const key = newUploadId()
    await sendAhead(site, admin, key)
    const firstPage = words.join(' ')
    await site.app.db.updateTable('inbox').set({ firstPage }).where('uploadId', '=', key).execute()
    const answer = await (await ask([{ key, ...shelf, ...fields }])).json()
    return (answer.duplicates as Record<string, Duplicate[]>)[key]?.map(({ isSure }) => isSure)
  }
  const reversed = page.toReversed()
  expect(await asked({ ...sitting, variant: 'Second Sitting' }, reversed)).toEqual([])
  expect(await asked(sitting, reversed)).toEqual([false])
  expect(await asked(sitting, [])).toEqual([false])
  const others = page.map((word) => `other${word}`)
  expect(await asked(sitting, others)).toEqual([])
  // Whatever the title says, if the fields agree.
  expect(await asked({ title: 'Question paper' }, page)).toEqual([true])
  expect(await asked({ title: 'Question paper', month: 'April' }, page)).toEqual([])
})

test('at most five are told for a file, and many files are asked at once', async () => {
  for (let at = 0; at < 7; at++)
    await publish(site, admin, { title: 'Many of a kind', degree: 'tnpsc' }, FILE)
  const questions = Array.from({ length: 20 }, (_, at) => ({ key: `__proto__${at || ''}`, sha256: SHA256 }))
  const { duplicates } = await (await ask(questions)).json()
  const lists = Object.values(duplicates as Record<string, Duplicate[]>)
  expect(lists.map((list) => list.length)).toEqual(Array.from({ length: 20 }, () => 5))
  expect(await duplicatesOf({ ...SHELF, title: 'Many of a kind', degree: 'tnpsc' })).toHaveLength(5)
})

test.each([
  [{ files: [] }, 'files'],
  [{ files: Array.from({ length: 21 }, (_, at) => ({ key: `k${at}` })) }, 'files'],
  [{ files: [{ key: 'a', sha256: 'ABC' }] }, 'files.0.sha256'],
  [{ files: [{ key: '' }] }, 'files.0.key'],
  [{ files: [{ key: 'a', size: 3 }] }, 'size'],
  [{ files: 'all' }, 'files'],
])('%j is refused by name', async (body, field) => {
  const answer = await site.fetch('/api/admin/duplicates', {
    method: 'POST',
    headers: { ...admin.headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  const problem = await answer.json()
  expect([answer.status, problem.code, problem.field]).toEqual([422, 'invalid-request', field])
})
