import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Entry } from '#domain/journal/entry.ts'
import { openSite, type SignedIn, type Site } from '../support/site.ts'

let site: Site
let admin: SignedIn
let atFirst: Record<string, number | null>
beforeAll(async () => {
  site = await openSite()
  admin = await site.signIn()
  atFirst = await prices()
})
afterAll(() => site.end())
beforeEach(async () => {
  await put({ 'jee-mon': 499, 'jee-ann': 4999, 'neet-ann': null })
})

async function put(sent: unknown, body = JSON.stringify(sent)) {
  const answer = await site.fetch('/api/admin/prices', {
    method: 'PUT',
    headers: { ...admin.headers, 'Content-Type': 'application/json' },
    body,
  })
  return { status: answer.status, body: await answer.json() }
}

async function prices() {
  return (await (await site.fetch('/api/pricing')).json()).prices
}

async function journal(query = ''): Promise<Entry[]> {
  const answer = await site.fetch(`/api/admin/journal?kind=price${query}`, { headers: admin.headers })
  return (await answer.json()).entries
}

test('nine prices without a value are there at first; those sent are set, and null takes one away', async () => {
  expect(Object.values(atFirst)).toEqual(Array.from({ length: 9 }, () => null))
  const before = await prices()
  const some = { 'jee-mon': 0, '10th12th-ann': 10_000_000 }
  expect(await put(some)).toEqual({ status: 200, body: { prices: { ...before, ...some } } })
  expect(await prices()).toEqual({ ...before, ...some })
  await put({ 'jee-mon': null, '10th12th-ann': null })
  expect(await prices()).toEqual({ ...before, 'jee-mon': null })
})

test('every price that changes is written down, one that stays is not', async () => {
  const [last] = await journal()
  await put({ 'jee-mon': 499, 'jee-ann': 5499, 'neet-ann': 0 })
  const added = (await journal()).filter((entry) => entry.id > (last?.id ?? 0))
  expect(added.map(({ id: _, at: __, ...entry }) => entry)).toEqual([
    {
      author: 'priya@centre.example',
      action: 'set',
      kind: 'price',
      subjectId: 'neet-ann',
      subject: 'NEET · ANNUAL',
      before: { rupees: null },
      after: { rupees: 0 },
    },
    expect.objectContaining({
      subjectId: 'jee-ann',
      before: { rupees: 4999 },
      after: { rupees: 5499 },
    }),
  ])
})

test('a price that is no longer what its sender believed is told, and none is set', async () => {
  const before = await prices()
  const written = (await journal()).length
  const { status, body } = await put({
    'jee-mon': 599,
    'jee-ann': 9999,
    was: { 'jee-mon': 499, 'jee-ann': 4500 },
  })
  expect([status, body.code]).toEqual([409, 'changed-meanwhile'])
  expect(body.current).toEqual(before)
  expect(await prices()).toEqual(before)
  expect(await journal()).toHaveLength(written)
  const again = await put({ 'jee-mon': 599, 'jee-ann': 9999, was: { 'jee-mon': 499, 'jee-ann': 4999 } })
  expect([again.status, again.body.prices['jee-ann']]).toEqual([200, 9999])
})

test('what is believed of a price that is not changed does not matter, and a price set already is no conflict', async () => {
  expect((await put({ 'jee-mon': 500, was: { 'jee-mon': 499, 'jee-ann': 1 } })).status).toBe(200)
  const written = (await journal()).length
  expect((await put({ 'jee-mon': 500, was: { 'jee-mon': 499 } })).status).toBe(200)
  expect((await put({ 'neet-ann': 7, was: { 'neet-ann': null } })).status).toBe(200)
  expect(await journal()).toHaveLength(written + 1)
})

test.each([
  ['set first', null, 700],
  ['raised from nothing', 0, 700],
  ['took away', 700, null],
  ['made free', 700, 0],
])('a price that a colleague %s is not overwritten', async (_, believed, present) => {
  await put({ 'neet-ann': present })
  for (const _twice of [1, 2]) {
    const { status, body } = await put({ 'neet-ann': 800, was: { 'neet-ann': believed } })
    expect([status, body.code, body.current?.['neet-ann']]).toEqual([409, 'changed-meanwhile', present])
  }
  expect((await prices())['neet-ann']).toBe(present)
  expect((await put({ 'neet-ann': 800, was: { 'neet-ann': present } })).status).toBe(200)
})

test('every wrong price is named, and none is set', async () => {
  const before = await prices()
  const { status, body } = await put({
    'jee-mon': 12.5,
    'jee-ann': 5000,
    'neet-mon': 'free',
    'neet-half': -1,
  })
  expect([status, body.field]).toEqual([422, 'jee-mon'])
  expect(Object.keys(body.fields)).toEqual(['jee-mon', 'neet-mon', 'neet-half'])
  for (const sentence of Object.values(body.fields)) expect(sentence).toMatch(/whole number of rupees.*\.$/)
  expect(await prices()).toEqual(before)
})

test.each([
  [{ 'jee-mon': -1 }, 'jee-mon'],
  [{ 'jee-mon': 12.5 }, 'jee-mon'],
  [{ 'jee-mon': '499' }, 'jee-mon'],
  [{ 'jee-mon': 'free' }, 'jee-mon'],
  [{ 'jee-mon': 10_000_001 }, 'jee-mon'],
  [{ 'jee-mon': true }, 'jee-mon'],
  [{ 'jee-mon': [1] }, 'jee-mon'],
  [{ 'neet-ann': 5, 'jee-mon': -1 }, 'jee-mon'],
  [{ 'neet-ann': 5, 'jee-day': 1 }, 'jee-day'],
  [{ constructor: 1 }, 'constructor'],
  [{}, undefined],
  [[], undefined],
  ['text', undefined],
])('prices %j are refused, and none is set', async (sent, field) => {
  const before = await prices()
  const { status, body } = await put(sent)
  expect([status, body.field]).toEqual([422, field])
  expect(body.detail).toMatch(/^[A-Z].*\.$/)
  expect(body.detail).not.toContain('Invalid input')
  expect(await prices()).toEqual(before)
})

test.each(['', '{', 'null', '{"jee-mon":1}}', '{"jee-mon":1e400}'])(
  'the body %j is refused',
  async (body) => {
    const before = await prices()
    const answer = await put(null, body)
    expect([400, 422]).toContain(answer.status)
    expect(answer.body.detail).toMatch(/\.$/)
    expect(await prices()).toEqual(before)
  },
)

test.each([
  [{ was: { 'jee-mon': 1 } }, undefined],
  [{ 'jee-mon': 1, was: 5 }, 'was'],
  [{ 'jee-mon': 1, was: { 'jee-mon': 'free' } }, 'was.jee-mon'],
  [{ 'jee-mon': 1, was: { nobody: 1 } }, undefined],
])('%j is refused', async (body, field) => {
  const answer = await put(body)
  expect(answer.status).toBe(422)
  if (field) expect(answer.body.field).toBe(field)
})

test('two who set one price at once: one is told of the other', async () => {
  const both = await Promise.all(
    [5001, 5002].map((rupees) => put({ 'jee-ann': rupees, was: { 'jee-ann': 4999 } })),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const set = both.find(({ status }) => status === 200)?.body.prices['jee-ann']
  expect((await prices())['jee-ann']).toBe(set)
  expect(both.find(({ status }) => status === 409)?.body.current['jee-ann']).toBe(set)
})

test('visitors see a new price at the very next request', async () => {
  const page = async () => {
    const answer = await site.fetch('/pricing')
    return { text: await answer.text(), kept: answer.headers.get('cache-control') }
  }
  expect((await page()).text).toContain('₹4,999')
  await put({ 'jee-ann': 5432 })
  const { text, kept } = await page()
  expect(text).toContain('₹5,432')
  expect(text).not.toContain('₹4,999')
  expect(kept).toBe('no-cache')
  const data = await site.fetch('/pricing.data')
  expect(await data.text()).toContain('5432')
  expect(data.headers.get('cache-control')).toBe('no-cache')
  expect((await site.fetch('/api/pricing')).headers.get('cache-control')).toBe('no-cache')
})
