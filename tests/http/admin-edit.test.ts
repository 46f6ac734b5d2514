import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publishAhead } from '../support/inbox.ts'
import { type PaperClient, paperClient } from '../support/paper-client.ts'
import { childrenOf, readXml } from '../support/read-xml.ts'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'
import { expectWhole, rowsOf, stateOf } from '../support/stored.ts'
import { sendAhead } from '../support/uploads.ts'

let site: Site
let admin: SignedIn
let client: PaperClient
beforeAll(async () => {
  site = await openSite()
  admin = await site.signIn()
  client = paperClient(site, admin)
})
afterAll(() => site.end())

const total = async (query: string) => (await (await site.fetch(`/api/papers?${query}`)).json()).total

test('a paper in the admin area says what the public does not see', async () => {
  const paper = await publish(site, admin)
  const { status, body } = await client.get(paper.id)
  expect(status).toBe(200)
  expect(body).toEqual({
    ...paper,
    version: 1,
    publishedAt: expect.stringMatching(/Z$/),
    changedAt: body.publishedAt,
    originalName: 'paper.pdf',
    answers: null,
    thumbnailGiven: false,
    binnedAt: null,
    hiddenAt: null,
    showAt: null,
    addedBy: expect.any(String),
  })
  expect((await client.get('nobodyknows1')).status).toBe(404)
})

test('a paper of a class and of all its subjects, as one that was moved here, is changed without choosing one', async () => {
  const paper = await publish(site, admin, { degree: '10th-cbse', subject: 'Science' })
  expect((await client.revise(paper.id, { subject: 'all' }, 1)).status).toBe(422)
  await site.app.db.updateTable('papers').set({ subject: 'all' }).where('id', '=', paper.id).execute()
  const revised = await client.revise(paper.id, { title: 'All of it', degree: '9th-cbse' }, 1)
  expect(revised.body).toMatchObject({ title: 'All of it', grade: '9', subject: 'all' })
  expect((await client.revise(paper.id, { subject: 'Science' }, 2)).body).toMatchObject({
    subject: 'Science',
  })
  expect((await client.revise(paper.id, { subject: 'all' }, 3)).status).toBe(422)
  const exam = await publish(site, admin, { degree: 'neet', subject: 'all' })
  expect((await client.revise(exam.id, { degree: '10th-cbse' }, 1)).status).toBe(422)
})

test('every field changes in place: lists, search, counts, sitemap and feed follow; address, file and views stay', async () => {
  const paper = await publish(site, admin, { title: 'Mistyped hyperbola', year: '2018', month: 'May' })
  await site.fetch(`/api/papers/${paper.id}/views`, { method: 'POST' })
  const change = {
    title: 'Corrected parabola',
    degree: '10th-state',
    subject: 'Science',
    month: 'January',
    year: '2021',
    referenceLink: 'https://answers.example.in/parabola',
  }
  const { status, body } = await client.revise(paper.id, change, 1)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    id: paper.id,
    link: paper.link,
    thumbnail: paper.thumbnail,
    ...{
      title: 'Corrected parabola',
      type: 'state',
      grade: '10',
      subject: 'Science',
      month: 'January',
      year: 2021,
    },
    ...{ referenceLink: change.referenceLink, answers: 'link', version: 2, views: 1 },
  })
  expect(body.changedAt > body.publishedAt).toBe(true)
  expect(await Promise.all(['q=hyperbola', 'q=parabola', 'year=2018', 'year=2021'].map(total))).toEqual([
    0, 1, 0, 1,
  ])
  expect(await total('type=state&grade=10&subject=Science')).toBe(1)
  const sitemap = childrenOf(readXml(await (await site.fetch('/sitemap.xml')).text()), 'url')
  const entry = sitemap.find((url) => childrenOf(url, 'loc')[0]?.text.includes(paper.id))
  expect(entry && childrenOf(entry, 'loc')[0]?.text).toBe(
    `${site.origin}/papers/${paper.id}/corrected-parabola`,
  )
  expect(entry && childrenOf(entry, 'lastmod')[0]?.text).toBe(body.changedAt)
  const feed = await (await site.fetch('/feed.xml')).text()
  expect(feed).toContain('<title>State Board Class 10 Science, January 2021: Corrected parabola</title>')
  expect(feed).not.toContain('hyperbola')
  const old = await site.fetch(`/papers/${paper.id}/mistyped-hyperbola`)
  expect([old.status, old.headers.get('location')]).toEqual([301, `/papers/${paper.id}/corrected-parabola`])
  const file = await site.fetch(paper.link)
  expect([file.status, file.headers.get('content-disposition')]).toEqual([
    200,
    expect.stringContaining('filename="State Board Class 10 Science, January 2021 - Corrected parabola.pdf"'),
  ])
  await file.body?.cancel()
  await expectWhole(site.dataDir)
})

test('only what differs is in the journal, with who changed it', async () => {
  const paper = await publish(site, admin, { title: 'Journal' })
  await client.revise(paper.id, { title: 'Journal of changes', month: 'December' }, 1)
  expect((await client.journal(paper.id))[0]).toEqual({
    id: expect.any(Number),
    at: expect.stringMatching(/Z$/),
    author: 'priya@centre.example',
    ...{
      action: 'revised',
      kind: 'paper',
      subjectId: paper.id,
      subject: expect.stringMatching(/^CBSE Class 12 [^:]+: Journal of changes$/),
    },
    before: { title: 'Journal' },
    after: { title: 'Journal of changes' },
  })
})

test('nothing is written when nothing differs, also by a request that is sent again', async () => {
  const paper = await publish(site, admin, { title: 'Same as ever' })
  const change = { title: '  Same \n as ever ', year: '2024', referenceLink: '' }
  const before = await stateOf(site.dataDir)
  expect((await client.revise(paper.id, change, 1)).body).toMatchObject({ version: 1 })
  expect(await stateOf(site.dataDir)).toEqual(before)
  expect((await client.revise(paper.id, { year: '2023' }, 1)).body).toMatchObject({ version: 2 })
  const repeated = await client.revise(paper.id, { year: '2023' }, 1)
  expect([repeated.status, repeated.body.version]).toEqual([200, 2])
})

test('the second of two tabs is told of the first one’s change, and nothing is overwritten', async () => {
  const paper = await publish(site, admin, { title: 'Two tabs' })
  expect((await client.revise(paper.id, { title: 'Two tabs, first' }, 1)).status).toBe(200)
  const before = await stateOf(site.dataDir)
  const second = await client.revise(paper.id, { title: 'Two tabs, second' }, 1)
  expect([second.status, second.body.code]).toEqual([412, 'changed-meanwhile'])
  expect(second.body.current).toEqual((await client.get(paper.id)).body)
  expect(second.body.current).toMatchObject({ title: 'Two tabs, first', version: 2 })
  expect(await stateOf(site.dataDir)).toEqual(before)
  expect((await client.revise(paper.id, { title: 'Two tabs, second' }, 2)).body).toMatchObject({ version: 3 })
})

test('of ten changes at once on the same version one is made', async () => {
  const paper = await publish(site, admin)
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) => client.revise(paper.id, { title: `Attempt ${at}` }, 1)),
  )
  expect(answers.map((answer) => answer.status).sort()).toEqual([
    200,
    ...Array.from({ length: 9 }, () => 412),
  ])
  expect((await client.get(paper.id)).body.version).toBe(2)
  await expectWhole(site.dataDir)
})

test.each([
  [{ title: ' ' }, 'title'],
  [{ title: 'x'.repeat(201) }, 'title'],
  [{ degree: '13th-cbse' }, 'degree'],
  [{ subject: 'Alchemy' }, 'subject'],
  [{ subject: 'all' }, 'subject'],
  [{ month: 'Thai' }, 'month'],
  [{ year: '1989' }, 'year'],
  [{ year: '2999' }, 'year'],
  [{ year: '12.5' }, 'year'],
  [{ year: 2024 }, 'year'],
  [{ referenceLink: 'javascript:alert(1)' }, 'referenceLink'],
  [{ title: 'Fine', year: '' }, 'year'],
  [{ title: 'Fine', views: '9000' }, 'views'],
  [{ title: null }, 'title'],
  [{}, undefined],
  [[], undefined],
])('the change %j is refused by name, and nothing of it is made', async (change, field) => {
  const paper = await publish(site, admin)
  const before = await stateOf(site.dataDir)
  const { status, body } = await client.revise(paper.id, change, 1)
  expect([status, body.field]).toEqual([422, field])
  expect(body.detail).toMatch(/^[A-Z].*\.$/)
  expect(await stateOf(site.dataDir)).toEqual(before)
})

test('an exam paper without a subject needs one to become a class’s', async () => {
  const paper = await publish(site, admin, { degree: 'jee', subject: 'all' })
  expect((await client.revise(paper.id, { degree: '12th-cbse' }, 1)).body.field).toBe('subject')
  const both = await client.revise(paper.id, { degree: '12th-cbse', subject: 'Physics' }, 1)
  expect(both.body).toMatchObject({ type: 'cbse', grade: '12', subject: 'Physics' })
  await expectWhole(site.dataDir)
})

test('a change needs the version it was made on', async () => {
  const paper = await publish(site, admin)
  const headers = { 'Content-Type': 'application/json' }
  const without = await client.call('PATCH', `/papers/${paper.id}`, {
    headers,
    body: '{"title":"No version"}',
  })
  expect([without.status, without.body.code]).toEqual([428, 'version-needed'])
  for (const match of ['1', '"one"', 'W/"1"', '"1", "2"', '"-1"']) {
    expect([match, (await client.revise(paper.id, { title: 'Odd version' }, match)).status]).toEqual([
      match,
      422,
    ])
  }
  expect((await client.revise('nobodyknows1', { title: 'Nobody' }, 1)).status).toBe(404)
  expect(await rowsOf(site.dataDir, 'select version from papers where id = ?', paper.id)).toEqual([
    { version: 1 },
  ])
})

test('a change that cannot be finished leaves nothing of itself', async () => {
  const broken = await openSite({
    parts: ({ search }) => ({
      search: {
        ...search,
        async add(db, entry) {
          if (entry.title.includes('Unlucky')) throw new Error('the index broke')
          await search.add(db, entry)
        },
      },
    }),
  })
  const signedIn = await broken.signIn()
  const paper = await publish(broken, signedIn)
  const before = await stateOf(broken.dataDir)
  expect(
    (await paperClient(broken, signedIn).revise(paper.id, { title: 'Unlucky', year: '2001' }, 1)).status,
  ).toBe(500)
  expect(await stateOf(broken.dataDir)).toEqual(before)
  await expectWhole(broken.dataDir)
  await broken.end()
})

describe('variants and boards', () => {
  let site: Site
  let admin: SignedIn
  let client: PaperClient
  beforeAll(async () => {
    site = await openSite()
    admin = await site.signIn()
    client = paperClient(site, admin)
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

  test('a variant is typed in the admin area, shown on page and card, found by search and told by the API', async () => {
    const paper = await publish(site, admin, SET)
    expect(paper).toMatchObject({ variant: '', board: '' })
    const { status, body } = await client.revise(paper.id, { variant: 'set 3, STANDARD', board: 'Bihar' }, 1)
    expect(status).toBe(200)
    expect(body).toMatchObject({ variant: 'Standard, Set 3', board: '', version: 2 })
    expect(await pageOf(paper.id)).toContain('Standard, Set 3')
    expect(await read('/practice?type=cbse')).toContain('Standard, Set 3')
    expect(await found('board paper set 3')).toEqual([paper.id])
    expect((await client.journal(paper.id))[0]).toMatchObject({ after: { variant: 'Standard, Set 3' } })
    expect((await client.revise(paper.id, { variant: '' }, 2)).body).toMatchObject({
      variant: '',
      version: 3,
    })
    // Nothing says it any more: the paper is found by the other words, and the answer says so.
    const { papers, unsaid } = await (await site.fetch('/api/papers?q=board+paper+set+3')).json()
    expect([papers.map(({ id }: { id: string }) => id), unsaid]).toEqual([[paper.id], ['set 3']])
  })

  test('another board than the centre’s own is told from it, and its paper keeps it in the bin', async () => {
    const paper = await publish(site, admin, { ...SET, title: 'Annual paper', degree: '10th-state' })
    const { body } = await client.revise(paper.id, { board: 'Bihar', variant: 'First Sitting' }, 1)
    expect(body).toMatchObject({ board: 'Bihar', variant: 'First Sitting' })
    expect(await pageOf(paper.id)).toContain('Bihar Board')
    expect(await found('bihar board maths')).toEqual([paper.id])
    await client.call('DELETE', `/papers/${paper.id}`)
    const back = await client.call('POST', `/papers/${paper.id}/restoration`)
    expect(back.body).toMatchObject({ board: 'Bihar', variant: 'First Sitting' })
  })

  test('too long a variant and a board that is none are refused by their fields', async () => {
    const paper = await publish(site, admin, { ...SET, title: 'Refused', degree: '10th-state' })
    expect((await client.revise(paper.id, { variant: 'x'.repeat(101) }, 1)).body).toMatchObject({
      field: 'variant',
    })
    expect((await client.revise(paper.id, { board: 'Atlantis' }, 1)).body).toMatchObject({ field: 'board' })
    expect((await client.get(paper.id)).body).toMatchObject({ variant: '', board: '', version: 1 })
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
})
