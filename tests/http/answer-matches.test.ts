import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AdminPaper } from '#domain/paper/admin-paper.ts'
import { FIFTEEN_PAPERS } from '../support/real-papers.ts'
import { FIELDS, openSite, type SignedIn, type Site, uploadBody } from '../support/site.ts'
import { stateOf } from '../support/stored.ts'
import { postPaper } from '../support/uploads.ts'

let site: Site
let admin: SignedIn
beforeAll(async () => {
  site = await openSite()
  admin = await site.signIn()
})
afterAll(() => site.end())

async function publishFile(fileName: string, fields: Record<string, string>, file?: Uint8Array) {
  const answer = await postPaper(
    site,
    admin.headers,
    uploadBody({ ...FIELDS, ...fields }, { fileName, file }),
  )
  expect(answer.status).toBe(201)
  return (await answer.json()) as AdminPaper
}

async function ask(body: unknown) {
  const answer = await site.fetch('/api/admin/answer-matches', {
    method: 'POST',
    headers: { ...admin.headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: await answer.json() }
}

type Match = { name: string; candidates: { paper: AdminPaper; sure: boolean }[] }

async function match(...names: string[]): Promise<Match[]> {
  const { status, body } = await ask({ names })
  expect(status).toBe(200)
  return body.matches
}

test('a paper is found by the name that its file had, whatever its title and year became', async () => {
  const paper = await publishFile('55-3-1 Physics.pdf', { title: 'Delhi board paper', subject: 'Physics' })
  await publishFile('55-3-2 Physics.pdf', { title: 'Outside Delhi board paper', subject: 'Physics' })
  const changed = await site.fetch(`/api/admin/papers/${paper.id}`, {
    method: 'PATCH',
    headers: { ...admin.headers, 'Content-Type': 'application/json', 'If-Match': '"1"' },
    body: JSON.stringify({ title: 'Delhi board paper, corrected', year: '2019' }),
  })
  expect(changed.status).toBe(200)
  const [found] = await match('55-3-1_physics_ANSWERS.PDF')
  expect(found?.name).toBe('55-3-1_physics_ANSWERS.PDF')
  expect(found?.candidates[0]).toMatchObject({
    sure: true,
    paper: {
      id: paper.id,
      title: 'Delhi board paper, corrected',
      originalName: '55-3-1 Physics.pdf',
      version: 2,
      answers: null,
    },
  })
})

test('names are answered in their order, with nothing where nothing is like them', async () => {
  await publishFile('scan0007.pdf', { title: 'Chapter test: Quadratic equations', degree: '10th-cbse' })
  await publishFile('scan0008.pdf', {
    title: 'அரையாண்டு மாதிரித் தேர்வு: கணிதம்',
    degree: '10th-state',
    subject: 'Mathematics',
  })
  const found = await match(
    'zzz unheard of.pdf',
    'Quadratic equations chapter test - key.pdf',
    'அரையாண்டு மாதிரித் தேர்வு கணிதம் விடைகள்.pdf',
    'key.pdf',
  )
  expect(found.map(({ candidates }) => candidates[0]?.paper.title)).toEqual([
    undefined,
    'Chapter test: Quadratic equations',
    'அரையாண்டு மாதிரித் தேர்வு: கணிதம்',
    undefined,
  ])
  expect(found[1]?.candidates[0]?.sure).toBe(true)
})

test('a paper in the bin is not offered, and asking changes nothing', async () => {
  const paper = await publishFile('binned-one.pdf', { title: 'To be thrown away' })
  await site.fetch(`/api/admin/papers/${paper.id}`, { method: 'DELETE', headers: admin.headers })
  const before = await stateOf(site.dataDir)
  expect((await match('binned-one answers.pdf'))[0]?.candidates).toEqual([])
  expect(await stateOf(site.dataDir)).toEqual(before)
})

test.each([
  [{}, 'names'],
  [{ names: [] }, 'names'],
  [{ names: 'a.pdf' }, 'names'],
  [{ names: ['a.pdf', 5] }, 'names.1'],
  [{ names: [''] }, 'names.0'],
  [{ names: ['x'.repeat(301)] }, 'names.0'],
  [{ names: Array.from({ length: 51 }, () => 'a.pdf') }, 'names'],
  [{ names: ['a.pdf'], more: true }, 'more'],
  [[], undefined],
])('%j is refused', async (body, field) => {
  const answer = await ask(body)
  expect([answer.status, answer.body.field]).toEqual([422, field])
})

test.each([
  '../../etc/passwd.pdf',
  '" OR 1=1 --.pdf',
  '%_%*^NEAR(.pdf',
  '\u0000\ud800.pdf',
  `${'a-'.repeat(149)}b`,
  'answers answers answers.pdf',
])('the odd name %j is answered', async (name) => {
  expect(await match(name)).toHaveLength(1)
})

test('fifty names are answered', async () => {
  const names = Array.from(
    { length: 50 },
    (_, at) => `CBSE Class 12 Physics 20${at + 10} 55-2-${at % 9} answer key.pdf`,
  )
  expect(await match(...names)).toHaveLength(50)
})

test('fifteen papers are found again by the names that their answers would have', {
  timeout: 120_000,
}, async () => {
  const files = FIFTEEN_PAPERS.map(({ name }) => name)
  const ids = new Map<string, string>()
  for (const [at, { name, path }] of FIFTEEN_PAPERS.entries()) {
    const fields = { title: `Real paper ${at + 1}`, year: '2020', degree: '12th-cbse' }
    ids.set(name, (await publishFile(name, fields, readFileSync(path))).id)
  }
  for (const write of [
    (stem: string) => `${stem} answers.pdf`,
    (stem: string) => `Answer key - ${stem}.pdf`,
    (stem: string) => `${stem.replaceAll(' ', '_')}_MS (1).pdf`,
  ]) {
    const names = files.map((name) => write(name.replace(/\.pdf$/, '')))
    const found = await match(...names)
    expect(found.map(({ candidates }) => candidates[0]?.paper.id)).toEqual(files.map((name) => ids.get(name)))
  }
})
