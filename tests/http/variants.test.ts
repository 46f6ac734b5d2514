import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, deskOf } from '../support/desk.ts'
import { publishAhead } from '../support/inbox.ts'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'
import { sendAhead } from '../support/uploads.ts'

let site: Site
let admin: SignedIn
let desk: Desk
beforeAll(async () => {
  site = await openSite()
  admin = await site.signIn()
  desk = deskOf(site, admin)
})
afterAll(() => site.end())

const SET = { title: 'Board paper', degree: '10th-cbse', subject: 'Mathematics', year: '2020' }
const read = async (path: string) => (await (await site.fetch(path)).text()).replaceAll('\u00a0', ' ')
const pageOf = async (id: string) => {
  const moved = await site.fetch(`/papers/${id}`, { redirect: 'manual' })
  return await read(moved.headers.get('location') ?? '')
}
const found = async (words: string) =>
  (await (await site.fetch(`/api/papers?q=${encodeURIComponent(words)}`)).json()).papers.map(
    ({ id }: { id: string }) => id,
  )

test('a variant is typed on the desk, shown on page and card, found by search and told by the API', async () => {
  const paper = await publish(site, admin, SET)
  expect(paper).toMatchObject({ variant: '', board: '' })
  const { status, body } = await desk.revise(paper.id, { variant: 'set 3, STANDARD', board: 'Bihar' }, 1)
  expect(status).toBe(200)
  expect(body).toMatchObject({ variant: 'Standard, Set 3', board: '', version: 2 })
  expect(await pageOf(paper.id)).toContain('Standard, Set 3')
  expect(await read('/practice?type=cbse')).toContain('Standard, Set 3')
  expect(await found('board paper set 3')).toEqual([paper.id])
  expect((await desk.journal(paper.id))[0]).toMatchObject({ after: { variant: 'Standard, Set 3' } })
  expect((await desk.revise(paper.id, { variant: '' }, 2)).body).toMatchObject({ variant: '', version: 3 })
  expect(await found('board paper set 3')).toEqual([])
})

test('another board than the centre’s own is told from it, and its paper keeps it in the bin', async () => {
  const paper = await publish(site, admin, { ...SET, title: 'Annual paper', degree: '10th-state' })
  const { body } = await desk.revise(paper.id, { board: 'Bihar', variant: 'First Sitting' }, 1)
  expect(body).toMatchObject({ board: 'Bihar', variant: 'First Sitting' })
  expect(await pageOf(paper.id)).toContain('Bihar Board')
  expect(await found('bihar board maths')).toEqual([paper.id])
  await desk.call('DELETE', `/papers/${paper.id}`)
  const back = await desk.call('POST', `/papers/${paper.id}/restoration`)
  expect(back.body).toMatchObject({ board: 'Bihar', variant: 'First Sitting' })
})

test('too long a variant and a board that is none are refused by their fields', async () => {
  const paper = await publish(site, admin, { ...SET, title: 'Refused', degree: '10th-state' })
  expect((await desk.revise(paper.id, { variant: 'x'.repeat(101) }, 1)).body).toMatchObject({
    field: 'variant',
  })
  expect((await desk.revise(paper.id, { board: 'Atlantis' }, 1)).body).toMatchObject({ field: 'board' })
  expect((await desk.get(paper.id)).body).toMatchObject({ variant: '', board: '', version: 1 })
})

test('a file of the inbox is published with the variant and board that its row has', async () => {
  const sent = await sendAhead(site, admin, 'variant-inbox-1', {
    name: 'BIHAR BOARD class 10 maths 2021i.pdf',
  })
  expect((await sent.json()).hints).toMatchObject({
    variant: { value: 'First Sitting', sure: true },
    board: { value: 'Bihar', sure: true },
  })
  const fields = { degree: '10th-state', variant: 'First Sitting', board: 'Bihar' }
  const published = await publishAhead(site, admin, 'variant-inbox-1', fields)
  expect(await published.json()).toMatchObject({ variant: 'First Sitting', board: 'Bihar' })
})
