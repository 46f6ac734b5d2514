import { expect, test } from 'vitest'
import { STATES } from '#domain/paper/exams-and-subjects.ts'
import { SUBJECTS } from '#domain/paper/paper.ts'
import { readSynonyms } from '#domain/search/understanding/synonyms.ts'
import { understandQuery } from '#domain/search/understanding/understand.ts'
import { understood, vocabulary } from './vocabulary.ts'

test.each([
  ['Mathematics: maths', '1: "Mathematics: maths" is before the first section, such as [Subjects]'],
  ['[Subjects]\n\nMaths: sums', '3: there is no "Maths" on the site'],
  ['# a\n[Sports]', '2: there is no section [Sports]: Subjects, Boards and exams,'],
  ['[Subjects]\nMathematics: maths\nPhysics: Maths', '3: "Maths" is in line 2 already'],
  ['[Subjects]\nCBSE: board', '2: "CBSE" does not belong into [Subjects]'],
  ['[Words]\nhalf yearly: hly, , hy', '2: a spelling of "half yearly" is empty: look for a comma too many'],
  ['[Words]\nhalf yearly: hly: hy', '2: "half yearly: hly: hy" has two colons'],
  ['[Stop words]\nthe: ***', '2: "***" has no letters'],
  ['[Answers]\nWith answers: solutions (not with Cooking)', '2: there is no "Cooking" on the site'],
])('what is wrong is said with its line: %j', (text, sentence) => {
  expect(() => readSynonyms(text)).toThrow(`synonyms.txt, line ${sentence}`)
})

test('a tutor can write a file of a few lines', () => {
  const own = readSynonyms(
    '\ufeff# ours\r\n[Subjects]\r\nMathematics: Sums, கணக்கு\r\n[Classes]\r\nState Board + Class 10: SSLC\r\n[Words]\r\nhalf-yearly: H.Y.\r\n',
  )
  const { parts, terms } = understandQuery('sslc sums h y', own)
  expect(parts.map(({ value }) => value)).toEqual(['state', '10', 'Mathematics'])
  expect(terms.map(({ ways }) => ways)).toEqual([
    [
      ['h', 'y'],
      ['half', 'yearly'],
    ],
  ])
})

test('every spelling of the file is understood as what it stands for', () => {
  const wrong = [...vocabulary.meanings].filter(([spelling, { kind, meant, unless }]) => {
    if (unless || kind === 'stop') return false
    const { parts, terms } = understandQuery(`${spelling} `, vocabulary, { states: STATES })
    const isOfState = meant.some(({ facet }) => facet === 'board')
    if (kind === 'word') return terms.length === 0 || parts.length > 0
    return meant.some(
      ({ facet, value }) =>
        !(facet === 'type' && isOfState) &&
        !parts.some((part) => part.facet === facet && part.value === value),
    )
  })
  expect(wrong.map(([spelling]) => spelling)).toEqual([])
})

test('all subjects, months and classes are understood by their names', () => {
  for (const subject of SUBJECTS)
    expect(understood(subject === 'Other' ? 'other subjects' : subject)).toBe(`subject=${subject}`)
})

test('a sound that two Tamil words of different meanings share stands for neither', () => {
  const own = readSynonyms('[Words]\nfruit: பழம்\nstrength: பலம்\nhalf yearly: அரையாண்டு\n', [])
  expect([...own.sounds.values()].map(({ ways }) => ways[0])).toEqual([['half', 'yearly']])
  expect(understandQuery('palam', own).terms.map(({ ways }) => ways)).toEqual([[['palam']]])
})

test.each([
  ['hindi class 10 cbse', 'subject=Hindi grade=10 type=cbse'],
  ['हिंदी 2023', 'subject=Hindi year=2023'],
  ['இந்தி 9', 'subject=Hindi grade=9'],
  ['sanskrit 10', 'subject=Sanskrit grade=10'],
  ['संस्कृत', 'subject=Sanskrit'],
  ['சமஸ்கிருதம்', 'subject=Sanskrit'],
  ['hindi medium physics', 'subject=Physics | hindi medium'],
  ['other metals', 'other | metals'],
])('%s is understood as %s', (typed, meant) => {
  expect(understood(typed)).toBe(meant)
})

test('what is in the file goes before what the site knows, and adds to it', () => {
  const own = readSynonyms('[Subjects]\nMathematics: sums, maths\n[Words]\nphysical training: phy\n')
  expect(understandQuery('sums', own).parts).toMatchObject([{ value: 'Mathematics' }])
  expect(understandQuery('kanitham', own).parts).toMatchObject([{ value: 'Mathematics' }])
  expect(understandQuery('phy', own)).toMatchObject({ parts: [], terms: [{ typed: 'phy' }] })
  expect(understandQuery('physics', own).parts).toMatchObject([{ value: 'Physics' }])
  const ways = readSynonyms('[Words]\nsums: mathematics\n').meanings.get('maths')?.ways.flat()
  expect(ways).toContain('maths')
  expect(ways).not.toContain('mathematics')
})
