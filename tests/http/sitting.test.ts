import { afterAll, beforeAll, expect, test } from 'vitest'
import { LANGUAGE_CODES } from '#domain/language/languages.ts'
import { messagesOf } from '#domain/language/messages.ts'
import { paperPath } from '#domain/paper/facts.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { pathOfPicked } from '#domain/questions/picked-question.ts'
import { readSittingPaper } from '#domain/sitting/sitting-paper.server.ts'
import { readSittingWorksheet } from '#domain/sitting/sitting-worksheet.server.ts'
import { readForm } from '#domain/worksheets/worksheet.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { addQuestions } from '../support/made-questions.ts'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'
import { untilRendered } from '../support/until-rendered.ts'

let site: Site
let admin: SignedIn
let paper: Paper
beforeAll(async () => {
  site = await openSite({ renders: true })
  admin = await site.signIn()
  paper = await publish(site, admin, { title: 'Waves' }, plainPdf({ text: 'Time allowed : 3 hours' }))
  await untilRendered(site)
  await addQuestions(site, [
    paper,
    [
      { text: 'Which wave? (A) sound (B) light (C) water (D) none', marks: 1 },
      { text: 'Prove that it is a wave.', marks: 5, hindi: 'सिद्ध कीजिए कि यह तरंग है।' },
      { text: 'Show that the matrix is skew symmetric.', marks: 3 },
      { text: 'Find the inverse of the matrix.', marks: 3 },
    ],
  ])
})
afterAll(() => site?.end())

test('a paper is sat with its time, its questions and their options, in the printing for its reader', async () => {
  const sat = await readSittingPaper(site.app, paper.id, 'hi')
  expect(sat).toMatchObject({ id: paper.id, title: 'Waves', time: { minutes: 180, reading: 0 } })
  expect(sat?.pages).toEqual([{ width: 1440, height: expect.any(Number) }])
  const [choice, proof, sure, maybe] = sat?.questions ?? []
  expect(choice).toMatchObject({ id: 'q1', marks: 1, options: 'ABCD' })
  expect(proof).toMatchObject({ id: 'q2', marks: 5, options: '', areas: [{ page: 1 }] })
  // In the reader's language, and only those that are sure.
  expect(sure?.chapters).toEqual([{ id: 'matrices', name: 'आव्यूह' }])
  expect([maybe?.chapters, proof?.chapters]).toEqual([undefined, undefined])
  expect(await readSittingPaper(site.app, 'no-such-paper', 'en')).toBe(null)
})

test('its page is not indexed, and without scripts says what it needs and leads to the paper, in each language', async () => {
  for (const language of LANGUAGE_CODES) {
    const prefix = language === 'en' ? '' : `/${language}`
    const answer = await site.fetch(`${prefix}/papers/${paper.id}/sit`)
    const html = await answer.text()
    expect([answer.status, /<meta name="robots" content="([^"]*)"/.exec(html)?.[1]]).toEqual([
      200,
      'noindex, follow',
    ])
    const [, without = ''] = /<noscript>(.*?)<\/noscript>/s.exec(html) ?? []
    expect(without).toContain(messagesOf(language).sit_needs_script())
    expect(without).toContain(`href="${prefix}${paperPath(paper)}"`)
  }
})

test('the page of a paper leads to where it is sat, alone and by a class', async () => {
  const html = await (await site.fetch(paperPath(paper))).text()
  expect(html).toContain(`href="/papers/${paper.id}/sit"`)
  expect(html).toContain(`href="/papers/${paper.id}/sit#class"`)
})

test('of a paper that is gone the page still comes, as a 404: a sitting on the device goes on', async () => {
  const gone = await publish(site, admin, { title: 'Gone' }, plainPdf({ text: 'Gone' }))
  const path = `/papers/${gone.id}/sit`
  expect((await site.fetch(path)).status).toBe(200)
  await site.fetch(`/api/admin/papers/${gone.id}`, { method: 'DELETE', headers: admin.headers })
  const answer = await site.fetch(path)
  const html = await answer.text()
  expect([answer.status, html.includes('data-hydrates'), html.includes('noindex')]).toEqual([404, true, true])
})

test('a worksheet and a list are sat at addresses of their own, which are not indexed and lead back without scripts', async () => {
  const { headers } = await site.fetch(pathOfPicked([{ paperId: paper.id, id: 'q2' }]), {
    redirect: 'manual',
  })
  const { pathname: sheet } = new URL(headers.get('location') ?? '', site.origin)
  const listed = await site.fetch(`/list/picked?ids=${paper.id}`, { redirect: 'manual' })
  const { pathname: list } = new URL(listed.headers.get('location') ?? '', site.origin)
  for (const [path, back] of [
    [`${sheet}/sit?set=B&title=Unit+3`, `${sheet}?title=Unit+3&amp;set=B`],
    [`${list}/sit`, list],
  ] as const)
    for (const prefix of ['', '/ta']) {
      const answer = await site.fetch(prefix + path)
      const html = await answer.text()
      expect([answer.status, html.includes('noindex, follow')]).toEqual([200, true])
      const [, without = ''] = /<noscript>(.*?)<\/noscript>/s.exec(html) ?? []
      expect(without).toContain(`href="${prefix}${back}"`)
    }
  expect((await site.fetch('/worksheet/forged-w/sit')).status).toBe(404)
  expect((await site.fetch('/list/forged-a/sit')).status).toBe(404)
})

test('a worksheet is sat in the order of its set, each question with its own paper, marks and chapter', async () => {
  const asked = ['q1', 'q2', 'q3', 'q4'].map((id) => ({ paperId: paper.id, id }))
  const { headers } = await site.fetch(pathOfPicked(asked), { redirect: 'manual' })
  const code = new URL(headers.get('location') ?? '', site.origin).pathname.slice('/worksheet/'.length)
  const read = (search: string) =>
    readSittingWorksheet(site.app, code, readForm(new URLSearchParams(search)), 'en')
  const plain = await read('title=Unit+3&time=40')
  expect(plain?.paper).toMatchObject({ id: code, title: 'Unit 3', time: { minutes: 40 }, link: '' })
  const [first, , third] = plain?.paper.questions ?? []
  expect(first).toMatchObject({ id: 'q1', options: 'ABCD', from: { id: paper.id, question: 'q1' } })
  expect(third).toMatchObject({ number: '3', marks: 3, chapters: [{ id: 'matrices', name: 'Matrices' }] })
  expect(first?.from?.base).toMatch(new RegExp(`^/papers/${paper.id}/pages/`))
  const shuffled = await read('set=B&seed=2')
  expect(shuffled?.paper.id).toBe(`${code}.B2`)
  expect(shuffled?.paper.questions.map(({ number }) => number)).toEqual(['1', '2', '3', '4'])
  const ids = shuffled?.paper.questions.map(({ from }) => from?.question) ?? []
  expect([...ids].sort()).toEqual(['q1', 'q2', 'q3', 'q4'])
  const page = await (await site.fetch(`/worksheet/${code}?set=B&seed=2`)).text()
  const printed = [...page.matchAll(/questions\/(q\d)\/picture/g)].map(([, id]) => id)
  expect(ids).toEqual([...new Set(printed)])
})
