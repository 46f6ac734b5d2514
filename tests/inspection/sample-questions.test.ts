import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { findAnswers } from '#domain/questions/find-answers.ts'
import { findQuestions } from '#domain/questions/find-questions.ts'
import { cropOf } from '#domain/questions/question-crop.ts'
import { createInspector } from '#server/adapters/pdf/inspector.ts'

const SAMPLES = join(import.meta.dirname, '../../samples')
const inspector = createInspector()
afterAll(() => inspector.close())

/** The marks that the source of a sample sets, of its questions from 1 on; null for the 1.5 of TNPSC, as nobody stores halves. */
function marksSet(name: string): (number | null)[] {
  const source = readFileSync(join(SAMPLES, 'source/papers', `${name}.typ`), 'utf8')
  const set = source.matchAll(/^ *#(?:q\((?<q>[\d.]+)|mcq\("[a-d]"(?:, marks: (?<mcq>[\d.]+))?)/gm)
  return [...set]
    .map(({ groups }) => Number(groups?.q ?? groups?.mcq ?? 1))
    .map((marks) => (marks % 1 ? null : marks))
}

async function sheets(folder: 'papers' | 'answers') {
  const names = readdirSync(join(SAMPLES, folder)).map((file) => file.slice(0, -'.pdf'.length))
  return await Promise.all(
    names.map(async (name) => {
      const path = join(SAMPLES, folder, `${name}.pdf`)
      const found = await inspector.readTexts(path, { from: 1, to: 100 })
      if ('accepted' in found) throw new Error(`${path}: ${found.sentence}`)
      return { name, pages: found.read.map(({ page, lines }) => ({ page, lines, isRecognised: false })) }
    }),
  )
}

const upTo = (count: number) => Array.from({ length: count }, (_, at) => String(at + 1))

test('every question of every sample is found and nothing else, its marks in 99 of 100, and the answer to each', async () => {
  const [papers, answers] = await Promise.all([sheets('papers'), sheets('answers')])
  const marks = { right: 0, all: 0 }
  for (const { name, pages } of papers) {
    const set = marksSet(name)
    const { questions } = findQuestions(pages)
    expect
      .soft(
        questions.map(({ number }) => number),
        name,
      )
      .toEqual(upTo(set.length))
    const texts = questions.flatMap(({ printings }) => printings.map(({ text }) => text))
    expect
      .soft(
        texts.filter((text) => /page \d of \d|^[B-D] /m.test(text)),
        name,
      )
      .toEqual([])
    marks.all += set.length
    marks.right += set.filter((each, at) => questions[at]?.marks === each).length
  }
  expect(marks.all).toBeGreaterThan(700)
  expect(marks.right / marks.all).toBeGreaterThan(0.99)
  expect(answers.length).toBeGreaterThan(20)
  for (const { name, pages } of answers) {
    const { questions } = findAnswers(pages)
    expect
      .soft(
        questions.map(({ number }) => number),
        `answers of ${name}`,
      )
      .toEqual(upTo(marksSet(name).length))
  }
})

test('the Tamil of the samples is read as it is written: each letter with its dot once, and no space within a word', async () => {
  const texts = (await sheets('papers')).flatMap(({ pages }) =>
    pages.flatMap(({ lines }) => lines.map((line) => line[4])),
  )
  const tamil = texts.filter((text) => /\p{Script=Tamil}/u.test(text)).join('\n')
  expect(tamil).not.toMatch(/(\p{L}\u0bcd)\1/u)
  // "To be answered", "and", "one", "three", "value".
  for (const word of ['விடையளிக்கவும்', 'மற்றும்', 'ஒன்று', 'மூன்று', 'மதிப்பு']) expect.soft(tamil).toContain(word)
})

test('on a worksheet each question of a sample has its new number, and neither the old one nor the rule beside it', async () => {
  const [paper] = (await sheets('papers')).filter(({ name }) => name.includes('quadratic'))
  const questions = findQuestions(paper?.pages ?? []).questions.slice(0, 5)
  const linesOf = (page: number) => paper?.pages.find((each) => each.page === page)?.lines ?? []
  const folder = mkdtempSync(join(tmpdir(), 'thervu-worksheet-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const to = join(folder, 'sheet.pdf')
  const heading = { logo: null, centre: 'Centre', title: 'Test', set: null, facts: [], blanks: [] }
  const made = await inspector.makeWorksheet(
    [join(SAMPLES, 'papers', `${paper?.name}.pdf`)],
    {
      ...{ sheet: 'a4', columns: 1, isRuled: false, hasMarks: true, heading, foot: '' },
      questions: questions.map((question, at) => ({
        ...cropOf(question, { boxes: question.printings[0]?.boxes ?? [] }, linesOf),
        ...{ source: 0, turns: {}, label: `9${at}`, marks: null, note: null, space: 0, lost: '' },
      })),
    },
    { to, format: 'pdf' },
  )
  expect(made.merged).toBe(true)
  const read = await inspector.readPages(to, { from: 1, to: 1 })
  if ('accepted' in read) throw new Error(read.sentence)
  const [page] = read.read
  const numbers = page?.lines.map(([, , , , text]) => text).filter((text) => /^\d+\./.test(text)) ?? []
  expect(numbers.map((text) => text.slice(0, 4).trim())).toEqual(['90.', '91.', '92.', '93.', '94.'])
  // The rule is red, and all else black or blue.
  const { data, info } = await sharp(page?.large).raw().toBuffer({ resolveWithObject: true })
  const red = data.filter((value, at) => at % info.channels === 0 && value > (data[at + 1] ?? value) + 24)
  expect(red.length).toBe(0)
})
