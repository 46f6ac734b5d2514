import sharp from 'sharp'
import { expect, test } from 'vitest'
import { doubtHints } from '#domain/inbox/first-pages.server.ts'
import { cleanPageText } from '#domain/page-text/clean-page-text.ts'
import { isUnread, joinTexts } from '#domain/page-text/text-line.ts'
import { judgeWords, type SeenWord } from '#domain/recognition/judge-words.ts'
import { describeProgress, describeTimeFor, percentRead, timeFor } from '#domain/recognition/time-left.ts'
import { evenOut, roughness } from '#server/adapters/recognition/render-for-ocr.ts'
import { darkestRows, turnBack, turnPicture, wordsIn } from '#server/adapters/recognition/turns.ts'

const ENGLISH = 'Candidates must write the Code on the title page of the answer-book.'

test('a page is unread where its file says next to nothing, or what an old font makes of Hindi or Tamil', () => {
  expect([isUnread(''), isUnread('Page 3 of 8'), isUnread('www.papers.example')]).toEqual([true, true, true])
  expect(isUnread(ENGLISH)).toBe(false)
  const rubbish = '¬È⁄UˡÊÊÕË¸ ∑§Ù«U ∑§Ù ©UûÊ⁄U-¬ÈÁSÃ∑§Ê ∑§ ◊ÈÅÊ-¬ÎDÔU ¬⁄U •fl‡ÿ Á‹π¥–'
  expect(isUnread(`${rubbish}\n${ENGLISH}`)).toBe(true)
  // An old font that stores Hindi as other letters of its script.
  const wrong = '1. ननम्नमऱखखत गदयणंश को ध्यणनऩव कव ऩढ़कर उसऩर आधणररत प्रश्नों के उत्तर ननदेशणनसु णर मऱखें'
  expect([isUnread(wrong), isUnread(`${wrong}\n${ENGLISH}`)]).toEqual([true, true])
  expect(cleanPageText(`${wrong}\n${ENGLISH}`)).toBe(ENGLISH)
  // Of Tamil, two that store it as Latin letters.
  for (const tamil of [
    'fzpjk; gj;jhk; tFg;G nghJj; Njh;T\nvy;yh tpdhf;fSf;Fk; tpilaspf;fTk;',
    '¸£ì¸¡Ïõ Å¢É¡ì¸ÙìÌ Å¢¨¼ÂÇ¢ì¸×õ\nºÃ¢Â¡É Å¢¨¼¨Âò §¾÷ó¦¾ÎòÐ',
  ])
    expect([isUnread(tamil), isUnread(`${tamil}\n${ENGLISH}`)]).toEqual([true, true])
  expect(isUnread('कृपया जाँच कर लें कि इस प्रश्न-पत्र में मुद्रित पृष्ठ 11 हैं। दोनों कोण ज्ञात कीजिए।')).toBe(false)
})

test('what a file says of its page stays, and what its old font has hidden is added', () => {
  const recognised = 'Candidates rnust write the Code\nपरीक्षार्थी कोड को अवश्य लिखें'
  expect(joinTexts(ENGLISH, recognised)).toBe(`${ENGLISH}\nपरीक्षार्थी कोड को अवश्य लिखें`)
  expect(joinTexts('Page 3', recognised)).toBe(recognised)
  expect(joinTexts('Page 3', '')).toBe('Page 3')
})

const word = (text: string, confidence: number, left = 0): SeenWord => ({
  ...{ text, confidence, left },
  ...{ top: 10, width: text.length * 10, height: 40 },
})

test('badly read words and lines are left out, a badly read page as a whole, and columns are apart', () => {
  const good = ['Define', 'the', 'refractive', 'index'].map((text, at) => word(text, 95, at * 100))
  const faint = [word('ofglas', 30, 400)]
  const smudge = [word('i1|l', 20), word('vvw', 45, 60)]
  const kept = judgeWords([[...good, ...faint], smudge, [word('Maximum', 70), word('70', 96, 900)]], 0.5)
  expect(kept.text).toBe('Define the refractive index\nMaximum 70')
  expect(kept.sureText).toBe('Define the refractive index')
  expect(kept.lines.map(([left, , , , text]) => [left, text])).toEqual([
    [0, 'Define the refractive index'],
    [0, 'Maximum'],
    [450, '70'],
  ])
  const formula = [word('|', 85), word('17.', 92), word('(8111+00860)', 20, 60)]
  expect(judgeWords([good, formula], 1).text).toBe('Define the refractive index\n17.')
  const bengali = [['Gl', 'PTR', 'fre', 'UG', '3ta'].map((text) => word(text, 48)), good.slice(0, 1)]
  expect(judgeWords(bengali, 1)).toMatchObject({ text: '', sureText: '', lines: [] })
  expect(judgeWords([], 1)).toEqual({ confidence: 0, text: '', sureText: '', lines: [] })
})

test('words that mix scripts are left out, and option letters that were read as digits are letters again', () => {
  const read = (...lines: string[]) =>
    judgeWords(
      lines.map((line) => line.split(' ').map((text, at) => word(text, 95, at * 100))),
      1,
    ).text
  expect(read('Refractive index of glaஸ்s A-இன் अनुपात ratio')).toBe('Refractive index of A-இன் अनुपात ratio')
  const options = ['Which of these is a prime number ?', '(A) 21 (8) 23', '(C) 27 (0) 33']
  expect(read(...options)).toBe(`${options[0]}\n(A) 21 (B) 23\n(C) 27 (D) 33`)
  const small = ['Which of these is a prime number ?', '(a) 21 (6) 23 (c) 27 (0) 33']
  expect(read(...small)).toBe(`${small[0]}\n(a) 21 (b) 23 (c) 27 (d) 33`)
  const counted = ['(7) Define the refractive index', '(A) of glass', '(8) Name the unit of force']
  expect(read(...counted)).toBe(counted.join('\n'))
  expect(read('(0) Define the refractive index', '(8) of glass')).toBe(
    'Define the refractive index\n(8) of glass',
  )
})

test('hints of a recognised page are sure only where its sure lines tell the same', () => {
  const hints = { year: { value: 2017, sure: true }, subject: { value: 'Physics', sure: true }, board: null }
  const sure = { year: null, subject: { value: 'Physics', sure: true }, board: null }
  const doubted = doubtHints(hints as never, sure as never)
  expect([doubted.year, doubted.subject, doubted.board]).toEqual([
    { value: 2017, sure: false },
    { value: 'Physics', sure: true },
    null,
  ])
})

test('a turned picture has its words back where they were, and the strip with the most ink is found', () => {
  const picture = { grey: Uint8Array.from([0, 1, 2, 3, 4, 5]), width: 3, height: 2 }
  expect([...turnPicture(picture, 90).grey]).toEqual([3, 0, 4, 1, 5, 2])
  expect([...turnPicture(picture, 180).grey]).toEqual([5, 4, 3, 2, 1, 0])
  expect([...turnPicture(picture, 270).grey]).toEqual([2, 5, 1, 4, 0, 3])
  expect([...picture.grey]).toEqual([0, 1, 2, 3, 4, 5])
  const at = (left: number, top: number) => ({ ...word('x', 90), left, top, width: 1, height: 1 })
  const places = ([90, 180, 270] as const).map((turn) => {
    const { grey, width } = turnPicture(picture, turn)
    const found = grey.indexOf(4)
    const { left, top } = turnBack(at(found % width, Math.floor(found / width)), picture, turn)
    return [left, top]
  })
  expect(places).toEqual([
    [1, 1],
    [1, 1],
    [1, 1],
  ])
  expect(darkestRows(Uint8Array.from([255, 255, 255, 0, 0, 255, 255, 255]), 2, 2)).toBe(1)
})

test('noise is calmed, a page of nothing else is none, and print is left as it is', async () => {
  const size = { width: 200, height: 200 }
  const random = (at: number) => ((Math.imul(at + 1, 2_654_435_761) >>> 0) % 256) * 0.6 + 50
  const noise = { grey: Uint8Array.from({ length: 40_000 }, (_, at) => random(at)), ...size }
  expect(roughness(noise)).toBeGreaterThan(0.15)
  expect(await evenOut(noise)).toBeNull()
  const print = { grey: noise.grey.map((_, at) => (at % 200 > 20 && at % 200 < 30 ? 0 : 255)), ...size }
  expect(await evenOut(print)).toBe(print)
  const both = { grey: noise.grey.map((value, at) => (print.grey[at] === 0 ? 0 : value)), ...size }
  const calm = await evenOut(both)
  expect(calm && roughness(calm)).toBeLessThan(roughness(both) / 2)
})

test('clouds of any size and of little contrast are no page either', async () => {
  const size = { width: 600, height: 800 }
  const raw = { ...size, channels: 1 as const }
  let seed = 7
  const specks = Buffer.alloc(480_000).map(() => {
    for (const shift of [13, -17, 5]) seed ^= shift > 0 ? seed << shift : seed >>> -shift
    return seed & 255
  })
  const cloudy = async (softness: number, contrast: number) => {
    const soft = await sharp(specks, { raw }).toColourspace('b-w').blur(softness).raw().toBuffer()
    const { mean = 0, stdev = 1 } = (await sharp(soft, { raw }).stats()).channels[0] ?? {}
    const grey = soft.map((value) => Math.min(255, Math.max(0, 128 + ((value - mean) / stdev) * contrast)))
    return { grey, ...size }
  }
  const clouds = [await cloudy(2, 60), await cloudy(8, 60), await cloudy(16, 60), await cloudy(8, 25)]
  expect(clouds.map((cloud) => roughness(cloud) < 0.15)).toEqual([true, true, true, true])
  expect(await Promise.all(clouds.map(evenOut))).toEqual([null, null, null, null])
})

test('what is left is said in minutes, from an hour and a half on in hours, and not at all before a page was measured', () => {
  const pace = { msPerPage: 6_000 }
  expect([1, 30, 900].map((pages) => timeFor(pages, pace))).toEqual([
    { unit: 'minutes', count: 1 },
    { unit: 'minutes', count: 3 },
    { unit: 'minutes', count: 90 },
  ])
  expect([1, 30, 2_279].map((pages) => describeTimeFor(pages, pace))).toEqual([
    'about 1 minute',
    'about 3 minutes',
    'about 4 hours',
  ])
  expect(timeFor(30, { msPerPage: null })).toBe(null)
  const batch = { read: 166, waiting: 2_279, msPerPage: 6_000 }
  expect(describeProgress(batch)).toBe(
    '2,279 scanned pages are still to be read: about 4 hours left, 6 % read.',
  )
  expect(describeProgress({ ...batch, waiting: 1, msPerPage: null })).toMatch(
    /^1 scanned page is still to be read: how/,
  )
  expect([percentRead({ ...batch, waiting: 1 }), percentRead({ ...batch, read: 0 })]).toEqual([99, 0])
})

test('the table of words is read by lines', () => {
  const row = (line: number, text: string) => `5\t1\t1\t1\t${line}\t1\t5\t6\t7\t8\t91.5\t${text}`
  const table = ['1\t1\t0\t0\t0\t0\t0\t0\t9\t9\t-1\t', row(1, 'State'), row(1, ' '), row(2, 'law')].join('\n')
  expect(wordsIn(table).map((line) => line.map(({ text }) => text))).toEqual([['State'], ['law']])
  expect(wordsIn(table)[0]?.[0]).toMatchObject({ confidence: 91.5, left: 5, top: 6, width: 7, height: 8 })
})
