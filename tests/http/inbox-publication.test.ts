import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Paper } from '#domain/paper/paper.ts'
import { expectInbox, publishAhead } from '../support/inbox.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { FIELDS, openSite, publish, type SignedIn, type Site } from '../support/site.ts'
import { expectWhole, rowsOf } from '../support/stored.ts'
import { sendAhead } from '../support/uploads.ts'

let site: Site
let admin: SignedIn
beforeAll(async () => {
  site = await openSite()
  admin = await site.signIn()
})
afterEach(async () => {
  await expectInbox(site.dataDir, [])
  await expectWhole(site.dataDir)
})
afterAll(() => site.end())

const ask = (path: string) => site.fetch(`/api/admin${path}`, { headers: admin.headers })
const papers = async () => (await rowsOf(site.dataDir, 'select id from papers')).length

test('a file is inspected once, when it comes', async () => {
  const looks: string[] = []
  const watched = await openSite({
    parts: ({ inspector }) => ({
      inspector: {
        ...inspector,
        inspectPdf(path) {
          looks.push(path)
          return inspector.inspectPdf(path)
        },
      },
    }),
  })
  const who = await watched.signIn()
  const first = await publish(watched, who)
  for (const [uploadId, fields] of [
    ['looked-at-once-1', {}],
    ['looked-at-once-2', { replace: first.id }],
  ] as const) {
    looks.length = 0
    await sendAhead(watched, who, uploadId, { file: plainPdf({ pages: 4 }) })
    expect((await publishAhead(watched, who, uploadId, fields)).status).toBe(201)
    expect(looks.length).toBe(1)
  }
  await watched.end()
})

test('publication twice at once and afterwards makes one paper', async () => {
  await sendAhead(site, admin, 'published-twice')
  const before = await papers()
  const both = await Promise.all([1, 2, 3].map(() => publishAhead(site, admin, 'published-twice')))
  expect(both.map((answer) => answer.status).sort()).toEqual([200, 200, 201])
  const [one, ...same] = (await Promise.all(both.map((answer) => answer.json()))) as Paper[]
  expect(same).toEqual([one, one])
  const again = await publishAhead(site, admin, 'published-twice', { title: 'Something else' })
  expect([again.status, await again.json()]).toEqual([200, one])
  expect(await papers()).toBe(before + 1)
  const resent = await sendAhead(site, admin, 'published-twice')
  const { code, paper } = await resent.json()
  expect([resent.status, code, paper]).toEqual([409, 'already-published', one])
})

test('a paper that went into the bin meanwhile is not published again', async () => {
  const own = await openSite()
  const who = await own.signIn()
  await sendAhead(own, who, 'binned-since')
  const paper = (await (await publishAhead(own, who, 'binned-since')).json()) as Paper
  await own.fetch(`/api/admin/papers/${paper.id}`, { method: 'DELETE', headers: who.headers })
  for (const answer of [
    await publishAhead(own, who, 'binned-since'),
    await sendAhead(own, who, 'binned-since'),
  ]) {
    expect([answer.status, (await answer.json()).code]).toEqual([409, 'in-the-bin'])
  }
  await expectInbox(own.dataDir, [])
  await own.end()
})

describe('fields that are refused', () => {
  test.each([
    [{ title: ' ' }, 'title', 'Give the paper a title.'],
    [{ degree: '13th-cbse' }, 'degree', 'Choose a degree from the list.'],
    [{ degree: '9th-state', subject: 'all' }, 'subject', 'Choose a subject: papers of 9th State need one.'],
    [{ month: 'Smarch' }, 'month', 'Choose a month.'],
    [{ year: '1989' }, 'year', /^Choose a year from 1990 to \d{4}\.$/],
    [{ subject: 7 }, 'subject', 'The field "subject" must be a text.'],
    [{ referenceLink: 'javascript:alert(1)' }, 'referenceLink', /^The reference link must be/],
    [{ replace: '../x' }, 'replace', 'The field "replace" must be the id of a paper.'],
    [{ isSample: '1' }, 'isSample', 'There is no field called "isSample" here; leave it out.'],
  ])('%j: told by name, and the file stays', async (fields, field, sentence) => {
    const uploadId = `refused-${JSON.stringify(fields).replace(/\W/g, '-')}`.slice(0, 64)
    await sendAhead(site, admin, uploadId)
    const answer = await publishAhead(site, admin, uploadId, fields)
    const problem = await answer.json()
    expect([answer.status, problem.field]).toEqual([422, field])
    expect(problem.detail).toMatch(sentence)
    await expectInbox(site.dataDir, [uploadId])
    expect((await publishAhead(site, admin, uploadId)).status).toBe(201)
  })
})

describe('in the place of a paper', () => {
  test('the file and its fields are replaced; address, views, answers and journal stay', async () => {
    const paper = await publish(site, admin, {
      title: 'The first scan',
      referenceLink: 'https://a.example/1',
    })
    await site.fetch(`/api/papers/${paper.id}/views`, { method: 'POST' })
    const file = plainPdf({ pages: 5, text: 'A better scan' })
    await sendAhead(site, admin, 'a-better-scan', { file })
    const fields = { title: 'The better scan', degree: '11th-state', month: 'March', replace: paper.id }
    const before = await papers()
    const answer = await publishAhead(site, admin, 'a-better-scan', fields)
    expect(answer.status).toBe(201)
    const renewed = (await answer.json()) as Paper
    expect(renewed).toMatchObject({
      id: paper.id,
      title: 'The better scan',
      ...{ type: 'state', grade: '11', month: 'March', views: 1, pages: 5 },
      referenceLink: 'https://a.example/1',
    })
    const served = Buffer.from(await (await site.fetch(renewed.link)).arrayBuffer())
    expect(served.equals(file)).toBe(true)
    expect(await papers()).toBe(before)
    await expectInbox(site.dataDir, [])
    const again = await publishAhead(site, admin, 'a-better-scan', fields)
    expect([again.status, await again.json()]).toEqual([200, renewed])
    const entries = (await (await ask(`/journal?subjectId=${paper.id}`)).json()).entries
    expect(entries.map((entry: { action: string }) => entry.action)).toEqual([
      'revised',
      'replaced',
      'published',
    ])
  })

  test('a paper that is not published is not replaced, and the file stays for a paper of its own', async () => {
    await sendAhead(site, admin, 'nothing-to-replace')
    const answer = await publishAhead(site, admin, 'nothing-to-replace', { replace: 'abcdefghijkm' })
    const { code, field } = await answer.json()
    expect([answer.status, code, field]).toEqual([409, 'paper-not-found', 'replace'])
    await expectInbox(site.dataDir, ['nothing-to-replace'])
    expect((await publishAhead(site, admin, 'nothing-to-replace', FIELDS)).status).toBe(201)
  })
})
