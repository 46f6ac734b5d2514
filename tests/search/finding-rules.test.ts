import { expect, test } from 'vitest'
import { closenessOf, patternsOf } from '#domain/search/finding/closeness.ts'
import { meantBy } from '#domain/search/finding/did-you-mean.server.ts'
import { orderPages } from '#domain/search/finding/find-inside.server.ts'
import { counted, countedUpTo } from '#domain/search/finding/found-facets.server.ts'
import { markLine } from '#domain/search/finding/marked-line.ts'
import { degreeLists, meantLists, narrowerLists } from '#domain/search/finding/suggest.server.ts'
import type { Term } from '#domain/search/understanding/query.ts'

const closest = (words: string, texts: string[]) => {
  const patterns = patternsOf(words.split(' ').map((word) => ({ ways: [[word]] })))
  const scores = texts.map((text) => closenessOf(text, patterns))
  return texts[scores.indexOf(Math.max(...scores))]
}

test.each([
  [
    'prove tangents drawn external point circle equal',
    'Prove that the tangents drawn from an external point to a circle are equal.',
    'The external angles are equal. From a point on the circle a line is drawn. Prove it without the two tangents.',
  ],
  [
    'work energy theorem',
    'State the work-energy theorem.',
    'Energy is conserved; a theorem says how much work it takes.',
  ],
  [
    'causes french revolution',
    'What caused it? Causes of the French Revolution',
    'The French king and causes of a revolution',
  ],
  ['ஒளிச்சேர்க்கை என்றால் என்ன', 'ஒளிச்சேர்க்கை என்றால் என்ன?', 'அணு என்றால் என்ன? இலைகளில் நடைபெறும் ஒளிச்சேர்க்கை'],
  ['प्रकाश संश्लेषण किसे कहते', 'प्रकाश संश्लेषण किसे कहते हैं?', 'प्रकाश का अपवर्तन किसे कहते हैं? संश्लेषण'],
  [
    'mutual inductance',
    'Define mutual inductance.',
    'The inductance of a coil; two coils have mutual forces',
  ],
  // Letters inside other words do not count.
  [
    'cell wall',
    'Cell; and far below this line, after a few others, a wall',
    'Excellent swallows, excellent swallow',
  ],
])('"%s" is nearer to the page on which its words are together', (words, right, other) => {
  expect(closest(words, [other, right])).toBe(right)
})

test('a page with more of the words is nearer than one where fewer are together', () => {
  const most =
    'Resistors, joined in series, and far below these three lines the current and the voltage of a cell'
  expect(closest('resistors series current voltage', ['Current voltage series', most])).toBe(most)
})

test.each([
  ['fhisiks', 'physics'],
  ['kemestree', 'chemistry'],
  ['akountensi', 'accountancy'],
  ['trigonomatory', 'trigonometry'],
  ['hidraulics', 'hydraulics'],
])('"%s" is offered as "%s"', (typed, meant) => {
  const known = [
    'physics',
    'chemistry',
    'accountancy',
    'trigonometry',
    'hydraulics',
    'light',
    'eight',
    'history',
  ]
  expect(meantBy(typed, known)[0]).toBe(meant)
})

test.each(['zzyzx', 'light', 'qqqq', 'ராமன்'])('nothing is offered for "%s"', (typed) => {
  expect(meantBy(typed, ['physics', 'eighty', 'chemistry', 'கணிதம்'])).toEqual([])
})

test('of pages that are as near, a paper has its first, and papers stay in their order', async () => {
  const at = (position: number, page: number) => ({ position, page })
  const found = [at(7, 3), at(7, 2), at(4, 9), at(7, 5)]
  const best = await orderPages(undefined as never, [{ ways: [['one']] }], found)
  expect([...best]).toEqual([
    [7, 2],
    [4, 9],
  ])
})

test.each<[words: string, text: string, shown: string]>([
  ['light', 'A line\nof light', 'of [light]'],
  ['light bends', 'light\nlight bends\nbends light', '[light] [bends]'],
  ['matrices', 'One matrix  and\ttwo', 'One [matrix] and two'],
  ['equation', 'Equations were EQUATED', '[Equations] were [EQUATED]'],
  ['sum', 'summer, sums', 'summer, [sums]'],
  ['resume', 'A résumé', 'A [résumé]'],
  ['கணிதம்', 'கணக்கு கணிதம்', 'கணக்கு [கணிதம்]'],
  ['optics', `${'word '.repeat(40)}optics`, `${'word '.repeat(8)}[optics]`],
  ['rotation', 'Rotating; rotor, rota', '[Rotating]; [rotor], rota'],
])('the words "%s" are shown in %j as %j', (words, text, shown) => {
  const marked = markLine(text, words.split(' '))
  const { line = '', marks = [] } = marked ?? {}
  const said = marks.reduceRight(
    (sum, [from, to]) => `${sum.slice(0, from)}[${sum.slice(from, to)}]${sum.slice(to)}`,
    line,
  )
  expect(said).toBe(shown)
})

test('no line is shown without a word, and none is cut within a letter', () => {
  expect(markLine('light', ['heat'])).toBe(null)
  expect(markLine('', ['heat'])).toBe(null)
  const cut = markLine(`${'க'.repeat(159)}கு${'க'.repeat(20)} light`, ['light'])
  expect(cut?.line).toBe(`கு${'க'.repeat(20)} light`)
})

test('of a value so many are counted, and beyond that it is said that there are more', () => {
  expect([counted(3, false), counted(3, true)]).toEqual([{ papers: 3 }, { papers: 3, more: true }])
  expect([20, 21].map((papers) => countedUpTo(papers, false))).toEqual([
    { papers: 20 },
    { papers: 20, more: true },
  ])
  expect(countedUpTo(1, true)).toEqual({ papers: 1, more: true })
})

const shelf = (type: string, grade: string, subject: string, papers: number) =>
  ({ type, grade, subject, papers }) as Parameters<typeof meantLists>[0][number]
const SHELVES = [
  shelf('cbse', '12', 'Physics', 3),
  shelf('cbse', '12', 'Mathematics', 9),
  shelf('state', '12', 'Physics', 5),
  shelf('cbse', '10', 'Science', 4),
]
const terms = (said: string): Term[] =>
  said.split(' ').map((typed) => ({ typed, ways: [[typed]], isBeginning: false, without: '' }))

test.each<[said: string, within: object, lists: [object, number][]]>([
  ['phy', {}, [[{ subject: 'Physics' }, 8]]],
  ['state', {}, [[{ type: 'state' }, 5]]],
  ['12', {}, [[{ grade: '12' }, 17]]],
  ['cbse phy', {}, [[{ type: 'cbse', subject: 'Physics' }, 3]]],
  ['12 m', {}, [[{ grade: '12', subject: 'Mathematics' }, 9]]],
  ['s', { grade: '10' }, [[{ grade: '10', subject: 'Science' }, 4]]],
  ['cbse optics', {}, []],
  // What the list is of already is no list within it.
  ['10', { grade: '10' }, []],
])('"%s" within %j means %j', (said, within, lists) => {
  const shelves = 'grade' in within ? SHELVES.slice(3) : SHELVES
  const meant = meantLists(shelves, within, terms(said)).filter(({ filter }) => filter.subject !== 'all')
  expect(meant.map(({ filter, papers }) => [filter, papers])).toEqual(lists)
})

test('a list is narrowed by the first facet of several values: the fullest first, years from the newest on', () => {
  const values = (...papers: [string, number][]) => papers.map(([value, count]) => ({ value, papers: count }))
  const counts = {
    subject: values(['all', 2], ['Physics', 1]),
    grade: values(['12', 1], ['10', 5]),
    year: values(['2024', 1], ['2023', 4]),
  }
  const lists = (filter: object, by: ('subject' | 'grade' | 'year')[]) => narrowerLists(counts, filter, by)
  expect(lists({ type: 'cbse' }, ['subject', 'grade', 'year'])).toEqual([
    { filter: { type: 'cbse', grade: '10' }, papers: 5 },
    { filter: { type: 'cbse', grade: '12' }, papers: 1 },
  ])
  expect(lists({ grade: '12' }, ['grade', 'year'])).toEqual([
    { filter: { grade: '12', year: 2024 }, papers: 1 },
    { filter: { grade: '12', year: 2023 }, papers: 4 },
  ])
  expect(lists({ grade: '12', year: 2024 }, ['grade', 'year', 'subject'])).toEqual([])
  expect(degreeLists(SHELVES, {}).map(({ filter, papers }) => [filter.type, filter.grade, papers])).toEqual([
    ['cbse', '12', 12],
    ['state', '12', 5],
    ['cbse', '10', 4],
  ])
})
