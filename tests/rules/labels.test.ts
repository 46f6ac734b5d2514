import { expect, test } from 'vitest'
import { labelsOf } from '#domain/language/labels.ts'
import { LANGUAGE_CODES } from '#domain/language/languages.ts'
import { BOARDS, MONTHS, PREVIOUS_YEARS, SCHOOL_GRADES, SUBJECTS } from '#domain/paper/paper.ts'
import { understood } from '../search/vocabulary.ts'

test.each(LANGUAGE_CODES)('a search for what %s calls a class, a subject or a month finds it', (language) => {
  const { grade, subject, month, type, degree, shortDegree, facet } = labelsOf(language)
  for (const each of SUBJECTS.filter((name) => name !== 'Other'))
    expect(understood(subject(each))).toBe(`subject=${each}`)
  for (const each of MONTHS) expect(understood(month(each))).toBe(`month=${each}`)
  for (const each of SCHOOL_GRADES) {
    expect(understood(grade(each))).toBe(`grade=${each}`)
    for (const board of BOARDS) {
      expect(understood(`${type(board)} ${subject('Mathematics')}`)).toContain(`type=${board} subject=`)
      for (const name of [degree(board, each), shortDegree(board, each)])
        expect(understood(name)).toMatch(new RegExp(`(?=.*type=${board})(?=.*grade=${each})`))
    }
  }
  expect(understood(facet('answered', 'yes'))).toBe('answered=yes')
})

test('names, counts and lists are in the words of their language', () => {
  const paper = {
    type: 'cbse',
    grade: '12',
    subject: 'Physics',
    title: 'Set 1',
    month: 'March',
    year: 2024,
  } as const
  const [english, tamil, hindi] = [labelsOf('en'), labelsOf('ta'), labelsOf('hi')]
  expect([english, tamil, hindi].map(({ fullTitle }) => fullTitle(paper))).toEqual([
    'CBSE Class 12 Physics, March 2024: Set 1',
    'CBSE பன்னிரண்டாம் வகுப்பு இயற்பியல், மார்ச் 2024: Set 1',
    'CBSE कक्षा 12 भौतिकी, मार्च 2024: Set 1',
  ])
  expect(english.list({ type: 'neet', grade: PREVIOUS_YEARS, answered: true })).toBe('NEET with answers')
  expect(hindi.list({ type: 'state', grade: '10', subject: 'Science', year: 2023 })).toBe(
    'राज्य बोर्ड कक्षा 10 विज्ञान 2023',
  )
  expect([1, 2, 123_456].map((papers) => english.papers(papers))).toEqual([
    '1 paper',
    '2 papers',
    '1,23,456 papers',
  ])
  expect([1, 2].map((papers) => tamil.papers(papers))).toEqual(['1 வினாத்தாள்', '2 வினாத்தாள்கள்'])
  expect([1, 2].map((papers) => hindi.papers(papers, false, { foldsSets: true }))).toEqual([
    '1 परीक्षा',
    '2 परीक्षाएँ',
  ])
  expect(english.shelf('state', '12')).toBe('12 STATE')
  expect(english.listed('jee', PREVIOUS_YEARS)).toBe('JEE previous years')
})
