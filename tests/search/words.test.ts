import { expect, test } from 'vitest'
import { understandQuery } from '#domain/search/understanding/understand.ts'
import { seriesOf, setCodesIn, setCodesOfPage } from '#domain/search/words/set-code.ts'
import { soundOf, soundsOf } from '#domain/search/words/sounds.ts'
import { nearWords } from '#domain/search/words/spelling.ts'
import { vocabulary } from './vocabulary.ts'

const KNOWN = ['physics', 'physical', 'mathematics', 'tamil', 'கணிதம்', 'அறிவியல்', 'light', 'sets']

test.each([
  ['phisics', ['physics']],
  ['phsyics', ['physics']],
  ['pphysics', ['physics']],
  ['mathamatis', ['mathematics']],
  ['matehmatcis', ['mathematics']],
  ['phicics', []],
  ['phisicel', ['physical']],
  ['phisice', []],
  ['set', []],
  ['sest', ['sets']],
  ['கனிதம்', ['கணிதம்']],
  ['அறவியல்', ['அறிவியல்']],
  ['கணதிம்', ['கணிதம்']],
  ['கணதிய்', []],
  ['', []],
])('%j is near %j', (word, near) => {
  expect(nearWords(word, KNOWN)).toEqual(near)
})

test('the nearest comes first', () => {
  expect(nearWords('statistcs', ['statistic', 'statistical', 'statistics'])).toEqual([
    'statistics',
    'statistic',
  ])
})

test.each([
  ['வினாத்தாள்', ['vinathal', 'vinaathaal', 'vinaththal', 'vinadhal', 'வினாத்தாள்கள்', 'வினாத்தாள்களில்']],
  ['கணிதம்', ['kanitham', 'kanidham', 'kanitam', 'ganitham', 'kaṇitam', 'கணிதத்தின்', 'கணிதப்']],
  ['அறிவியல்', ['ariviyal', 'arivial', 'அறிவியலில்']],
  ['அரையாண்டு', ['araiyandu', 'arayandu', 'araiyaandu', 'அரையாண்டுத்']],
  ['தமிழ்', ['tamil', 'thamizh', 'thamil', 'தமிழில்', 'தமிழின்']],
  ['வேதியியல்', ['vethiyiyal', 'vedhiyiyal', 'vethial']],
  ['திருக்குறள்', ['thirukkural', 'tirukural', 'திருக்குறளும்']],
  ['பொது', ['pothu', 'podhu', 'பொதுத்']],
  ['விடை', ['vidai', 'விடைகளுடன்', 'vidaigal']],
])('%s sounds like %j', (word, alike) => {
  expect(soundOf(word)).not.toBe('')
  for (const other of alike) expect([other, soundOf(other)]).toEqual([other, soundOf(word)])
})

test('words that no Tamil word sounds like have no sound', () => {
  expect(['question', 'light', 'physics', 'matrices', '2019', 'विज्ञान', '', 'go'].map(soundOf)).toEqual(
    Array(8).fill(''),
  )
})

test('a text gives the sound of each word once', () => {
  expect(soundsOf('அரையாண்டுத் தேர்வு 2019: கணிதம், Kanitham question')).toEqual(['arayant', 'terv', 'kanita'])
})

test.each([
  '65/2/2',
  '65-2-2',
  '65_2_2',
  '65 2 2',
  '65 / 2 / 2',
  '65–2–2',
  'Set 65/2/2',
  'SET65/2/2',
  'Q.P. Code: 65/2/2.',
  'Class 12 Mathematics 65 2 2',
  'class 12 65 2 2',
  'Maths_65_2_2.pdf',
  '65-2-2_Mathematics_2024.pdf',
  'CBSE_12_Maths_2024_65_2_2.pdf',
  '65_2_2_2024.pdf',
  '(65/2/2)',
])('%j has the set code 65/2/2', (text) => {
  expect(setCodesIn(text)).toEqual(['65/2/2'])
})

test.each([
  ['30/C/3 and 30/c/3', ['30/c/3']],
  ['Mathematics 30/1', ['30/1']],
  ['30-1, compartment', ['30/1']],
  ['2/1/1 English, 430/2/3 Maths', ['2/1/1', '430/2/3']],
  ['65/2/2 and 30-1, then 55 3 1', ['65/2/2', '30/1', '55/3/1']],
  ['65/B', ['65/b']],
])('%j has the set codes %j', (text, codes) => {
  expect(setCodesIn(text)).toEqual(codes)
})

test.each([
  '12/03/2021',
  '12-03-2021',
  '12/3/2021',
  '25/3/2021',
  '12/03/21',
  '2/3/21',
  '2021-22',
  '2021-22-03',
  '2023-24-1',
  '3/4',
  '22/7',
  '1/2/3/4',
  '12/3',
  'class 10-1',
  '1 2 3',
  '12 2 1',
  '45 65 2 2',
  '65 2 2 5',
  '65/2/21',
  '65.2.2',
  'x65/2/2y',
  '65/2/2nd',
  '1.65/2/2',
  '65//2//2',
  '/2/2',
  '६५/२/२',
  '',
])('%j has no set code', (text) => {
  expect(setCodesIn(text)).toEqual([])
})

test('a page’s codes are those with strokes: its tables and sums are none', () => {
  expect(setCodesOfPage('65/2/2 Page 1 of 8\n45-2-2 = 41\n65 2 3\n12/03/2021')).toEqual(['65/2/2'])
})

test('series are asked for from the nearest on', () => {
  expect([seriesOf('65/2/2'), seriesOf('30/1')]).toEqual([
    ['65/2', '65'],
    ['30/1', '30'],
  ])
})

test.each([
  ['65/2/2', '65/2/2'],
  ['65-2-2 maths', '65-2-2'],
  ['maths 65 2 2', '65 2 2'],
  ['Set 65/2/2', 'Set 65/2/2'],
  ['Q.P. Code No. 65_2_2', 'Code No. 65_2_2'],
  ['cbse 12 physics set: 55/3/3', 'set: 55/3/3'],
])('in %j the code is one term', (text, typed) => {
  const { terms } = understandQuery(text, vocabulary)
  expect(terms.map((term) => [term.typed, term.code])).toEqual([
    [typed, text.includes('55') ? '55/3/3' : '65/2/2'],
  ])
})

test.each(['12/03/2021', '3/4', 'set 2', 'chapter 1-2', '9 10 11'])('%j asks for no code', (text) => {
  expect(understandQuery(text, vocabulary).terms.filter((term) => term.code)).toEqual([])
})
