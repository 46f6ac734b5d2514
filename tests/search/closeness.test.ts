import { expect, test } from 'vitest'
import { meantBy } from '#domain/search/finding/did-you-mean.server.ts'
import { closenessOf, patternsOf } from '#domain/search/finding/inside/closeness.ts'
import { understandQuery } from '#domain/search/understanding/understand.ts'
import { understood, vocabulary } from './vocabulary.ts'

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
])('"%s" is nearer to the page on which its words stand together', (words, right, other) => {
  expect(closest(words, [other, right])).toBe(right)
})

test('a page with more of the words is nearer than one where fewer stand together', () => {
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

test.each([
  ['set 2 maths standard 2023', 'subject=Mathematics year=2023 | set 2 | standard'],
  ['10th standard maths standard', 'grade=10 subject=Mathematics | standard'],
  ['standard 10 maths', 'grade=10 subject=Mathematics'],
  ['10 science standard', 'grade=10 subject=Science'],
  ['Set No. 3 biology', 'subject=Biology | Set No. 3'],
  ['set-b physics', 'subject=Physics | set-b'],
  ['set 65/2/2', '| set 65/2/2'],
  ['bihar board class 10 english', 'type=state grade=10 subject=English | bihar board'],
  ['2nd puc maths', 'type=state grade=12 subject=Mathematics | 2nd puc'],
  ['up board science 10', 'type=state subject=Science grade=10 | up board'],
  ['ap ssc maths', 'type=state grade=10 subject=Mathematics | ap ssc'],
])('"%s" is understood as %s', (typed, meant) => {
  expect(understood(typed)).toBe(meant.replace(/^\| /, ''))
})

test.each(['set 2', 'set2', 'SET-2', 'set ii', 'set no 2', 'Set No. 2'])(
  '"%s" is one term, and never "2 … set"',
  (typed) => {
    const { terms } = understandQuery(`physics ${typed}`, vocabulary)
    expect(terms).toMatchObject([{ isPhrase: true }])
    expect(terms[0]?.ways).toContainEqual(['set', '2'])
  },
)
