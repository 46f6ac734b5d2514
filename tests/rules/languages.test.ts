import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { registerAllMessages } from '#domain/language/all-messages.server.ts'
import { formatsOf } from '#domain/language/formats.ts'
import { labelsOf } from '#domain/language/labels.ts'
import {
  inLanguage,
  LANGUAGE_CODES,
  languageOf,
  languageOfText,
  SHOWN_LANGUAGES,
  withoutLanguage,
} from '#domain/language/languages.ts'
import { messagesOf } from '#domain/language/messages.ts'
import { BOARDS, MONTHS, PREVIOUS_YEARS, SCHOOL_GRADES, SUBJECTS } from '#domain/paper/paper.ts'
import { documentMessages, messagesAt } from '#web/language/messages-at.ts'
import { withNodes } from '#web/language/with-nodes.tsx'
import { findFaults, readCode } from '../../scripts/messages/find-faults.ts'
import { type Message, readAllMessages } from '../../scripts/messages/read-messages.ts'
import { understood } from '../search/vocabulary.ts'

describe('languages', () => {
  afterEach(() => vi.unstubAllGlobals())

  test('an address in a language is that of English with the prefix before it, and leads back to it', () => {
    expect(['/', '/?q=a', '/practice?grade=10#x'].map((path) => inLanguage(path, 'ta'))).toEqual([
      '/ta',
      '/ta?q=a',
      '/ta/practice?grade=10#x',
    ])
    expect(inLanguage('/practice', 'en')).toBe('/practice')
    for (const language of SHOWN_LANGUAGES) {
      for (const path of ['/', '/practice', '/resources/cbse/12/', '/practice.data']) {
        expect(withoutLanguage(inLanguage(path, language))).toBe(path)
        expect(languageOf(inLanguage(path, language))).toBe(language)
      }
    }
    for (const path of ['/fr/practice', '/tamil', '/taxes', '/practice/ta', '/en/practice']) {
      expect(languageOf(path)).toBe('en')
      expect(withoutLanguage(path)).toBe(path)
    }
  })

  test('numbers, months and names are written and sorted as each language does', () => {
    expect(LANGUAGE_CODES.map((language) => formatsOf(language).number(1234567))).toEqual([
      '12,34,567',
      '12,34,567',
      '12,34,567',
    ])
    expect(LANGUAGE_CODES.map((language) => formatsOf(language).month(3))).toEqual(['March', 'மார்ச்', 'मार्च'])
    expect(formatsOf('en').monthYear(2026, 3)).toBe('March 2026')
    // Still the 22nd in London.
    expect(formatsOf('en').day(new Date('2026-11-22T20:00:00Z'))).toBe('23 November 2026')
    expect(formatsOf('ta').list(['அ', 'ஆ', 'இ'])).toBe('அ, ஆ மற்றும் இ')
    expect(['வேதியியல்', 'இயற்பியல்', 'கணிதம்'].sort(formatsOf('ta').compare)).toEqual([
      'இயற்பியல்',
      'கணிதம்',
      'வேதியியல்',
    ])
    expect(formatsOf('hi')).toBe(formatsOf('hi'))
  })

  test('the language of a text is told by its letters', () => {
    expect(['கணிதம் 2024', 'गणित', 'Maths', '2024'].map(languageOfText)).toEqual(['ta', 'hi', 'en', 'en'])
  })

  test('components, heads and code outside of React find the messages of the page', () => {
    registerAllMessages()
    const said = LANGUAGE_CODES.map((language) => messagesOf(language).header_home())
    expect(new Set(said).size).toBe(LANGUAGE_CODES.length)
    expect(messagesAt([]).header_home()).toBe('Home')
    vi.stubGlobal('document', { documentElement: { lang: 'ta' } })
    expect(documentMessages().header_home()).toBe(said[1])
    const credit = withNodes((node) =>
      messagesOf('hi').footer_credit({ name: node(createElement('b', {}, '<Studio>')) }),
    )
    expect(renderToStaticMarkup(credit)).toBe('<b>&lt;Studio&gt;</b> द्वारा निर्मित')
  })

  test('the messages of all languages are whole, in order, and used', () => {
    expect(findFaults(readAllMessages(), readCode())).toEqual([])
  })

  test('what is missing, unused or takes something else is found', () => {
    const plain = (key: string, text: string, inputs: string[] = []): Message => ({
      ...{ key, isUnreviewed: false, written: text, inputs, texts: [text], forms: [] },
    })
    const count = { ...plain('list_count', '{n} papers', ['n']), forms: ['other'] }
    const all = {
      en: [plain('a_home', 'Home'), plain('a_unused', 'Never'), { ...count, forms: ['one', 'other'] }],
      ta: [plain('a_unused', 'இல்லை'), plain('a_home', 'மு<b>கப்பு</b>'), { ...count, inputs: ['m'] }],
      hi: [plain('a_home', ' '), plain('a_other', 'अन्य')],
    }
    expect(findFaults(all, 'm.a_home() + m.list_count({ n })')).toEqual([
      'en: a_unused is used nowhere',
      'ta: a_home is not in the order of the alphabet, or there twice',
      'ta: a_home has markup, which would be shown as it is written',
      'ta: list_count takes m instead of n',
      'ta: list_count lacks one of one, other',
      'hi: a_unused is missing',
      'hi: list_count is missing',
      'hi: a_home is empty',
      'hi: a_other is not in English',
    ])
  })
})

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
    'CBSE பன்னிரண்டாம் வகுப்பு இயற்பியல், மார்ச் 2024: செட் 1',
    'CBSE कक्षा 12 भौतिकी, मार्च 2024: सेट 1',
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
