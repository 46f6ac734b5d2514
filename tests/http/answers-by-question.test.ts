import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countJobs, reprocess } from '#domain/page-images/reprocess.server.ts'
import { sweepPages } from '#domain/page-images/sweep.server.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { linesPdf, plainPdf } from '../support/made-pdfs.ts'
import { paperClient } from '../support/paper-client.ts'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'
import { until } from '../support/stored.ts'

let site: Site
let admin: SignedIn
beforeAll(async () => {
  site = await openSite({ renders: { lookEveryMs: 50, sweepPauseMs: 0, pauseMs: 0, renewEveryMs: 50 } })
  admin = await site.signIn()
})
afterAll(() => site.end())

const PAPER = linesPdf([
  [
    [60, 700, '1. Which of these is a prime number?'],
    [60, 640, '2. Find the area of a sector of a circle of radius seven.'],
    [60, 580, '3. Prove that the tangents from a point are equal.'],
  ],
])
const ANSWERS = linesPdf([
  [
    [200, 780, 'MARKING SCHEME'],
    [60, 700, 'Ans 1. The number 13 has two factors.'],
    [60, 640, 'Ans 2. It is a quarter of the circle.'],
  ],
  [[60, 780, 'Ans 3. The triangles are congruent.']],
])

async function answersOf({ id }: Pick<Paper, 'id'>) {
  const { answers } = await (await site.fetch(`/api/papers/${id}/questions`)).json()
  return answers as { id: string; page: number; text: string; boxes: object[]; picture: Picture | null }[]
}
type Picture = { address: string; width: number; height: number }

const untilRendered = async ({ app }: Site) =>
  await until('all is rendered', async () => (await countJobs(app)).waiting === 0)

async function publishWithAnswers(answers = ANSWERS) {
  const paper = await publish(site, admin, {}, PAPER)
  await paperClient(site, admin).replace(paper.id, 'answers', answers)
  await until('its answers are found', async () => (await answersOf(paper)).length > 0)
  return paper
}

test('a file of answers is rendered and read after its paper, and each of its answers is shown by itself', async () => {
  const paper = await publishWithAnswers()
  await untilRendered(site)
  await until('they are shown', async () => (await answersOf(paper)).every(({ picture }) => picture))
  const found = await answersOf(paper)
  expect(found.map(({ id, page, text }) => [id, page, text])).toEqual([
    ['q1', 1, 'Ans 1. The number 13 has two factors.'],
    ['q2', 1, 'Ans 2. It is a quarter of the circle.'],
    ['q3', 2, 'Ans 3. The triangles are congruent.'],
  ])
  const address = found[2]?.picture?.address ?? ''
  expect(address).toContain(`/api/papers/${paper.id}/answers/q3/picture`)
  const picture = await site.fetch(address)
  expect([picture.status, picture.headers.get('cache-control')]).toEqual([
    200,
    'public, max-age=31536000, immutable',
  ])
  const { width = 0, height = 0 } = await sharp(await picture.arrayBuffer()).metadata()
  expect(width).toBeGreaterThan(300)
  expect(height).toBeLessThan(120)
  expect((await site.fetch(`/api/papers/${paper.id}/answers/q4/picture`)).status).toBe(404)
  const steps = await site.app.readDb
    .selectFrom('drawingJobs')
    .select(['ofAnswers', 'step'])
    .orderBy('step')
    .execute()
  expect(steps.map(({ ofAnswers, step }) => (ofAnswers ? step > 4 : step <= 4))).not.toContain(false)
})

test('answers of papers are found by no search, of papers or of questions', async () => {
  await publishWithAnswers()
  for (const path of ['/api/papers?q=congruent', '/api/questions?q=congruent'])
    expect(await (await site.fetch(path)).json()).toMatchObject({ total: 0 })
})

test('replaced answers bring their own, answers taken away leave none, and the paper keeps its questions', async () => {
  const paper = await publishWithAnswers()
  const client = paperClient(site, admin)
  await client.replace(
    paper.id,
    'answers',
    linesPdf([
      [
        [60, 700, '1. (b)'],
        [60, 640, '2. (c)'],
      ],
    ]),
  )
  await until('the new answers', async () => (await answersOf(paper)).length === 2)
  await client.takeAway(paper.id, 'answers')
  const { questions, answers } = await (await site.fetch(`/api/papers/${paper.id}/questions`)).json()
  expect([questions.length, answers.length]).toEqual([3, 0])
})

test('answers are made again by reprocessing, and their pictures stay as long as the file does', async () => {
  const paper = await publishWithAnswers()
  await untilRendered(site)
  await sweepPages(site.app)
  const [first] = await answersOf(paper)
  expect((await site.fetch(first?.picture?.address ?? '')).status).toBe(200)
  await reprocess(site.app, { all: true })
  await untilRendered(site)
  await until('answers again', async () => (await answersOf(paper)).length === 3)
})

test('answers that cannot be rendered are named with their paper, which is published all the same', async () => {
  const paper = await publishWithAnswers()
  const { db } = site.app
  const { answersKey } = await db
    .selectFrom('papers')
    .select('answersKey')
    .where('id', '=', paper.id)
    .executeTakeFirstOrThrow()
  await untilRendered(site)
  await db
    .updateTable('drawingJobs')
    .set({ state: 'failed', fault: 'The file is broken.' })
    .where('fileKey', '=', String(answersKey))
    .execute()
  const jobs = async (method = 'GET') =>
    await (await site.fetch('/api/admin/render-jobs', { method, headers: admin.headers })).json()
  expect(await jobs()).toMatchObject({
    failed: [{ paperId: paper.id, fault: 'Its answers: The file is broken.' }],
  })
  await jobs('POST')
  await untilRendered(site)
  expect((await jobs()).failed).toEqual([])
})

test('answers without numbers are no fault', async () => {
  const paper = await publish(site, admin, {}, PAPER)
  await paperClient(site, admin).replace(paper.id, 'answers', plainPdf({ text: 'See the book.' }))
  await untilRendered(site)
  expect(await answersOf(paper)).toEqual([])
})
