import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { publishCentre } from '#domain/centre/versions/publish-centre.server.ts'
import { messagesOf } from '#domain/language/messages.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { pathOfPicked } from '#domain/questions/picked-question.ts'
import { packWorksheet } from '#domain/worksheets/worksheet.ts'
import { createInspector } from '#server/adapters/pdf/inspector.ts'
import { linesPdf, ownerPasswordPdf, type PdfLine } from '../support/made-pdfs.ts'
import { paperClient } from '../support/paper-client.ts'
import { readZip } from '../support/read-zip.ts'
import { sharedJobs } from '../support/shared-jobs.ts'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'
import { picturesOf, quarters } from '../support/site-pictures.ts'
import { rowsOf, until } from '../support/stored.ts'

let site: Site
let admin: SignedIn
let algebra: Paper
let geometry: Paper
const inspector = createInspector({}, sharedJobs())
beforeAll(async () => {
  site = await openSite({ renders: { lookEveryMs: 50, sweepPauseMs: 0, pauseMs: 0, renewEveryMs: 50 } })
  admin = await site.signIn()
  algebra = await publish(site, admin, { title: 'Algebra' }, paperOf('quadratic', 4))
  geometry = await publish(site, admin, { title: 'Geometry' }, paperOf('triangle', 4))
  await untilFound(algebra, 4)
  await untilFound(geometry, 4)
}, 90_000)
afterAll(async () => {
  await Promise.all([site.end(), inspector.close()])
})

/** Questions of two marks and, from the third on, of three, one below the other. */
function linesOf(word: string, count: number): PdfLine[] {
  return [
    [60, 780, `This question paper contains ${count} questions.`],
    ...Array.from({ length: count }, (_, at): PdfLine[] => [
      [60, 720 - 60 * at, `${at + 1}.`],
      [90, 720 - 60 * at, `Explain the ${word} number ${'abcdefgh'[at]} in your own words.`],
      [540, 720 - 60 * at, at < 2 ? '2' : '3'],
    ]).flat(),
  ]
}
const paperOf = (word: string, count: number) => linesPdf([linesOf(word, count)])

async function untilFound({ id }: Pick<Paper, 'id'>, count: number, at = site) {
  await until(
    `its ${count} questions are found`,
    async () => (await (await at.fetch(`/api/papers/${id}/questions`)).json()).questions.length === count,
    60_000,
  )
}

const pick = (...picked: [Pick<Paper, 'id'>, string][]) =>
  pathOfPicked(picked.map(([{ id }, question]) => ({ paperId: id, id: question })))

/** The code of the worksheet of what is picked. */
async function codeOf(...picked: [Pick<Paper, 'id'>, string][]): Promise<string> {
  const answer = await site.fetch(pick(...picked))
  expect(answer.status).toBe(302)
  return /\/worksheet\/([\w-]+)/.exec(answer.headers.get('location') ?? '')?.[1] ?? ''
}

async function pageOf(path: string) {
  const answer = await site.fetch(path)
  const html = await answer.text()
  const main = /<main[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? ''
  return { status: answer.status, html, main, said: main.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ') }
}

/** What a PDF says on its pages, in the order in which it is written. */
async function pdfOf(code: string, more = '') {
  const answer = await site.fetch(`/worksheet.pdf?questions=${code}${more}`)
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (answer.status !== 200) return { status: answer.status, pages: 0, text: String(bytes), bytes }
  const folder = await mkdtemp(join(tmpdir(), 'thervu-worksheet-'))
  await writeFile(join(folder, 'it.pdf'), bytes)
  const read = await inspector.readTexts(join(folder, 'it.pdf'), { from: 1, to: 99 })
  await rm(folder, { recursive: true })
  if ('accepted' in read) throw new Error(read.sentence)
  return {
    status: 200,
    pages: read.pages,
    text: read.read.flatMap(({ lines }) => lines.map(([, , , , said]) => said)).join('\n'),
    bytes,
  }
}

test('picked questions become a worksheet with a short address that holds all of it, and a page that needs no scripts', async () => {
  const code = await codeOf([geometry, 'q2'], [algebra, 'q3'], [algebra, 'q1'])
  expect(code.length).toBeLessThan(40)
  const { status, html, said } = await pageOf(`/worksheet/${code}?title=Unit+test&class=10&columns=2&set=A`)
  expect(status).toBe(200)
  // As wide as its paper, it would be tiny in a column.
  expect(html).toMatch(/<li[^>]* data-wide/)
  expect(html).toContain('name="robots" content="noindex')
  expect(said).toContain('3 questions, 7 marks, about 20 minutes')
  expect(said).toMatch(/Unit test Set A.*Class: 10.*Marks: 7/)
  const pictures = [...html.matchAll(/<img src="(\/api\/papers\/[^"]+)"/g)].map(([, src = '']) =>
    src.replaceAll('&amp;', '&'),
  )
  expect(pictures.map((src) => src.split('/')[5])).toEqual(['q2', 'q3', 'q1'])
  for (const src of pictures) {
    expect(src).toContain('bare=on')
    expect((await site.fetch(src)).headers.get('content-type')).toBe('image/webp')
  }
  expect(html).toContain(`action="/worksheet/${code}"`)
  expect(html).toContain(`href="/worksheet.pdf?questions=${code}&amp;title=Unit+test`)
  expect(html).toContain(`href="/papers.pdf?ids=${geometry.id},${algebra.id}&amp;pages=1;1"`)
  const inTamil = await site.fetch(`/ta${pick([geometry, 'q2'], [algebra, 'q3'], [algebra, 'q1'])}`)
  expect(inTamil.headers.get('location')).toBe(`/ta/worksheet/${code}`)
  const tamil = await pageOf(`/ta/worksheet/${code}`)
  expect(tamil.said).toContain(messagesOf('ta').worksheet_heading())
})

test('the PDF is made of the pages themselves: its words can be selected, and only those of its questions', async () => {
  const code = await codeOf([geometry, 'q2'], [algebra, 'q3'])
  const { pages, text, bytes } = await pdfOf(code, '&title=Unit+test&class=10&sources=on&set=B')
  expect(pages).toBe(1)
  expect(text).toContain('Explain the triangle number b in your own words.')
  expect(text).toContain('Explain the quadratic number c in your own words.')
  expect(text).not.toMatch(/number a|number d|contains 4 questions/)
  for (const said of ['Unit test', 'Set B', 'Class: 10', 'Marks: 5', '[2]', '[3]', 'Page 1 of 1'])
    expect(text).toContain(said)
  expect(text).toMatch(/Question 2, CBSE.*Geometry/)
  // Numbered again, and without the numbers that the papers print.
  expect(
    text
      .match(/^\s*\d\.\s*$/gm)
      ?.map((said) => said.trim())
      .sort() ?? text.match(/\b\d\./g),
  ).toEqual(['1.', '2.'])
  expect(bytes.length).toBeLessThan(40_000)
})

test('the PDF has Tamil and Hindi letters, is as long as Legal paper, and goes into two columns', async () => {
  const code = await codeOf([geometry, 'q2'], [algebra, 'q3'])
  const { text, bytes } = await pdfOf(
    code,
    `&lang=ta&title=${encodeURIComponent('அலகுத் தேர்வு 1')}&sheet=legal&columns=2&space=lines`,
  )
  expect(text).toContain('அலகுத் தேர்வு')
  expect(text).toContain(messagesOf('ta').worksheet_name())
  expect(text).toContain('number b')
  expect(bytes.length).toBeLessThan(80_000)
  const hindi = await pdfOf(code, `&lang=hi&title=${encodeURIComponent('इकाई परीक्षा')}`)
  expect(hindi.text).toContain('इकाई परीक्षा')
})

test('sets have the same questions in an order that is always the same, those of the same marks together', async () => {
  const all = await codeOf(...[1, 2, 3, 4].flatMap((at): [Paper, string][] => [[algebra, `q${at}`]]))
  const orderOf = async (more: string) => {
    const { main } = await pageOf(`/worksheet/${all}?${more}`)
    return [...main.matchAll(/<img src="[^"]*\/questions\/(q\d)\/picture/g)].map(([, id]) => id)
  }
  expect(await orderOf('set=A')).toEqual(['q1', 'q2', 'q3', 'q4'])
  const orders = new Set<string>()
  for (let seed = 1; seed < 9; seed++) {
    const order = await orderOf(`set=B&seed=${seed}`)
    expect(await orderOf(`set=B&seed=${seed}`)).toEqual(order)
    expect(order.slice(0, 2).sort()).toEqual(['q1', 'q2'])
    expect(order.slice(2).sort()).toEqual(['q3', 'q4'])
    orders.add(order.join())
  }
  expect(orders.size).toBeGreaterThan(1)
})

test('a .docx has the questions as pictures below its heading', async () => {
  const code = await codeOf([geometry, 'q2'], [algebra, 'q3'])
  const answer = await site.fetch(
    `/worksheet.docx?questions=${code}&title=${encodeURIComponent('A & B <1>')}&sources=on`,
  )
  expect([answer.status, answer.headers.get('content-disposition')]).toEqual([
    200,
    expect.stringContaining('attachment; filename="A'),
  ])
  const entries = readZip(Buffer.from(await answer.arrayBuffer()))
  const names = entries.map(({ name }) => name)
  expect(names).toContain('[Content_Types].xml')
  expect(names.filter((name) => name.startsWith('word/media/'))).toEqual([
    'word/media/1.png',
    'word/media/2.png',
  ])
  const document = String(entries.find(({ name }) => name === 'word/document.xml')?.bytes)
  expect(document).toContain('A &amp; B &lt;1&gt;')
  expect(document).toContain('[3]')
  expect(document).toContain('Question 2, CBSE')
  expect(document.match(/<w:drawing>/g)).toHaveLength(2)
})

test('a .docx in two columns has what is too wide for one over both, and columns again after it', async () => {
  const wide =
    'Explain in your own words and with an example of each why the sum of two even numbers is even.'
  const lines = [1, 2, 3].flatMap((number): PdfLine[] => [
    [60, 780 - 60 * number, `${number}.`],
    [90, 780 - 60 * number, number === 2 ? wide : 'Draw a kite.'],
  ])
  const paper = await publish(site, admin, { title: 'Of two widths' }, linesPdf([lines]))
  await untilFound(paper, 3)
  const code = await codeOf([paper, 'q1'], [paper, 'q2'], [paper, 'q3'])
  const answer = await site.fetch(`/worksheet.docx?questions=${code}&columns=2`)
  const entries = readZip(Buffer.from(await answer.arrayBuffer()))
  const document = String(entries.find(({ name }) => name === 'word/document.xml')?.bytes)
  const order = [...document.matchAll(/<w:tbl>|<w:cols w:num="(\d)"/g)].map(
    ([, columns = 'question']) => columns,
  )
  expect(order).toEqual(['1', 'question', '2', 'question', '1', 'question', '2'])
  const widths = [...document.matchAll(/<wp:extent cx="(\d+)"/g)].map(([, width]) => Number(width) / 12_700)
  expect(widths[1]).toBeGreaterThan(350)
})

test('words right after a number are printed where the number is not', async () => {
  const lines = ['Solve for x: 12', 'Solve for y: 15'].flatMap((said, at): PdfLine[] => [
    [60, 720 - 60 * at, `Q. ${at + 1}.`],
    [86.2, 720 - 60 * at, said],
    [240, 720 - 60 * at, 'by each of the methods that you have learnt'],
  ])
  const paper = await publish(site, admin, { title: 'Close together' }, linesPdf([lines]))
  await untilFound(paper, 2)
  const { text } = await pdfOf(await codeOf([paper, 'q2']))
  expect(text).toContain('Solve for y: 15')
  expect(text).not.toContain('Q. 2')
})

test('a question whose paper is in the bin or was replaced is left out, and the page says so', async () => {
  const binned = await publish(site, admin, { title: 'Soon in the bin' }, paperOf('binned', 3))
  const replaced = await publish(site, admin, { title: 'Soon another' }, paperOf('former', 3))
  await untilFound(binned, 3)
  await untilFound(replaced, 3)
  const code = await codeOf([binned, 'q1'], [algebra, 'q1'], [replaced, 'q2'])
  const alone = await codeOf([binned, 'q1'])
  const client = paperClient(site, admin)
  await client.bin(binned.id)
  expect((await client.replace(replaced.id, 'file', paperOf('other', 3))).status).toBe(200)
  const { status, said } = await pageOf(`/worksheet/${code}`)
  expect(status).toBe(200)
  expect(said).toContain('Question 1 is left out: its paper is no longer here.')
  expect(said).toMatch(/Question 2 of .*Soon another.* is left out: its paper was replaced\./)
  const { text, pages } = await pdfOf(code)
  expect([pages, text.includes('quadratic number a'), /binned|former|other/.test(text)]).toEqual([
    1,
    true,
    false,
  ])
  expect((await pageOf(`/worksheet/${alone}`)).status).toBe(404)
  expect((await pdfOf(alone)).status).toBe(404)
  await client.restore(binned.id)
  expect((await pdfOf(alone)).text).toContain('binned number a')
})

test('a paper whose file is lost or broken leaves the others whole, and the PDF says what is missing', async () => {
  const broken = await publish(site, admin, { title: 'Soon broken' }, paperOf('broken', 3))
  await untilFound(broken, 3)
  const code = await codeOf([broken, 'q1'], [algebra, 'q1'])
  await writeFile(join(site.dataDir, broken.link), Buffer.alloc(broken.size, 'x'))
  const { status, text } = await pdfOf(code)
  expect([status, text.includes('quadratic number a')]).toEqual([200, true])
  await paperClient(site, admin).bin(broken.id)
})

test('forged, long and mistyped addresses are no worksheets', async () => {
  const code = await codeOf([algebra, 'q1'])
  const many = Array.from({ length: 300 }, (_, at) => ({
    serial: 1 + (at % 40),
    file: at % 40,
    id: `q${at + 1}`,
  }))
  const long = packWorksheet(many)
  for (const wrong of [
    `${code}x`,
    code.slice(1),
    'w',
    'AAAAw',
    `${'A'.repeat(3_000)}w`,
    long,
    '../x',
    '%00',
  ]) {
    const page = await site.fetch(`/worksheet/${encodeURIComponent(wrong)}`)
    expect([wrong.slice(0, 20), [404, 414].includes(page.status)]).toEqual([wrong.slice(0, 20), true])
    const { status } = await pdfOf(encodeURIComponent(wrong))
    expect([wrong.slice(0, 20), [404, 414].includes(status)]).toEqual([wrong.slice(0, 20), true])
  }
  expect((await pdfOf('')).status).toBe(404)
  expect((await site.fetch('/worksheet.pdf')).status).toBe(422)
  const picked = Array.from({ length: 101 }, (_, at) => `${algebra.id}.q${at + 1}`).join(',')
  const { status, said } = await pageOf(`/worksheet/picked?questions=${picked}`)
  expect([status, said]).toEqual([404, expect.stringContaining('at most 100 questions')])
  for (const list of ['', 'x', `${algebra.id}.17`, `${algebra.id}.q99`, 'nosuchpaper.q1'])
    expect((await pageOf(`/worksheet/picked?questions=${list}`)).status).toBe(404)
})

test('wrong settings are as if they were not there', async () => {
  const code = await codeOf([algebra, 'q1'])
  const { status, said } = await pageOf(
    `/worksheet/${code}?columns=7&sheet=a0&set=Z&seed=x&time=99999&space=all&title=${'x'.repeat(500)}`,
  )
  expect(status).toBe(200)
  expect(said).toContain('1 question, 2 marks, about 5 minutes')
  expect(said).not.toContain('Set Z')
  expect(said).not.toContain('x'.repeat(81))
})

test('pages that are turned, cropped, of odd sizes or encrypted give the same words as others', async () => {
  const moved = (word: string, down = 0) =>
    linesOf(word, 3).map(([x, y, text]): PdfLine => [x, y - down, text])
  const odd: Record<string, Uint8Array> = {
    // Written upside down or sideways, and turned upright by its page.
    turned: linesPdf([moved('turned')], '/Rotate 180', '-1 0 0 -1 595 842 cm'),
    clockwise: linesPdf([moved('clockwise', 230)], '/Rotate 90', '0 1 -1 0 595 0 cm'),
    counterclockwise: linesPdf([moved('counterclockwise', 230)], '/Rotate 270', '0 -1 1 0 0 842 cm'),
    negative: linesPdf([moved('negative', 230)], '/Rotate -90', '0 -1 1 0 0 842 cm'),
    cropped: linesPdf([moved('cropped')], '/CropBox[40 300 580 830]'),
    // Its corner is elsewhere; as long as the usual box, so that the file stays whole.
    wide: Buffer.from(
      linesPdf([moved('wide')])
        .toString('latin1')
        .replace('[0 0 595 842]', '[9 9 950 999]'),
      'latin1',
    ),
    locked: await ownerPasswordPdf(paperOf('locked', 3), { printing: 'highResolution' }),
  }
  for (const [word, pdf] of Object.entries(odd)) {
    const paper = await publish(site, admin, { title: `Paper ${word}` }, Buffer.from(pdf))
    await untilFound(paper, 3)
    const { pages, text } = await pdfOf(await codeOf([paper, 'q2'], [algebra, 'q1']))
    expect([word, pages, text.includes(`Explain the ${word} number b in your own words.`)]).toEqual([
      word,
      1,
      true,
    ])
    expect([word, /number [c]|contains 3/.test(text)]).toEqual([word, false])
  }
})

test('of a paper of three hundred questions the last is printed as the first is', async () => {
  const all = Array.from({ length: 300 }, (_, at): PdfLine[] => {
    const y = 790 - 30 * (at % 25)
    return [
      [60, y, `${at + 1}.`],
      [100, y, `Say what is meant by the term ${'abcdefghijklmnopqrst'[at % 20]} of ${at + 1} terms.`],
    ]
  })
  const pages = Array.from({ length: 12 }, (_, page) => all.slice(25 * page, 25 * page + 25).flat())
  const paper = await publish(site, admin, { title: 'Three hundred' }, linesPdf(pages))
  await untilFound(paper, 300)
  const { text } = await pdfOf(await codeOf([paper, 'q300'], [paper, 'q1']))
  expect(text).toMatch(/of 300 terms.*of 1 terms/s)
  expect(text).not.toMatch(/of (?:2|299) terms/)
})

test('of a paper’s font only the letters that are printed weigh', async () => {
  const font = await readFile(
    'node_modules/@expo-google-fonts/anek-latin/400Regular/AnekLatin_400Regular.ttf',
  )
  const paper = await publish(site, admin, { title: 'Lettered' }, linesPdf([linesOf('own', 3)], '', '', font))
  await untilFound(paper, 3)
  const { text, bytes } = await pdfOf(await codeOf([paper, 'q2']))
  expect(text).toContain('Explain the own number b in your own words.')
  expect(font.length).toBeGreaterThan(100_000)
  expect(bytes.length).toBeLessThan(45_000)
})

test('what several questions are about is printed before them, once where they follow each other', async () => {
  const lines: PdfLine[] = [
    [60, 780, '1.'],
    [90, 780, 'Explain the first of the laws in your own words.'],
    [60, 720, 'Read the following passage and answer questions 2 to 3 :'],
    [60, 690, 'The fuel cost per hour for running a train is proportional to its speed.'],
    [60, 660, 'The fixed charges to run the train amount to twelve hundred.'],
    [60, 600, '2.'],
    [90, 600, 'Find the fuel cost of the train.'],
    [60, 540, '3.'],
    [90, 540, 'Find the best speed of the train.'],
  ]
  const trains = await publish(site, admin, { title: 'Trains' }, linesPdf([lines]))
  await untilFound(trains, 3)
  const { questions } = await (await site.fetch(`/api/papers/${trains.id}/questions`)).json()
  const isPassage = questions.map(({ boxes }: { boxes: { isPassage?: true }[] }) =>
    boxes.map((box) => box.isPassage),
  )
  expect(isPassage).toEqual([[undefined], [true, undefined], [true, undefined]])
  const { text } = await pdfOf(await codeOf([trains, 'q2'], [trains, 'q3'], [trains, 'q1']))
  expect(text.match(/fuel cost per hour/g)).toHaveLength(1)
  expect(text.match(/^\d\.$/gm)).toEqual(['1.', '2.', '3.'])
  expect(text.indexOf('twelve hundred')).toBeLessThan(text.indexOf('Find the fuel cost'))
  const apart = await pdfOf(await codeOf([trains, 'q2'], [trains, 'q1'], [trains, 'q3']))
  expect(apart.text.match(/fuel cost per hour/g), 'again after another question').toHaveLength(2)
})

test('a question over three pages is printed whole', async () => {
  const part = (from: number): PdfLine[] =>
    Array.from(
      { length: 30 },
      (_, at): PdfLine => [90, 780 - 22 * at, `Line ${from + at} of the long question goes on here.`],
    )
  const pdf = linesPdf([
    [...linesOf('short', 1), [60, 640, '2.'], ...part(1).slice(8)],
    part(101),
    [...part(201).slice(0, 10), [60, 300, '3.'], [90, 300, 'Explain the last one in your own words.']],
  ])
  const paper = await publish(site, admin, { title: 'Long' }, pdf)
  await untilFound(paper, 3)
  const { pages, text } = await pdfOf(await codeOf([paper, 'q2']))
  expect(pages).toBeGreaterThan(1)
  for (const said of ['Line 12 of', 'Line 101 of', 'Line 130 of', 'Line 210 of']) expect(text).toContain(said)
  expect(text).not.toContain('the last one')
})

test('only some pages of a paper come as a PDF, and pages that it has not are refused by a sentence', async () => {
  const paper = await publish(
    site,
    admin,
    { title: 'Of four pages' },
    linesPdf(['one', 'two', 'three', 'four'].map((word) => [[60, 700, `Page ${word} of this paper.`]])),
  )
  const take = async (pages: string, ids = paper.id) => {
    const answer = await site.fetch(`/papers.pdf?ids=${ids}&pages=${encodeURIComponent(pages)}`)
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
  }
  const folder = await mkdtemp(join(tmpdir(), 'thervu-part-'))
  for (const [pages, ids, words] of [
    ['2-3', paper.id, ['two', 'three']],
    [' 4 , 1 ', paper.id, ['four', 'one']],
    ['2;1', `${paper.id},${algebra.id}`, ['two', 'quadratic']],
    ['', paper.id, ['one', 'two', 'three', 'four']],
  ] as const) {
    const { status, bytes } = await take(pages, ids)
    expect([pages, status]).toEqual([pages, 200])
    await writeFile(join(folder, 'part.pdf'), bytes)
    const read = await inspector.readTexts(join(folder, 'part.pdf'), { from: 1, to: 9 })
    if ('accepted' in read) throw new Error(read.sentence)
    expect(read.read.map(({ text }) => words.find((word) => text.includes(word)))).toEqual(words)
  }
  await rm(folder, { recursive: true })
  for (const pages of ['5', '0', '3-2', '1-9', 'x', '1,,2'])
    expect([pages, (await take(pages)).status]).toEqual([pages, 422])
  const refused = await site.fetch(`/papers.pdf?ids=${paper.id}&pages=9`, {
    headers: { Accept: 'text/html' },
  })
  expect(await refused.text()).toContain('Pages are numbers from 1 to 4')
  const fields = await site.fetch(`/papers.pdf?ids=${paper.id},${algebra.id}&pages=2-3&pages=`)
  expect(fields.status, 'as a form with a field for each paper sends it').toBe(200)
  await until('its page offers some of them', async () => {
    const { html } = await pageOf(`/papers/${paper.id}/of-four-pages`)
    return /<form[^>]*action="\/papers\.pdf"/.test(html)
  })
})

test('a worksheet stores nothing, and takes a place among the files that are made for one network', async () => {
  const before = await rowsOf(site.dataDir, 'select count(*) as papers from papers')
  const code = await codeOf([algebra, 'q1'])
  await pdfOf(code)
  expect(await rowsOf(site.dataDir, 'select count(*) as papers from papers')).toEqual(before)
  const held = Promise.withResolvers<void>()
  const slow = await openSite({
    renders: { lookEveryMs: 50, sweepPauseMs: 0, pauseMs: 0, renewEveryMs: 50 },
    parts: (app) => ({
      inspector: {
        ...app.inspector,
        async makeWorksheet(...asked) {
          await held.promise
          return await app.inspector.makeWorksheet(...asked)
        },
      },
    }),
  })
  const own = await publish(slow, await slow.signIn(), { title: 'Slow' }, paperOf('slow', 3))
  await untilFound(own, 3, slow)
  const led = await slow.fetch(pick([own, 'q1']))
  const slowCode = /\/worksheet\/([\w-]+)/.exec(led.headers.get('location') ?? '')?.[1]
  const asked = Array.from({ length: 4 }, () => slow.fetch(`/worksheet.pdf?questions=${slowCode}`))
  const first = await Promise.race(asked)
  expect([first.status, (await first.json()).code]).toEqual([429, 'too-many-downloads'])
  held.resolve()
  const statuses = (await Promise.all(asked)).map(({ status }) => status).sort()
  expect(statuses).toEqual([200, 200, 200, 429])
  await slow.end()
})

test('answers that are known by question come as a PDF of their own, under the numbers of the set, and are offered by count', async () => {
  const answers = linesPdf([
    [
      [60, 700, 'Ans 1. The first answer has two roots.'],
      [60, 640, 'Ans 3. The third answer has none.'],
    ],
  ])
  const answered = await publish(site, admin, { title: 'Answered' }, paperOf('ellipse', 4))
  await paperClient(site, admin).replace(answered.id, 'answers', answers)
  await untilFound(answered, 4)
  await until(
    'its answers are found',
    async () =>
      (await (await site.fetch(`/api/papers/${answered.id}/questions`)).json()).answers.length === 2,
    60_000,
  )
  const code = await codeOf([answered, 'q2'], [answered, 'q3'], [algebra, 'q1'], [answered, 'q1'])
  expect((await pageOf(`/worksheet/${code}`)).said).toContain('Answers (PDF): 2 of 4')
  const pdf = await pdfOf(code, '&of=answers&space=lines&title=Weekly')
  expect([pdf.status, pdf.pages]).toEqual([200, 1])
  expect(pdf.text).toContain('Answers: Weekly')
  expect(pdf.text).toMatch(/2\..*The third answer.*4\..*The first answer/s)
  expect(pdf.text).not.toMatch(/ellipse|quadratic|Name|Time/)
  const none = await site.fetch(`/worksheet.pdf?questions=${await codeOf([algebra, 'q1'])}&of=answers`)
  expect([none.status, (await none.json()).code]).toEqual([404, 'answers-not-found'])
  expect((await pageOf(`/worksheet/${await codeOf([algebra, 'q1'])}`)).said).not.toContain('Answers (PDF)')
})

test('the logo is at the left of the heading on a worksheet as a PDF', async () => {
  const code = await codeOf([algebra, 'q1'])
  const client = picturesOf(site, admin)
  const logo = await client.make(await quarters(), 'logo', { x: 0, y: 0, width: 50, height: 50 })
  const { version, centre } = await site.app.centre.read(true)
  expect((await client.put(version, { ...centre, pictures: { logo } })).status).toBe(200)
  const { bytes } = await pdfOf(code)
  const folder = await mkdtemp(join(tmpdir(), 'thervu-logo-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'it.pdf'), bytes)
  const rendered = await inspector.readPages(join(folder, 'it.pdf'), { from: 1, to: 1 })
  if ('accepted' in rendered || !rendered.read[0]) throw new Error('It cannot be read.')
  const { data, info } = await sharp(rendered.read[0].large)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const red: { x: number; y: number }[] = []
  for (let at = 0; at < data.length; at += info.channels) {
    const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3)
    const [x, y] = [(at / info.channels) % info.width, Math.floor(at / info.channels / info.width)]
    if (r > 170 && g < 80 && b < 80) red.push({ x, y })
  }
  // At the margin, 42 points from the left of 595, and 40 wide.
  const [left, right] = [Math.min(...red.map(({ x }) => x)), Math.max(...red.map(({ x }) => x))]
  expect(red.length).toBeGreaterThan(5_000)
  expect([left, right - left].map((x) => (x * 595) / info.width)).toEqual([
    expect.closeTo(42, -1),
    expect.closeTo(40, -1),
  ])
})

test('a logo whose picture is missing is left out of the heading, and all else is printed', async () => {
  const logo = { picture: 'a'.repeat(32), width: 600, height: 400 }
  const { version, centre } = await site.app.centre.read()
  await publishCentre(site.app, { ...centre, pictures: { logo } }, null, { basedOn: version })
  expect((await site.app.centre.read()).centre.pictures?.logo).toEqual(logo)
  const { status, text } = await pdfOf(await codeOf([algebra, 'q1']))
  expect(status).toBe(200)
  expect(text).toContain(centre.name)
  expect(text).toContain('Explain the quadratic number a in your own words.')
})
