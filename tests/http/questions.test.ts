import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renewContent } from '#domain/content-version.server.ts'
import { reprocess } from '#domain/page-images/reprocess.server.ts'
import { paperPath } from '#domain/paper/facts.ts'
import type { Paper } from '#domain/paper/paper.ts'
import type { AdminQuestions } from '#domain/publishing/correct-questions.server.ts'
import { questionPicture } from '#domain/questions/question-picture.server.ts'
import { ensureQuestions } from '#domain/search/indexing/reindex.server.ts'
import { entrySentence } from '#web/routes/admin/journal/describe-entry.ts'
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

/** Of its own bytes for each `name`: a correction belongs to them. */
const paperOf = (name: string) =>
  linesPdf([
    [
      [60, 780, 'This question paper contains 3 questions.'],
      [400, 810, name],
      [260, 740, 'SECTION A'],
      [60, 700, '1.'],
      [90, 700, 'Prove that the diagonals of a rhombus are perpendicular.'],
      [540, 700, '2'],
      [60, 640, '2.'],
      [90, 640, 'Find the area of a sector of a circle of radius seven.'],
      [540, 640, '2'],
    ],
    [
      [60, 780, '3.'],
      [90, 780, 'State and prove the theorem of Thales.'],
      [540, 780, '5'],
    ],
  ])
const PAPER = paperOf('')

const questionsOf = async (id: string) => await (await site.fetch(`/api/papers/${id}/questions`)).json()

async function untilFound(paper: Pick<Paper, 'id'>, count: number) {
  await until(
    `its ${count} questions are found`,
    async () => (await questionsOf(paper.id)).questions.length === count,
    60_000,
  )
  return await questionsOf(paper.id)
}

test('a published paper knows its questions, their marks and where they are, and its page leads to each without scripts', async () => {
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
  const { status } = await paperClient(site, admin).replace(
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
  await renewContent(db)
  expect((await questionsOf(paper.id)).questions).toEqual([])
  await ensureQuestions({ db, search, log })
  expect((await questionsOf(paper.id)).questions.length).toBe(3)
})

test('questions of a paper come from the page cache until they are corrected, or found again', async () => {
  const paper = await publish(site, admin, {}, paperOf('Cached'))
  await untilFound(paper, 3)
  const path = `/api/papers/${paper.id}/questions`
  const ask = async (query = '', headers = {}) => {
    const answer = await site.fetch(path + query, { headers })
    return {
      answer,
      status: answer.status,
      cache: answer.headers.get('cache-status'),
      body: await answer.text(),
    }
  }
  const untilCached = async () => {
    await until('the answer is in the cache', async () => (await ask()).cache === 'thervu; hit')
    return await ask()
  }
  const { answer } = await untilCached()
  const etag = answer.headers.get('etag') ?? ''
  expect(await ask('', { 'If-None-Match': etag })).toMatchObject({ status: 304, body: '' })
  expect(await ask('?q=rhombus')).toMatchObject({ status: 422, cache: null })

  const client = questionsClient(paper)
  const found = await client.read()
  const saved = await client.save(corrected(found), found.version)
  expect(numbers(await questionsOf(paper.id))).toEqual(['1', '2'])
  await untilCached()
  await client.putBack(saved.body.version)
  expect(numbers(await questionsOf(paper.id))).toEqual(['1', '2', '3'])

  const { db, search, log } = site.app
  const { fileKey } = await db
    .selectFrom('papers')
    .select('fileKey')
    .where('id', '=', paper.id)
    .executeTakeFirstOrThrow()
  const own = { foundBy: 'an older version' }
  await db.updateTable('questionFiles').set(own).where('fileKey', '=', fileKey).execute()
  await db
    .updateTable('questions')
    .set({ number: '9' })
    .where('fileKey', '=', fileKey)
    .where('number', '=', '3')
    .execute()
  await renewContent(db)
  await untilCached()
  expect(numbers(await questionsOf(paper.id))).toEqual(['1', '2', '9'])
  await ensureQuestions({ db, search, log })
  expect(numbers(await questionsOf(paper.id))).toEqual(['1', '2', '3'])
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
  await paperClient(site, admin).bin(paper.id)
  expect(await refusal(await pictureOf('q1'))).toEqual([404, 'paper-not-found'])
})

/** The admin area's own way to the questions of a paper. */
function questionsClient(paper: Pick<Paper, 'id'>) {
  const { call } = paperClient(site, admin)
  const path = `/papers/${paper.id}/questions`
  const as = (answer: { status: number; body: unknown }) => answer as { status: number; body: AdminQuestions }
  return {
    read: async () => as(await call('GET', path)).body,
    save: async (questions: unknown, version?: string) =>
      as(
        await call('PUT', path, {
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ questions }),
          ...(version && { match: `"${version}"` }),
        }),
      ),
    putBackTo: async (entry: number, version: string) =>
      as(
        await call('POST', `${path}/put-back`, {
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ entry }),
          match: `"${version}"`,
        }),
      ),
    putBack: async (version: string) => as(await call('DELETE', path, { match: `"${version}"` })),
  }
}

const numbers = ({ questions }: { questions: { number: string }[] }) => questions.map(({ number }) => number)
/** As the journal's page says them, newest first. */
const told = async ({ id }: Pick<Paper, 'id'>) => {
  const entries = await paperClient(site, admin).journal(id)
  return entries
    .filter(({ action }) => action.startsWith('questions'))
    .map((entry) => entrySentence({ ...entry, subject: 'it' }))
}

/** Without the second question, whose place and five marks the first has; the third is number 2. */
const corrected = ({ questions: [first, second, third] }: AdminQuestions) => {
  const [box, below] = [first?.printings[0]?.boxes[0], second?.printings[0]?.boxes[0]]
  if (!first || !third || !box || !below) throw new Error('Three questions were to be found')
  const long = { ...box, height: below.top + below.height - box.top }
  const marked = { ...first, marks: 5, printings: [{ language: 'en', boxes: [long] }] }
  return [marked, { ...third, number: '2' }]
}

test('what the admin area corrects is what visitors see, is journalled, refuses what was changed meanwhile, and can be undone', async () => {
  const paper = await publish(site, admin, { title: 'Corrected' }, paperOf('Corrected'))
  await untilFound(paper, 3)
  const page = async () => await (await site.fetch(paperPath(paper))).text()
  await until('its page leads to them', async () => (await page()).includes('<g id="q3"'))
  const client = questionsClient(paper)
  const found = await client.read()
  expect(found).toMatchObject({
    isCorrected: false,
    isRead: true,
    stated: 3,
    doubt: null,
    title: 'Corrected',
  })
  expect(found.questions[1]).toEqual({
    ...{ number: '2', section: 'A', marks: 2 },
    printings: [{ language: 'en', boxes: [expect.objectContaining({ page: 1 })] }],
  })
  const list = corrected(found)
  expect((await client.save(list)).status).toBe(428)
  const saved = await client.save(list, found.version)
  expect(saved).toMatchObject({ status: 200, body: { isCorrected: true, questions: list } })
  const shown = await questionsOf(paper.id)
  expect(shown.questions).toMatchObject([
    { id: 'q1', number: '1', marks: 5, page: 1 },
    { id: 'q2', number: '2', marks: 5, page: 2 },
  ])
  expect(shown.questions[0].text).toMatch(/diagonals of a rhombus.+radius seven/s)
  const html = await page()
  expect(html).toMatch(/<g id="q2"/)
  expect(html).not.toMatch(/<g id="q3"/)

  const late = await client.save(found.questions, found.version)
  expect(late).toMatchObject({ status: 412, body: { current: { version: saved.body.version } } })
  expect(numbers(await questionsOf(paper.id))).toEqual(['1', '2'])
  expect((await client.save(list, saved.body.version)).body.version).toBe(saved.body.version)
  expect(await told(paper)).toEqual([
    'Priya corrected the questions of it (removed 3; moved 1, 2; marks of 1, 2)',
  ])
  const back = await client.putBack(saved.body.version)
  expect(back).toMatchObject({ status: 200, body: { isCorrected: false, version: found.version } })
  expect(numbers(await questionsOf(paper.id))).toEqual(['1', '2', '3'])
  expect(await client.save(found.questions, back.body.version)).toMatchObject({
    status: 200,
    body: { isCorrected: true },
  })
  expect((await told(paper)).slice(0, 2)).toEqual([
    'Priya confirmed the questions of it',
    'Priya put the questions of it back to what was found',
  ])
})

test('a step of the history gives back the questions that were there before it, to their own file alone', async () => {
  const paper = await publish(site, admin, { title: 'Stepwise' }, paperOf('Stepwise'))
  await untilFound(paper, 3)
  const client = questionsClient(paper)
  const found = await client.read()
  const list = corrected(found)
  const once = await client.save(list, found.version)
  const twice = await client.save(list.slice(0, 1), once.body.version)
  const [second, first] = await paperClient(site, admin).journal(paper.id)
  expect(second?.before).toMatchObject({ formerQuestions: true })
  const back = await client.putBackTo(second?.id ?? 0, twice.body.version)
  expect(back).toMatchObject({ status: 200, body: { isCorrected: true, questions: list } })
  expect(numbers(await questionsOf(paper.id))).toEqual(['1', '2'])
  expect((await client.putBackTo(first?.id ?? 0, twice.body.version)).status).toBe(412)
  expect((await client.putBackTo(999_999, back.body.version)).status).toBe(404)
  const begun = await client.putBackTo(first?.id ?? 0, back.body.version)
  expect(begun).toMatchObject({ status: 200, body: { isCorrected: false, version: found.version } })
  expect((await told(paper)).slice(0, 2)).toEqual([
    'Priya put the questions of it back to what was found',
    'Priya corrected the questions of it (added 2)',
  ])
  await paperClient(site, admin).replace(paper.id, 'file', plainPdf({ text: 'Another paper instead' }))
  const { version } = await client.read()
  expect(await client.putBackTo(second?.id ?? 0, version)).toMatchObject({
    status: 409,
    body: { code: 'paper-replaced' },
  })
})

test('a corrected question is found by its corrected text, and one that is removed is not found any more', async () => {
  const paper = await publish(site, admin, { title: 'Searched' }, paperOf('Searched'))
  await untilFound(paper, 3)
  const found = async (words: string) => {
    const answer = await site.fetch(`/api/questions?q=${words}`)
    const { questions, isPartly } = await answer.json()
    const own = questions.filter((one: { paper: Paper }) => one.paper.id === paper.id)
    return isPartly ? [] : own.map(({ id }: { id: string }) => id)
  }
  const page = async () => await (await site.fetch('/questions?q=Thales&subject=Mathematics')).text()
  expect([await found('rhombus radius'), await found('Thales')]).toEqual([[], ['q3']])
  const address = `${paperPath(paper)}#q`
  expect(await page()).toContain(`${address}3`)
  const client = questionsClient(paper)
  const before = await client.read()
  const [joined] = corrected(before)
  const saved = await client.save([joined], before.version)
  expect([await found('rhombus radius'), await found('Thales')]).toEqual([['q1'], []])
  expect(await page()).not.toContain(address)
  await client.putBack(saved.body.version)
  expect([await found('rhombus radius'), await found('Thales')]).toEqual([[], ['q3']])
})

test('corrections stay when questions are found in another way and pages are read again; they belong to their file', async () => {
  const paper = await publish(site, admin, {}, paperOf('Kept'))
  await untilFound(paper, 3)
  const client = questionsClient(paper)
  const found = await client.read()
  const list = corrected(found)
  await client.save(list, found.version)
  const { db, search, log } = site.app
  await db.updateTable('questionFiles').set({ foundBy: 'an older version' }).execute()
  await ensureQuestions({ db, search, log })
  expect(numbers(await questionsOf(paper.id))).toEqual(['1', '2'])
  await db.deleteFrom('questionFiles').execute()
  await db.deleteFrom('questions').execute()
  expect((await client.read()).questions, 'before they are read').toEqual(list)
  await reprocess(site.app, { all: true })
  const { questions } = await untilFound(paper, 2)
  expect(questions[0].text).toContain('radius seven')

  await paperClient(site, admin).replace(paper.id, 'file', plainPdf({ text: 'Notes on circles' }))
  await untilFound(paper, 0)
  const other = await client.read()
  expect(other).toMatchObject({ isCorrected: false, questions: [] })
  expect((await client.save(list, found.version)).status, 'for another file').toBe(412)
  const [replaced] = await paperClient(site, admin).journal(paper.id)
  await paperClient(site, admin).putBack(paper.id, replaced?.before?.key)
  await untilFound(paper, 2)
  expect(await client.read()).toMatchObject({ isCorrected: true, questions: list })
})

test('papers whose questions need a look are listed with the reason, until they are confirmed', async () => {
  const lacking = linesPdf([
    [
      [60, 780, 'This question paper contains 4 questions.'],
      [60, 700, '1. Prove that the diagonals of a rhombus are perpendicular.'],
      [60, 600, '2. Find the area of a sector of a circle of radius seven.'],
      [60, 500, '4. State and prove the theorem of Thales.'],
    ],
  ])
  const paper = await publish(site, admin, { title: 'In doubt' }, lacking)
  await untilFound(paper, 3)
  const { list } = paperClient(site, admin)
  const inDoubt = async () => (await list('show=questions')).papers.find(({ id }) => id === paper.id)
  const doubt = { stated: 4, found: 3, missing: ['3'] }
  expect(await inDoubt()).toMatchObject({ doubt })
  const client = questionsClient(paper)
  const found = await client.read()
  expect(found.doubt).toEqual(doubt)
  await client.save(found.questions, found.version)
  expect(await inDoubt()).toBeUndefined()
  expect((await client.read()).doubt).toBeNull()
})

test('a correction that cannot be is refused by its field', async () => {
  const paper = await publish(site, admin, {}, paperOf('Refused'))
  await untilFound(paper, 3)
  const client = questionsClient(paper)
  const { version, questions } = await client.read()
  const [first] = questions
  const box = first?.printings[0]?.boxes[0]
  const save = (change: object) => client.save([{ ...first, ...change }], version)
  const refused = (field: string) => ({ status: 422, body: { field } })
  expect(await save({ number: '1-2' })).toMatchObject(refused('questions.0.number'))
  expect(await save({ marks: 0 })).toMatchObject(refused('questions.0.marks'))
  expect(await save({ printings: [] })).toMatchObject(refused('questions.0.printings'))
  const beyond = [{ language: 'en', boxes: [{ ...box, page: 3 }] }]
  expect(await save({ printings: beyond })).toMatchObject({ status: 422, body: { code: 'no-such-page' } })
  expect((await questionsClient({ id: 'nobody12345' }).save([], version)).status).toBe(404)
})
