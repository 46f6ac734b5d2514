import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findAnswers } from '#domain/questions/find-answers.ts'
import { findQuestions } from '#domain/questions/find-questions.ts'
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
