import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Recogniser } from '#domain/recognition/recogniser.ts'
import { reindexPapers } from '#domain/search/indexing/reindex.server.ts'
import { expectInbox } from '../support/inbox.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { paperClient } from '../support/paper-client.ts'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'
import { expectWhole, filesIn, rowsOf } from '../support/stored.ts'
import { addTexts } from '../support/texts.ts'
import { newUploadId, sendAhead, sendAndUse } from '../support/uploads.ts'

const LINES = ['CBSE Class 12', 'Physics', 'All questions are compulsory and carry the marks in the margin']
const PAPER = plainPdf({ text: LINES.join(') Tj 0 -40 Td (') })

let site: Site
let admin: SignedIn
beforeAll(async () => {
  site = await openSite()
  admin = await site.signIn()
})
afterEach(async () => {
  await expectInbox(site.dataDir, [])
  await expectWhole(site.dataDir)
  expect(filesIn(`${site.dataDir}/uploads`)).toEqual([])
  expect(await rowsOf(site.dataDir, 'select id from papers')).toEqual([])
})
afterAll(() => site.end())

const render = (file: Uint8Array, headers: Record<string, string> = admin.headers) =>
  sendAndUse(site, headers, file, {}, (json) => ({ method: 'POST', path: '/first-pages', json }))

test('page 1 is rendered, and nothing of the file stays', async () => {
  const answer = await render(plainPdf({ pages: 2, text: 'Compared' }))
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    200,
    'image/webp',
    'no-store',
  ])
  expect((await sharp(await answer.arrayBuffer()).metadata()).width).toBe(480)
})

test('name and page 1 tell what the file is, and its bytes stay for its publication', async () => {
  const uploadId = newUploadId()
  const ask = async (path: string, more: object = {}) =>
    await sendAndUse(site, admin.headers, PAPER, { uploadId, name: 'paper 2019.pdf' }, (json) => ({
      method: 'POST',
      path,
      json: { ...json, ...more },
    }))
  const answer = await ask('/first-pages/hints')
  expect(answer.status).toBe(200)
  const { hints, waits } = await answer.json()
  expect([waits, hints.degree, hints.subject, hints.year]).toEqual([
    false,
    { value: '12th-cbse', sure: true },
    { value: 'Physics', sure: true },
    { value: 2019, sure: true },
  ])
  expect(filesIn(`${site.dataDir}/uploads`)).toHaveLength(1)
  expect((await ask('/first-pages/hints', { recognises: 'yes' })).status).toBe(422)
  expect((await ask('/first-pages')).headers.get('content-type'), 'the same upload').toBe('image/webp')
})

test('what is no PDF, nothing at all, and whoever is not signed in are refused, twice', async () => {
  for (const _try of [1, 2]) {
    const notPdf = await render(Buffer.from('no pdf at all, whatever it is called'))
    expect([notPdf.status, (await notPdf.json()).code]).toEqual([422, 'not-a-pdf'])
    const none = await render(new Uint8Array())
    expect([none.status, (await none.json()).code]).toEqual([422, 'empty'])
    expect((await render(plainPdf(), { Origin: site.origin })).status).toBe(401)
  }
})

test('a scan says what its name does until its page is to be recognised, and then what is read there', async () => {
  const read = LINES.join('\n')
  const recogniser: Recogniser = {
    isOn: async () => true,
    check: async () => ['eng'],
    recognisePage: async () => ({ text: read, sureText: read, lines: [], confidence: 90 }),
    close: async () => {},
  }
  const site = await openSite({ parts: () => ({ recogniser }) })
  onTestFinished(() => site.end())
  const { headers } = await site.signIn()
  const ask = async (more: object) => {
    const upload = { uploadId: newUploadId(), name: 'physics scan.pdf' }
    const use = (json: object) => ({ method: 'POST', path: '/first-pages/hints', json: { ...json, ...more } })
    const { hints, waits } = await (
      await sendAndUse(site, headers, plainPdf({ text: '' }), upload, use)
    ).json()
    return [waits, hints.subject, hints.degree]
  }
  const physics = { value: 'Physics', sure: true }
  expect(await ask({})).toEqual([true, physics, null])
  expect(await ask({ recognises: true })).toEqual([false, physics, { value: '12th-cbse', sure: true }])
})

describe('learnt series', () => {
  let site: Site
  let admin: SignedIn
  beforeAll(async () => {
    site = await openSite()
    admin = await site.signIn()
  })
  afterAll(() => site.end())

  const FIELDS = { degree: '12th-cbse', subject: 'Physics', month: 'March', year: '2021' }
  const PAGE = 'Series QXZ/1 SET-4\nCandidates must write the Code on the title page.'

  async function publishOf(title: string, year = '2021') {
    const paper = await publish(site, admin, { ...FIELDS, title, year })
    await addTexts(site, paper, [PAGE, 'Series ABC/1'])
    return paper
  }

  let sent = 0
  /** What the admin area makes of a file whose page has this text. */
  async function hintsFor(text: string) {
    sent++
    const file = plainPdf({ text, pages: sent })
    const answer = await sendAhead(site, admin, `series-${sent}`, { file, name: `scan${sent}.pdf` })
    expect(answer.status).toBe(201)
    const { hints } = await answer.json()
    return { year: hints.year, degree: hints.degree }
  }

  test('a series that the table does not have is learnt from papers whose year an administrator gave', async () => {
    expect((await hintsFor('Series QXZ/2')).year).toBe(null)
    await publishOf('One')
    expect(await hintsFor('Series QXZ/2')).toMatchObject({ year: { value: 2021, sure: false } })
    const two = await publishOf('Two')
    expect(await hintsFor('Series QXZ/2')).toEqual({
      year: { value: 2021, sure: true },
      degree: { value: '12th-cbse', sure: true },
    })
    // It is derived from what is stored, and found again when that is read again.
    await reindexPapers(site.app)
    expect((await hintsFor('Series QXZ/3')).year).toEqual({ value: 2021, sure: true })
    // Only first pages, and only where letters are as a series does.
    expect((await hintsFor('Series ABC/1')).year).toBe(null)
    expect((await hintsFor('A series LCR circuit')).year).toBe(null)
    // The administrator's correction counts; where papers disagree nothing is said.
    await paperClient(site, admin).revise(two.id, { year: '2020' })
    expect((await hintsFor('Series QXZ/1')).year).toBe(null)
  })
})
