import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, deskOf } from '../support/desk.ts'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'

type Found = { papers: { id: string; year: number }[]; more: boolean; field?: string }

let site: Site
let admin: SignedIn
let desk: Desk
const ids: string[] = []
beforeAll(async () => {
  site = await openSite()
  admin = await site.signIn()
  desk = deskOf(site, admin)
  for (let at = 1; at <= 14; at += 1) {
    const year = at <= 13 ? '2018' : '2019'
    ids.push((await publish(site, admin, { title: `Sought ${at}`, year })).id)
  }
})
afterAll(() => site.end())

async function found(query: string) {
  const { status, body } = await desk.call('GET', `/found?${query}`)
  return { status, body: body as unknown as Found }
}

test('all papers that a list finds are given at once, with the fields that may be changed together', async () => {
  const { body } = await found('q=sought&year=2018')
  expect(body.papers.map(({ id }) => id).toSorted()).toEqual(ids.slice(0, 13).toSorted())
  expect(body.more).toBe(false)
  expect(body.papers[0]).toEqual({
    ...{ id: expect.any(String), type: 'cbse', grade: '12', subject: 'Mathematics' },
    ...{ month: 'December', year: 2018 },
  })
  expect((await found('')).body.papers).toHaveLength(14)
  expect((await found('show=no-answers&year=2019')).body.papers.map(({ id }) => id)).toEqual([ids[13]])
  expect((await found('q=nothinglikeit')).body.papers).toEqual([])
})

test('in the bin it gives those of the bin, and only those', async () => {
  await desk.together({ action: 'bin', ids: ids.slice(0, 3) })
  expect((await found('show=binned')).body.papers.map(({ id }) => id).toSorted()).toEqual(
    ids.slice(0, 3).toSorted(),
  )
  expect((await found('q=sought')).body.papers).toHaveLength(11)
  await desk.together({ action: 'restore', ids: ids.slice(0, 3) })
})

test.each(['page=1', 'sort=size', 'show=all', 'type=icse'])('?%s is refused by name', async (query) => {
  const { status, body } = await found(query)
  expect([status, body.field]).toEqual([422, query.split('=')[0]])
})

test('it is for administrators alone', async () => {
  const answer = await site.fetch('/api/admin/found', { headers: { Origin: site.origin } })
  expect(answer.status).toBe(401)
})
