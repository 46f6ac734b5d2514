import { readFileSync } from 'node:fs'
import { Blob, Face, Font } from 'harfbuzzjs'
import { expect, test } from 'vitest'
import { countPages, writePages } from '#domain/bundles/picked.ts'
import type { TextLine } from '#domain/page-text/text-line.ts'
import { cropOf } from '#domain/questions/question-crop.ts'
import { layOut, type Measured, SHEETS } from '#domain/worksheets/layout.ts'
import {
  formParameters,
  packWorksheet,
  readForm,
  totalsOf,
  unpackWorksheet,
} from '#domain/worksheets/worksheet.ts'
import { pruneContent, type Rect } from '#server/adapters/pdf/worksheets/prune-content.ts'
import { neighboursOf } from '#server/adapters/pdf/worksheets/question-pieces.ts'
import { glyphsOfBytes, subsetGlyphs } from '#server/adapters/pdf/worksheets/subset-glyphs.ts'
import { cutAlongLines } from '#server/adapters/pictures/cut-along-line.ts'
import { endOfRules, numberBefore } from '#server/adapters/pictures/mask-question-number.ts'

const question = (more: Partial<Measured> = {}): Measured => ({
  ...{ parts: [{ width: 480, height: 40 }], hangs: 20, letters: 11, space: 0, hasNote: false },
  ...more,
})
const form = { sheet: 'a4', columns: 1, hasMarks: true, heading: 90 } as const

test('a worksheet is packed into a short code, and only into that', () => {
  const questions = [
    { serial: 90_000, file: 16_383, id: 'q17' },
    { serial: 12, file: 0, id: 'q2.3' },
    { serial: 90_000, file: 16_383, id: 'q5-2', marks: 4 },
  ]
  const code = packWorksheet(questions)
  expect(unpackWorksheet(code)).toEqual(questions)
  expect(code).toMatch(/^[\w-]{20,32}w$/)
  for (let at = 0; at < code.length; at++)
    expect(
      unpackWorksheet(`${code.slice(0, at)}${code[at] === 'A' ? 'B' : 'A'}${code.slice(at + 1)}`),
    ).toBeNull()
  const thirty = Array.from({ length: 30 }, (_, at) => ({
    serial: 40_000 + 131 * (at % 20),
    file: 9_000 + (at % 20),
    id: `q${at + 1}`,
  }))
  expect(packWorksheet(thirty).length).toBeLessThan(260)
  const hundred = Array.from({ length: 100 }, (_, at) => ({
    serial: 1 + 977 * (at % 50),
    file: 16_000 + (at % 50),
    id: `q${at + 20}`,
  }))
  expect(packWorksheet(hundred).length).toBeLessThan(1_600)
  expect(unpackWorksheet(packWorksheet(hundred))).toEqual(hundred)
})

test('the form of a worksheet comes back from its parameters, which leave out what is usual', () => {
  const said =
    'title=Unit+test&time=45&columns=2&space=lines&sheet=legal&sources=on&unmarked=on&languages=all&set=C&seed=7'
  expect(String(formParameters(readForm(new URLSearchParams(said))))).toBe(said)
  expect(String(formParameters(readForm(new URLSearchParams('columns=3&seed=1&set=X&time=x'))))).toBe('')
})

test('the suggested time goes by the marks that are known', () => {
  expect(totalsOf([{ marks: 2 }, { marks: null }, { marks: 6 }])).toEqual({
    marks: 8,
    unknown: 1,
    minutes: 20,
  })
  expect(totalsOf([{ marks: null }])).toEqual({ marks: 0, unknown: 1, minutes: null })
})

test('nothing is laid out beyond a sheet or over something else, whatever its size', () => {
  const odd = [
    question(),
    question({ parts: [{ width: 200, height: 30 }] }),
    question({ parts: [{ width: 900, height: 3_000 }] }),
    question({
      parts: Array.from({ length: 3 }, () => ({ width: 480, height: 700 })),
      space: 300,
      hasNote: true,
    }),
    ...Array.from({ length: 40 }, (_, at) =>
      question({ parts: [{ width: 180 + 5 * at, height: 30 + 7 * at }], space: at }),
    ),
  ]
  for (const columns of [1, 2] as const)
    for (const sheet of ['a4', 'legal'] as const) {
      const { placed, pages } = layOut(odd, { ...form, columns, sheet })
      const { width, height } = SHEETS[sheet]
      const boxes = placed.flatMap((each) => {
        if (each.kind !== 'part') return []
        const part = odd[each.question]?.parts[each.part]
        return part
          ? [{ ...each, right: each.x + part.width * each.scale, bottom: each.y + part.height * each.scale }]
          : []
      })
      expect(boxes).toHaveLength(odd.reduce((sum, { parts }) => sum + parts.length, 0))
      for (const one of boxes) {
        expect(one.page).toBeLessThanOrEqual(pages)
        expect(one.x).toBeGreaterThan(20)
        expect(one.right).toBeLessThan(width - 20)
        expect(one.y).toBeGreaterThanOrEqual(40)
        expect(one.bottom).toBeLessThanOrEqual(height - 43)
        const hit = boxes.find(
          (other) =>
            other !== one &&
            other.page === one.page &&
            other.x < one.right &&
            one.x < other.right &&
            other.y < one.bottom - 0.01 &&
            one.y < other.bottom - 0.01,
        )
        expect(hit).toBeUndefined()
      }
    }
})

test('the space for an answer is at most half a sheet', () => {
  const { placed } = layOut([question({ space: 5_000 })], { ...form, heading: 0 })
  const space = placed.find(({ kind }) => kind === 'space')
  expect(space).toMatchObject({ height: (SHEETS.a4.height - 84) / 2 })
})

test('two columns are even above what goes over both', () => {
  const narrow = Array.from({ length: 4 }, () =>
    question({ parts: [{ width: 180, height: 60 }], hangs: 0, letters: 9 }),
  )
  const { placed } = layOut([...narrow, question({ parts: [{ width: 520, height: 40 }] })], {
    ...form,
    columns: 2,
  })
  const tops = placed.flatMap((each) =>
    each.kind === 'part' ? [[each.question, Math.round(each.x / 100), each.y] as const] : [],
  )
  expect(tops.slice(0, 4).map(([, column]) => column)).toEqual([1, 1, 3, 3])
  expect(tops[0]?.[2]).toBe(tops[2]?.[2])
  expect(tops[4]?.[2]).toBeGreaterThan(tops[3]?.[2] ?? 0)
})

test('the lines that say a number and marks are known, and others are not taken for them', () => {
  const lines = [
    [60, 100, 20, 16, '7.'],
    [100, 100, 700, 20, 'Solve 7x = 14 in 3 steps.'],
    [900, 100, 10, 16, '3'],
    [100, 140, 300, 20, 'Give 7 reasons.'],
  ] as [number, number, number, number, string][]
  const boxes = [{ page: 1, left: 60, top: 98, width: 855, height: 66 }]
  const crop = cropOf({ number: '7', marks: 3 }, { boxes }, () => lines)
  expect([crop.numberLine, crop.marksLine, crop.lineHeight]).toEqual([lines[0], lines[2], 20])
  expect(cropOf({ number: '7', marks: 4 }, { boxes }, () => lines).marksLine).toBeNull()
  // Fractions make the lines of this question high, and its letters are as small as those of the page.
  const others = [22, 22, 22, 22].map(
    (height, at): TextLine => [100, 900 + 40 * at, 400, height, 'Other words'],
  )
  expect(cropOf({ number: '7', marks: 3 }, { boxes }, () => [...lines, ...others]).lineHeight).toBe(22)
  expect(cropOf({ number: '8', marks: null }, { boxes }, () => lines).numberLine).toBeNull()
})

const LINES: Rect = { left: 50, bottom: 100, right: 550, top: 140 }
/** With room for signs over the first line, which another question's line must not show in. */
const AREA: Rect = { ...LINES, top: 146 }
const prune = (content: string, hidden: Parameters<typeof pruneContent>[3] = []) =>
  Buffer.from(
    pruneContent(
      Buffer.from(content),
      { area: AREA, lines: LINES },
      { drawnAt: () => null, isTall: (font) => font === 'Big' },
      hidden,
    ).content,
  ).toString('latin1')

test('of a page’s content only what touches a question is left, and what follows a dropped word stays in its place', () => {
  const made = prune(
    'BT /F 12 Tf 60 700 Td (above) Tj 0 -580 Td (within) Tj ( and on) Tj 0 -60 Td (below) Tj ET 10 10 20 20 re f 60 110 9 9 re f',
  )
  expect(made).not.toMatch(/above|below|10 10 20 20/)
  expect(made).toContain('1 0 0 1 60 120 Tm\n(within) Tj\n( and on) Tj')
  expect(made).toContain('60 110 9 9 re f')
  const over = prune('BT /F 12 Tf 60 144 Td (line before) Tj ET 60 143 40 2 re f')
  expect(over).not.toContain('line before')
  expect(over).toContain('60 143 40 2 re f')
})

/** Rows of a picture, of which "#" is ink. */
const picture = (rows: string[]) => ({
  ...{ width: rows[0]?.length ?? 0, height: rows.length, channels: 1 },
  data: new Uint8Array([...rows.join('')].map((sign) => (sign === '#' ? 0 : 255))),
})
const rowsIn = ({ data, width }: { data: Uint8Array; width: number }) =>
  Array.from({ length: data.length / width }, (_, y) =>
    [...data.slice(y * width, (y + 1) * width)].map((shade) => (shade === 0 ? '#' : '.')).join(''),
  )

test('above a question a sign over its words is kept, and the letters before it that reach as low are not', () => {
  const blank = '.'.repeat(40)
  const letter = `..##${'.'.repeat(36)}`
  const sign = `${'.'.repeat(30)}##${'.'.repeat(8)}`
  const both = `..##${'.'.repeat(26)}##${'.'.repeat(8)}`
  const words = `..${'#'.repeat(36)}..`
  const before = [letter, letter, letter, letter, letter, letter, letter, both, both, sign, sign, sign, sign]
  const raw = picture([...before, words, words, blank])
  cutAlongLines(raw, { top: 12, bottom: 16 })
  expect(rowsIn(raw)).toEqual([...Array(7).fill(blank), ...Array(6).fill(sign), words, words, blank])
})

test('a question of a tilted page is cut along its lines', () => {
  const [width, rise] = [400, 30]
  const lineAt = (from: number) => (x: number, y: number) => {
    const top = from - Math.round((rise * x) / width)
    return y >= top && y < top + 12 && x % 4 < 2
  }
  const [own, next] = [lineAt(60), lineAt(84)]
  const rowsOf = (isInk: (x: number, y: number) => boolean) =>
    Array.from({ length: 120 }, (_, y) =>
      Array.from({ length: width }, (__, x) => (isInk(x, y) ? '#' : '.')).join(''),
    )
  const raw = picture(rowsOf((x, y) => own(x, y) || next(x, y)))
  cutAlongLines(raw, { top: 30, bottom: 72 })
  expect(rowsIn(raw)).toEqual(rowsOf(own))
})

test('a number ends after its dot, however far that is from a narrow digit, and before words', () => {
  const [width, height] = [120, 20]
  const line: TextLine = [10, 0, 100, height, '11. Words go on']
  const end = (dot: { from: number; to: number; top: number }) => {
    const isInk = (x: number, y: number) =>
      (x >= 10 && x < 22 && y > 4 && y < 16) ||
      (x >= dot.from && x < dot.to && y >= dot.top && y < 16) ||
      (x >= 46 && y > 4 && y < 16)
    const data = Uint8Array.from({ length: width * height }, (_, at) =>
      isInk(at % width, Math.floor(at / width)) ? 0 : 255,
    )
    const part = { data, width, height, channels: 1, left: 0, top: 0, times: 1 }
    return numberBefore(part, { number: '11', numberLine: line })?.right
  }
  expect(end({ from: 28, to: 31, top: 13 })).toBe(31)
  // A tall letter is a word, and so is a line to write on.
  expect(end({ from: 28, to: 31, top: 5 })).toBe(22)
  expect(end({ from: 28, to: 38, top: 13 })).toBe(22)
})

test('a rule between a number and its words is left out, unless there is more than rules', () => {
  const [width, height] = [40, 30]
  const part = (isInk: (x: number, y: number) => boolean) => ({
    ...{ width, height, channels: 1, left: 100, top: 500, times: 1 },
    data: Uint8Array.from({ length: width * height }, (_, at) =>
      isInk(at % width, Math.floor(at / width)) ? 0 : 255,
    ),
  })
  const number = { left: 100, top: 512, right: 108, bottom: 518 }
  const inNumber = (x: number, y: number) => x < 8 && y >= 12 && y < 18
  const inWords = (x: number, y: number) => x > 24 && y >= 12 && y < 18
  const end = (isRule: (x: number, y: number) => boolean) =>
    endOfRules(
      part((x, y) => inNumber(x, y) || inWords(x, y) || isRule(x, y)),
      { from: 100, to: 140, number },
    )
  expect(end((x) => x === 12 || x === 15)).toBe(116)
  // Erased with the number, which is close to it.
  expect(end((x, y) => x === 9 && (y < 8 || y > 21))).toBe(110)
  expect(end(() => false)).toBeNull()
  expect(end((x, y) => x === 12 && y > 2)).toBeNull()
  expect(end((x) => x > 10 && x < 20)).toBeNull()
  // A frame beyond the words is theirs.
  expect(end((x) => x === 39)).toBeNull()
})

test('a question is printed from below the letters above it to above those below it', () => {
  const letter = (left: number, top: number, text = '4') => ({
    ...{ left, top, right: left + 12, bottom: top + 19, text },
  })
  const vowel = { left: 310, top: 1379, right: 320, bottom: 1390, text: 'ी' }
  const box = { page: 1, left: 100, top: 1391, width: 900, height: 60 }
  const letters = [
    letter(290, 1366),
    letter(20, 1370),
    letter(300, 1400),
    letter(300, 1460),
    letter(300, 1455, ' '),
    vowel,
  ]
  expect(neighboursOf(letters, box, 24)).toEqual({ above: 1385, below: 1460 })
  expect(neighboursOf([], box, 24)).toEqual({
    above: Number.NEGATIVE_INFINITY,
    below: Number.POSITIVE_INFINITY,
  })
})

test('tall signs, clips and inline images are kept where they may be a part of it', () => {
  expect(prune('BT /Big 12 Tf 60 165 Td (S) Tj ET')).toContain('(S) Tj')
  expect(prune('BT /F 12 Tf 60 165 Td (S) Tj ET')).not.toContain('(S) Tj')
  expect(prune('10 10 20 20 re W n')).toContain('10 10 20 20 re W n')
  const image = 'q 9 0 0 9 60 110 cm BI /W 1 /H 1 /BPC 8 /CS /G ID \x01EI\x02 EI Q'
  expect(prune(image)).toContain('EI Q'.replace(' ', '\n'))
  expect(prune(image.replace('60 110', '60 700'))).not.toContain('BI')
})

test('a hidden number is dropped where it is alone, and left where words follow it', () => {
  const hole = { left: 55, bottom: 110, right: 75, top: 130, letters: 8 }
  expect(prune('BT /F 12 Tf 60 120 Td (17.) Tj 30 0 Td (Find it) Tj ET', [hole])).not.toContain('(17.)')
  expect(prune('BT /F 12 Tf 60 120 Td (17.) Tj ( Find it) Tj ET', [hole])).toContain(
    '(17.) Tj\n( Find it) Tj',
  )
  expect(prune('BT /F 12 Tf 60 120 Td (17. Find it) Tj ET', [hole])).toContain('(17. Find it)')
})

test('damaged content is balanced again', () => {
  expect(prune('Q Q q q BT /F 12 Tf 60 120 Td (a) Tj').trim().split('\n')).toEqual(
    expect.arrayContaining(['ET', 'Q']),
  )
  for (const broken of ['(never closed', '<< /A [', 'BI ID \x00\x00', '[ (x) ', 'q 1 0 0 cm', '/'])
    expect(() => prune(broken)).not.toThrow()
})

test('what is shown of a font is known by its bytes, however they are written', () => {
  const content =
    'BT /F 12 Tf 60 120 Td [(a\\)\\101(b)) 20 <4142 5>] TJ (line\r\n\\\nend) Tj /G 9 Tf (\\0501) Tj ET'
  const { fonts } = pruneContent(
    Buffer.from(content),
    { area: AREA },
    { drawnAt: () => null, isTall: () => false },
  )
  expect([...(fonts.get('F') ?? [])]).toEqual(['a)A(b)', 'ABP', 'line\r\nend', 'line\nend'])
  expect([...(fonts.get('G') ?? [])]).toEqual(['(1'])
})

const ANEK = new Uint8Array(
  readFileSync('node_modules/@expo-google-fonts/anek-latin/400Regular/AnekLatin_400Regular.ttf'),
)
const fontOf = (bytes: Uint8Array) => new Font(new Face(new Blob(bytes)))

test('a font keeps the letters that are shown, with what these are made of, as they are, and loses the others', () => {
  const whole = fontOf(ANEK)
  const id = (letter: string) => whole.nominalGlyph(letter.codePointAt(0) ?? 0) ?? 0
  const made = subsetGlyphs(ANEK, [id('A'), id('é')])
  if (!made) throw new Error('It is left whole.')
  expect(made.length).toBeLessThan(ANEK.length / 3)
  const kept = fontOf(made)
  for (const letter of ['A', 'é']) {
    expect(whole.glyphToPath(id(letter)).length).toBeGreaterThan(20)
    expect(kept.glyphToPath(id(letter))).toBe(whole.glyphToPath(id(letter)))
    expect(kept.glyphHAdvance(id(letter))).toBe(whole.glyphHAdvance(id(letter)))
  }
  for (const letter of ['B', 'ñ', '€']) expect(kept.glyphToPath(id(letter))).toBe('')
  for (const broken of [ANEK.subarray(0, 4_000), new Uint8Array(40), Buffer.from('OTTO and more than that')])
    expect(subsetGlyphs(broken, [1])).toBeNull()
})

test('letters of one byte are told by the encoding, and a letter that no table knows leaves the font whole', () => {
  const whole = fontOf(ANEK)
  const id = (letter: string) => whole.nominalGlyph(letter.codePointAt(0) ?? 0)
  const windows = glyphsOfBytes(ANEK, new Set(['A\x80', '\xe9 ']), 'windows-1252')
  for (const letter of ['A', '€', 'é', ' ']) expect(windows).toContain(id(letter))
  expect(windows).not.toContain(id('B'))
  expect(glyphsOfBytes(ANEK, new Set(['\x8e']), 'macintosh')).toContain(id('é'))
  expect(glyphsOfBytes(ANEK, new Set(['A\x81']), 'windows-1252')).toBeNull()
  expect(glyphsOfBytes(Buffer.from('no font at all'), new Set(['A']), 'macintosh')).toBeNull()
})

test('pages are written and counted as ranges', () => {
  expect(writePages([1, 2, 3, 7, 9, 10])).toBe('1-3,7,9-10')
  expect([countPages('1-3, 7', 9), countPages(' 2 ', 2), countPages('1–2', 2)]).toEqual([4, 1, 2])
  for (const said of ['', '0', '3-1', '8', '1,', 'x', '1-2-3']) expect(countPages(said, 7)).toBeNull()
})
