import { beforeAll, expect, test } from 'vitest'
import { EXAM_WORDS } from '#domain/autofill/exam-words.ts'
import { BOARD_WORDS, STATE_BOARD_WORDS, SUBJECT_WORDS } from '#domain/autofill/phrases.ts'
import type { Sense } from '#domain/autofill/sense.ts'
import { registerAllMessages } from '#domain/language/all-messages.server.ts'
import { labelsOf } from '#domain/language/labels.ts'

beforeAll(() => registerAllMessages())

test.each([
  ['Question paper, First Sitting', 'வினாத்தாள், முதல் அமர்வு', 'प्रश्न पत्र, पहली पाली'],
  [
    'Board paper, Delhi, Set 1 (65/4/1)',
    'பொதுத்தேர்வு வினாத்தாள், டெல்லி, செட் 1 (65/4/1)',
    'बोर्ड परीक्षा का प्रश्न पत्र, दिल्ली, सेट 1 (65/4/1)',
  ],
  [
    'Mathematics (Standard), Term 1 Half-yearly Exam (Tamil Medium) Answer Key, 2021-22',
    'கணிதம் (ஸ்டாண்டர்டு), பருவம் 1 அரையாண்டுத் தேர்வு (தமிழ் வழி) விடைக்குறிப்பு, 2021-22',
    'गणित (स्टैंडर्ड), टर्म 1 अर्धवार्षिक परीक्षा (तमिल माध्यम) उत्तर कुंजी, 2021-22',
  ],
  ['JEE Main, 24 January, Shift 2', 'JEE Main, 24 ஜனவரி, ஷிப்ட் 2', 'JEE Main, 24 जनवरी, शिफ़्ट 2'],
  ['Bihar Board, Compartment', 'பீகார் வாரியம், கம்பார்ட்மென்ட் தேர்வு', 'बिहार बोर्ड, कंपार्टमेंट परीक्षा'],
])('a title that the site made comes in the language of the page: %s', (title, tamil, hindi) => {
  expect(labelsOf('en').title(title)).toBe(title)
  expect(labelsOf('ta').title(title)).toBe(tamil)
  expect(labelsOf('hi').title(title)).toBe(hindi)
})

test.each([
  'Model paper: Mathematics for the board year, set 1',
  'Question paper, First Sitting, with Ravi’s notes',
  'question paper',
  'Set theory',
  'constructor, toString',
  'Paper (of 2024',
  'அரையாண்டுத் தேர்வு: கணிதம்',
  '',
])('a title with a word of somebody’s own stays as it was written: %s', (title) => {
  for (const language of ['ta', 'hi'] as const) expect(labelsOf(language).title(title)).toBe(title)
})

test('every word of which the site makes titles is said in Tamil and Hindi', () => {
  const senses = [...EXAM_WORDS, ...SUBJECT_WORDS, ...STATE_BOARD_WORDS, ...BOARD_WORDS].map(
    ([, sense]) => sense,
  )
  const names = new Set(senses.flatMap(wordsOf))
  expect(names.size).toBeGreaterThan(80)
  for (const language of ['ta', 'hi'] as const) {
    const { title } = labelsOf(language)
    expect([...names].filter((name) => title(`${name}, Set 1`) === `${name}, Set 1`)).toEqual([])
  }
})

function wordsOf({ exam, counts, variant = {}, medium, answers, subjectName, boardName }: Sense): string[] {
  const said = [exam?.label, counts && `${counts} 2`, medium, answers, subjectName, boardName]
  return [...said, ...Object.values(variant)].filter(
    (word) => typeof word === 'string' && word !== '',
  ) as string[]
}

test('on a card it is shortened before it is said, and a paper’s full name says it too', () => {
  const paper = { type: 'cbse', grade: '12', subject: 'Mathematics', month: 'March', year: 2024 } as const
  const title = 'Applied Mathematics, Board paper, For visually impaired (364/B)'
  expect(labelsOf('ta').shortTitle(title)).toBe('பயன்பாட்டுக் கணிதம், பார்வைக் குறைபாடு உள்ளோருக்கு (364/B)')
  expect(labelsOf('hi').fullTitle({ ...paper, title: 'Board paper, Set 1' })).toMatch(
    /2024: बोर्ड परीक्षा का प्रश्न पत्र, सेट 1$/,
  )
  expect(labelsOf('ta').variant('Set 2, re-exam, Bihar Board')).toBe('செட் 2, re-exam, பீகார் வாரியம்')
})
