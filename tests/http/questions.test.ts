import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Paper } from '#domain/paper/paper.ts'
import { paperPath } from '#domain/paper/paper-path.ts'
import { questionPicture } from '#domain/questions/question-picture.server.ts'
import { ensureQuestions } from '#domain/search/indexing/ensure-questions.server.ts'
import { deskOf } from '../support/desk.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'
import { until } from '../support/stored.ts'
import { type Objects, stream, writePdf } from '../support/write-pdf.ts'

let site: Site
let admin: SignedIn
beforeAll(async () => {
  site = await openSite({ draws: { lookEveryMs: 50, sweepPauseMs: 0, pauseMs: 0, renewEveryMs: 50 } })
  admin = await site.signIn()
})
afterAll(() => site.end())

type Line = [x: number, y: number, text: string]

/** A4 pages of lines, in points from the lower left corner. */
function linesPdf(pages: Line[][]): Buffer {
  const kids = pages.map((_, at) => `${10 + 2 * at} 0 R`)
  const font = '/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>'
  const objects: Objects = {
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: `<</Type/Pages/Kids[${kids.join(' ')}]/Count ${pages.length}>>`,
  }
  for (const [at, lines] of pages.entries()) {
    objects[10 + 2 * at] =
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents ${11 + 2 * at} 0 R${font}>>`
    objects[11 + 2 * at] = stream(
      '',
      lines.map(([x, y, text]) => `BT /F 12 Tf ${x} ${y} Td (${text}) Tj ET`).join('\n'),
    )
  }
  return writePdf(objects)
}

const PAPER = linesPdf([
  [
    [60, 780, 'This question paper contains 3 questions.'],
    [260, 740, 'SECTION A'],
    [60, 700, '1.'],
    [90, 700, 'Prove that the diagonals of a rhombus are perpendicular.'],
    [540, 700, '2'],
    [60, 600, '2.'],
    [90, 600, 'Find the area of a sector of a circle of radius seven.'],
    [540, 600, '2'],
  ],
  [
    [60, 780, '3.'],
    [90, 780, 'State and prove the theorem of Thales.'],
    [540, 780, '5'],
  ],
])

const questionsOf = async (id: string) => await (await site.fetch(`/api/papers/${id}/questions`)).json()

async function untilFound(paper: Pick<Paper, 'id'>, count: number) {
  await until(
    `its ${count} questions are found`,
    async () => (await questionsOf(paper.id)).questions.length === count,
    60_000,
  )
  return await questionsOf(paper.id)
}

test('a published paper knows its questions, their marks and where they stand, and its page leads to each without scripts', async () => {
  const paper = await publish(site, admin, { title: 'Three questions' }, PAPER)
  const { stated, questions } = await untilFound(paper, 3)
  expect(stated).toBe(3)
  expect(questions).toMatchObject([
    { id: 'q1', number: '1', section: 'A', marks: 2, page: 1, languages: ['en'] },
    { id: 'q2', number: '2', section: 'A', marks: 2, page: 1 },
    { id: 'q3', number: '3', section: 'A', marks: 5, page: 2 },
  ])
  expect(questions[0].text).toContain('the diagonals of a rhombus')
  const [box] = questions[0].boxes
  // 60 points of 595 from the left, 700 of 842 from below, each with its margin.
  expect(box.page).toBe(1)
  expect(box.x).toBeCloseTo((60 - 6) / 595, 2)
  expect(box.y + box.height).toBeCloseTo((842 - 695) / 842, 1)
  expect(box.width).toBeGreaterThan(0.7)
  const page = async () => await (await site.fetch(paperPath(paper))).text()
  await until('its page lists them', async () => (await page()).includes('href="#q3"'))
  const html = await page()
  expect(html).toContain('3 questions')
  expect(html).toMatch(/<g id="q3"/)
})

test('a replaced PDF brings its own questions, and no paper is 404', async () => {
  const paper = await publish(site, admin, {}, PAPER)
  await untilFound(paper, 3)
  const { status } = await deskOf(site, admin).replace(
    paper.id,
    'file',
    plainPdf({ text: 'Notes on circles' }),
  )
  expect(status).toBe(200)
  await untilFound(paper, 0)
  const missing = await site.fetch('/api/papers/nobody12345/questions')
  expect(missing.status).toBe(404)
})

test('papers that came without questions get theirs at the next start', async () => {
  const paper = await publish(site, admin, {}, PAPER)
  await untilFound(paper, 3)
  const { db, search, log } = site.app
  await db.deleteFrom('questions').execute()
  await db.updateTable('questionFiles').set({ foundBy: 'an older version' }).execute()
  expect((await questionsOf(paper.id)).questions).toEqual([])
  await ensureQuestions({ db, search, log })
  expect((await questionsOf(paper.id)).questions.length).toBe(3)
})

/** Of dark pixels in a picture: what is printed on it. */
async function inkOf(answer: Response) {
  const { data, info } = await sharp(await answer.arrayBuffer())
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { ...info, ink: data.filter((grey) => grey < 128).length }
}

test('a question is shown as a picture cut from its page, which is cached for ever by its version and gone with its paper', async () => {
  const paper = await publish(site, admin, { title: 'Three pictures' }, PAPER)
  await untilFound(paper, 3)
  const pictureOf = async (id: string, query = '') =>
    await site.fetch(`/api/papers/${paper.id}/questions/${id}/picture${query}`)
  await until('its last page has a picture', async () => (await pictureOf('q3')).status === 200, 60_000)

  const [found] = await site.app.readDb
    .selectFrom('papers')
    .innerJoin('questions', 'questions.fileKey', 'papers.fileKey')
    .innerJoin('drawingJobs', 'drawingJobs.fileKey', 'papers.fileKey')
    .select(['papers.fileKey', 'printings', 'images'])
    .where('papers.id', '=', paper.id)
    .where('number', '=', '1')
    .execute()
  const [printings, images] = [JSON.parse(found?.printings ?? '[]'), JSON.parse(found?.images ?? '[]')]
  const named = { paperId: paper.id, id: 'q1', fileKey: found?.fileKey ?? '' }
  const shown = questionPicture(named, printings, images, 'ta')
  expect(questionPicture(named, printings, [null, images[1]]), 'before its page has a picture').toBeNull()

  const answers = await Promise.all([1, 2].map(() => site.fetch(shown?.address ?? '')))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const [answer = new Response(), twin = new Response()] = answers
  expect(answer.headers.get('content-type')).toBe('image/webp')
  expect(answer.headers.get('cache-control')).toContain('immutable')
  expect(Number(answer.headers.get('content-length'))).toBeLessThanOrEqual(40_000)
  const { width, height, ink } = await inkOf(answer)
  expect(await inkOf(twin)).toMatchObject({ width, height, ink })
  expect([width, height]).toEqual([shown?.width, shown?.height].map((side) => expect.closeTo(side ?? 0, -2)))
  // One line of 57 letters, and its marks far to the right; not the line below it.
  expect(width).toBeGreaterThan(1_100)
  expect(height).toBeLessThan(80)
  expect(ink).toBeGreaterThan(2_000)

  const etag = answer.headers.get('etag') ?? ''
  const again = await site.fetch(shown?.address ?? '', { headers: { 'If-None-Match': etag } })
  expect(again.status).toBe(304)
  const unversioned = await pictureOf('q1')
  expect([unversioned.status, unversioned.headers.get('cache-control')]).toEqual([200, 'no-cache'])
  expect((await pictureOf('q1', '?v=another')).headers.get('cache-control')).toBe('no-cache')

  const refusal = async (answer: Response) => [answer.status, (await answer.json()).code]
  expect(await refusal(await pictureOf('q4'))).toEqual([404, 'question-not-found'])
  expect(await refusal(await pictureOf('17'))).toEqual([404, 'question-not-found'])
  expect((await pictureOf('q1', '?lang=fr')).status).toBe(422)
  await site.app.db
    .updateTable('drawingJobs')
    .set({ images: '[]' })
    .where('fileKey', '=', named.fileKey)
    .execute()
  expect(await refusal(await pictureOf('q2'))).toEqual([404, 'picture-not-found'])
  expect((await pictureOf('q1')).status, 'of one that is stored').toBe(200)
  await deskOf(site, admin).bin(paper.id)
  expect(await refusal(await pictureOf('q1'))).toEqual([404, 'paper-not-found'])
})
