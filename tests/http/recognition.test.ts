import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findPages } from '#domain/page-images/find-pages.server.ts'
import { reprocess } from '#domain/page-images/reprocess.server.ts'
import type { PageLines } from '#domain/page-text/text-line.ts'
import { paperPath } from '#domain/paper/facts.ts'
import type { Recogniser } from '#domain/recognition/recogniser.ts'
import type { FoundPapers } from '#domain/search/finding/find.server.ts'
import { createRecogniser } from '#server/adapters/recognition/recogniser.ts'
import { inboxOf, publishAhead } from '../support/inbox.ts'
import { drawScan, scanPdf } from '../support/made-scans.ts'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'
import { rowsOf, until } from '../support/stored.ts'
import { untilRendered } from '../support/until-rendered.ts'
import { newUploadId, sendAndUse } from '../support/uploads.ts'

/** Two pages are recognised, on a machine that does much else. */
const BUSY_MS = 120_000

const FIRST = [
  'CBSE Class 12 Physics',
  'March 2019',
  'Candidates must write the Code on the title page of the answer-book.',
  'Time allowed: 3 hours. Maximum marks: 70. All questions are compulsory.',
]
const SECOND = [
  '11. Explain why a tangent galvanometer must be set up along the magnetic meridian.',
  '12. Define the refractive index of glass.',
  '13. A ladder ten metres long leans on a wall. How far is its foot from the wall?',
]

let site: Site
let admin: SignedIn
/** The pages that were recognised. */
const asked: number[] = []
beforeAll(async () => {
  const log = { info() {}, warn() {}, error() {} }
  const own = createRecogniser({ languages: ['eng'], deadlineMs: BUSY_MS, log })
  const recogniser: Recogniser = {
    ...own,
    async recognisePage(path, page) {
      asked.push(page)
      return await own.recognisePage(path, page)
    },
  }
  site = await openSite({
    env: { READ_SCANS: 'on' },
    renders: { recogniser, lookEveryMs: 50, sweepPauseMs: 0, pauseMs: 0, renewEveryMs: 50 },
  })
  admin = await site.signIn()
})
afterAll(() => site.end())

const find = async (q: string): Promise<FoundPapers> =>
  await (await site.fetch(`/api/papers?${new URLSearchParams({ q })}`)).json()

test('a scan fills its fields in the inbox by itself, and is found by a question inside it, whose words are where they are printed', async () => {
  const pages = [
    await drawScan({ lines: FIRST }),
    await drawScan({ lines: SECOND, tilt: 2, greyed: true, points: 14 }),
  ]
  const uploadId = newUploadId()
  const use = (json: object) => ({ method: 'POST', path: '/inbox', json })
  const added = await sendAndUse(site, admin.headers, scanPdf(pages), { uploadId, name: 'Scan0001.pdf' }, use)
  const { hints, isBeingRead } = await added.json()
  expect([added.status, hints.year, isBeingRead]).toEqual([201, null, true])

  const row = async () => (await inboxOf(site, admin)).find((file) => file.uploadId === uploadId)
  await until('its first page is recognised', async () => (await row())?.hints.subject !== null, BUSY_MS)
  expect((await row())?.isBeingRead).toBe(false)
  expect((await row())?.hints).toMatchObject({
    degree: { value: '12th-cbse', sure: true },
    subject: { value: 'Physics', sure: true },
    year: { value: 2019, sure: true },
    month: { value: 'March' },
  })

  const published = await publishAhead(site, admin, uploadId, { title: 'A scan' })
  const paper = await published.json()
  const question = 'tangent galvanometer magnetic meridian'
  await until('it is found by a question inside it', async () => (await find(question)).total === 1, BUSY_MS)
  const [found] = (await find(question)).papers
  expect(found?.inside).toMatchObject({ page: 2, recognised: true })
  expect(found?.inside?.line).toContain('tangent galvanometer')

  const { base } = await findPages(site.app, paper)
  const answer = await site.fetch(`${base}/2-lines.json`)
  const { lines, confidence } = (await answer.json()) as PageLines
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=600'])
  expect(confidence).toBeGreaterThan(80)
  const ladder = lines.find(([, , , , text]) => text.includes('A ladder ten metres'))
  // As it was rendered, tilted by 2 degrees about the middle of the page.
  expect(ladder?.[0]).toBeGreaterThan(100)
  expect(ladder?.[0]).toBeLessThan(260)
  expect((await site.fetch(`${base}/3-lines.json`)).status).toBe(404)
  expect(await rowsOf(site.dataDir, "select page from recognition_jobs where state <> 'done'")).toEqual([])
  // Page 1 in the inbox alone.
  expect(asked).toEqual([1, 2])
  const { questions } = await (await site.fetch(`/api/papers/${paper.id}/questions`)).json()
  expect(questions).toMatchObject([
    { number: '11', page: 2 },
    { number: '12', page: 2 },
    { number: '13', page: 2 },
  ])
}, 300_000)

test('pages of a scan that are sideways or upside down are turned upright, with what is over them', async () => {
  const on = async (tilt: number) => await drawScan({ lines: SECOND, tilt, points: 14 })
  const paper = await publish(site, admin, {}, scanPdf([await on(90), await on(180)]))
  const shown = async () => (await findPages(site.app, paper)).images.map((image) => image?.turn ?? 0)
  await until('they are turned', async () => String(await shown()) === '270,180', BUSY_MS)
  const { base, images } = await findPages(site.app, paper)
  const turned = ['1r270', '2r180']
  for (const [at, name] of turned.entries()) {
    expect(images[at]).toMatchObject({ width: 1440, height: expect.closeTo(2036, -2) })
    const bytes = await (await site.fetch(`${base}/${name}-720.webp`)).arrayBuffer()
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 720, height: expect.closeTo(1018, -2) })
    const { lines } = (await (await site.fetch(`${base}/${name}-lines.json`)).json()) as PageLines
    const [left, top, wide, high] = lines.find(([, , , , text]) => text.includes('A ladder ten')) ?? []
    // As they are printed, within some pixels.
    expect([left, top].map((each) => Math.round((each ?? 0) / 40))).toEqual([4, 8])
    expect(wide).toBeGreaterThan(10 * (high ?? Infinity))
  }
  // The picture as it was before, for who has opened the paper.
  const before = await sharp(await (await site.fetch(`${base}/1-720.webp`)).arrayBuffer()).metadata()
  expect(before.width).toBe(720)
  expect(before.height).toBeLessThan(720)
  expect((await site.fetch(`${base}/1r90-720.webp`)).status).toBe(404)
  const page = await (await site.fetch(paperPath(paper))).text()
  for (const name of turned) expect(page).toContain(`${base}/${name}-720.webp`)
  const all = (await (await site.fetch(`${base}/lines.json`)).json()) as PageLines[]
  expect(all[0]?.lines[0]?.[4]).toContain('tangent galvanometer')

  await reprocess(site.app, { all: true })
  await untilRendered(site)
  expect(await shown()).toEqual([270, 180])
}, 300_000)
