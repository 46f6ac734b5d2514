import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readHints } from '#domain/autofill/read-hints.ts'
import { degreeOf, MONTHS } from '#domain/paper/paper.ts'
import { createInspector } from '#server/adapters/pdf/inspector.ts'
import { REAL_PAPERS, testRealPapers } from '#tests/support/real-papers.ts'
import { sharedJobs } from '#tests/support/shared-jobs.ts'
import { TRUE_FIELDS } from '#tests/support/true-fields.ts'

type Truth = (typeof TRUE_FIELDS)[string] & { fileName: string; path: string; month: string | null }

const NOW = new Date('2026-11-21T09:00:00Z')
const SAMPLES = join(import.meta.dirname, '../../samples')
/** One has a chapter called solutions, the other is filed under a subject that it does not name. */
const MISLEADING = /solutions-electrochemistry|tnpsc-aptitude/
const inspector = createInspector({}, sharedJobs())
afterAll(() => inspector.close())

testRealPapers(
  'of the fields of fifteen real papers at least 90 % are filled rightly, and none wrongly without a doubt',
  async () => {
    const papers = Object.entries(TRUE_FIELDS)
    const truths = papers.map(([name, truth]) => ({
      ...truth,
      month: null,
      fileName: name,
      path: join(REAL_PAPERS, name),
    }))
    expect(await readFields(truths)).toEqual({ wrong: [], right: expect.toSatisfy((share) => share >= 0.9) })
  },
  600_000,
)

test('of the fields of our own papers at least 90 % are filled rightly, and none wrongly without a doubt', async () => {
  type Entry = { file: string; type: never; grade: never; subject: string; month: number; year: number }
  const entries: Entry[] = JSON.parse(readFileSync(join(SAMPLES, 'catalogue.json'), 'utf8'))
  const truths = entries
    .filter(({ file }) => !MISLEADING.test(file))
    .map(({ file, type, grade, subject, month, year }) => ({
      fileName: file.replace('papers/', ''),
      path: join(SAMPLES, file),
      degree: degreeOf(type, grade)?.slug ?? '',
      subject,
      month: MONTHS[month - 1] ?? null,
      year,
    }))
  expect(await readFields(truths)).toEqual({ wrong: [], right: expect.toSatisfy((share) => share >= 0.9) })
}, 600_000)

/** The fields that are sure and wrong, and the share (0 to 1) of those that can be known which are right. */
async function readFields(truths: Truth[]) {
  let [right, all] = [0, 0]
  const wrong: string[] = []
  for (const { fileName, path, ...truth } of truths) {
    const inspected = await inspector.inspectPdf(path)
    if (!inspected.accepted) throw new Error(inspected.sentence)
    const { text: firstPage, made } = inspected
    const hints = readHints({ fileName, firstPage, made, now: NOW })
    for (const field of ['degree', 'subject', 'month', 'year'] as const) {
      const [hint, expected] = [hints[field], truth[field]]
      if (expected !== null) all += 1
      if (expected !== null && hint?.value === expected) right += 1
      if (hint?.sure && hint.value !== expected) wrong.push(`${fileName}: ${field} ${hint.value}`)
    }
    if (hints.isAnswers) wrong.push(`${fileName}: answers`)
  }
  return { wrong, right: right / all }
}
