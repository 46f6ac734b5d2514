/**
 * Chapters of questions of real papers, in folders given as arguments, against those judged by hand
 * (support/chapter-truth.ts): sure and right, sure and wrong, maybe, none. DETAILS=yes names each that is not right.
 */
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { chapterId, readChapters } from '#domain/questions/chapters/chapters-file.ts'
import { chapterFinder } from '#domain/questions/chapters/find-chapters.ts'
import { findQuestions } from '#domain/questions/find-questions.ts'
import { PROJECT_ROOT } from '#server/folders/project-root.ts'
import { CHAPTER_TRUTH } from './support/chapter-truth.ts'
import { createPaperReader } from './support/read-paper.ts'
import { figure, printTable } from './support/table.ts'

const FOLDERS = process.argv.slice(2)
const { DETAILS } = process.env
const OUTCOMES = ['sure and right', 'sure and wrong', 'maybe, right among them', 'maybe', 'none'] as const
type Outcome = (typeof OUTCOMES)[number]

const table = readChapters(readFileSync(join(PROJECT_ROOT, 'chapters.txt'), 'utf8'))
const reader = createPaperReader()
const rows: string[][] = []
const all = new Map<Outcome, number>()
const times: number[] = []
for (const [name, { grade, chapters }] of Object.entries(CHAPTER_TRUTH)) {
  const path = FOLDERS.map((folder) => join(folder, name)).find(existsSync)
  if (!path) throw new Error(`${name} is in none of the folders`)
  const { questions } = findQuestions(await reader.read(path))
  const find = chapterFinder(table, { type: 'cbse', grade, subject: 'Mathematics', title: basename(path) })
  const counted = new Map<Outcome, number>()
  for (const [number, truth] of truthOf(chapters)) {
    const question = questions.find((each) => each.number === number)
    if (!find || !question) throw new Error(`${name} has no question ${number}`)
    const text = question.printings.map((printing) => printing.text).join('\n')
    const began = performance.now()
    const found = find(text)
    times.push(performance.now() - began)
    const outcome = judge(found, truth)
    counted.set(outcome, (counted.get(outcome) ?? 0) + 1)
    all.set(outcome, (all.get(outcome) ?? 0) + 1)
    if (DETAILS && outcome !== 'sure and right')
      console.error(`${name} ${number}: ${outcome}: ${JSON.stringify(found)}, not ${truth.join(' + ')}`)
  }
  rows.push([name.slice(0, 40), ...OUTCOMES.map((outcome) => String(counted.get(outcome) ?? 0))])
}
await reader.close()
printTable('Papers', ['paper', ...OUTCOMES], rows)
const of = (outcome: Outcome) => all.get(outcome) ?? 0
const sure = of('sure and right') + of('sure and wrong')
printTable('All', ['', ...OUTCOMES], [['', ...OUTCOMES.map((outcome) => String(of(outcome)))]])
console.log(`\n${figure((100 * of('sure and right')) / sure, 1)} % of ${sure} sure ones are right`)
console.log(`${figure((1_000 * times.reduce((sum, each) => sum + each, 0)) / times.length)} µs a question`)

function truthOf(chapters: Record<string, string>): Map<string, string[]> {
  const truth = new Map<string, string[]>()
  for (const [chapter, numbers] of Object.entries(chapters))
    for (const number of numbers.split(' '))
      truth.set(number, [...(truth.get(number) ?? []), ...(chapter ? [chapterId(chapter)] : [])])
  return truth
}

/** Right is a question all of whose sure chapters are its own. */
function judge({ sure, maybe }: { sure: string[]; maybe: string[] }, truth: readonly string[]): Outcome {
  if (sure.length > 0) return sure.every((id) => truth.includes(id)) ? 'sure and right' : 'sure and wrong'
  if (maybe.length === 0) return 'none'
  return maybe.some((id) => truth.includes(id)) ? 'maybe, right among them' : 'maybe'
}
