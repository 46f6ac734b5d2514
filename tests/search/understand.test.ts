import { expect, test } from 'vitest'
import { understandQuery } from '#domain/search/understanding/understand.ts'
import { titleWordsOf } from '#domain/search/words/title-words.ts'
import { understood, vocabulary } from './vocabulary.ts'

test.each([
  ['cbse 12 physics 2019', 'type=cbse grade=12 subject=Physics year=2019'],
  ['2019 physics cbse 12', 'year=2019 subject=Physics type=cbse grade=12'],
  ['+2 maths half yearly', 'grade=12 subject=Mathematics | half yearly'],
  ['10th sslc tamil', 'grade=10 type=state subject=Tamil'],
  ['neet biology answers', 'type=neet answered=yes | biology'],
  [
    '12th cbse maths answers march 2020',
    'grade=12 type=cbse subject=Mathematics answered=yes month=March year=2020',
  ],
  ['class x social', 'grade=10 subject=Social Science'],
  ['business maths', 'subject=Business Maths'],
  ['tamil half yearly class 9', 'subject=Tamil grade=9 | half yearly'],
  ['hsc accountancy', 'type=state grade=12 subject=Accountancy'],
  ['sslc cbse maths', 'grade=10 type=cbse subject=Mathematics'],
  ['science computer xi', 'subject=Computer Science grade=11'],
  ['12maths cbse', 'grade=12 subject=Mathematics type=cbse'],
  ['science std9', 'subject=Science grade=9'],
  ['XIIth physics', 'grade=12 subject=Physics'],
  ['cbse xth maths', 'type=cbse grade=10 subject=Mathematics'],
  ['கணிதம்10', 'subject=Mathematics grade=10'],
  ['12 fisics', 'grade=12 subject=Physics'],
  ['vignana 9', 'subject=Science grade=9'],
  ['class 10 vigyan 2021', 'grade=10 subject=Science year=2021'],
  ['samajik vigyan 10', 'subject=Social Science grade=10'],
  ['ganit 10', 'subject=Mathematics grade=10'],
  ['kemistry 12', 'subject=Chemistry grade=12'],
  ['१० गणित', 'grade=10 subject=Mathematics'],
  ['௧௨ கணிதம் २०१९', 'grade=12 subject=Mathematics year=2019'],
])('%j is understood as %s', (text, expected) => {
  expect(understood(text)).toBe(expected)
})

test.each([
  ['chapter 10 maths', 'subject=Mathematics | chapter 10'],
  ['unit 7', 'unit 7'],
  ['set 2 paper 1', 'set 2 | paper 1'],
  ['question paper 12 maths', 'grade=12 subject=Mathematics'],
  ['maths 10 marks', 'subject=Mathematics | 10 marks'],
  ['7th lesson science', 'subject=Science | 7th lesson'],
  ['65/4/1', '65/4/1'],
  ['10 circles theorem', 'grade=10 | circles | theorem'],
  ['xi circles', 'grade=11 | circles'],
  ['x circles', 'x | circles'],
  ['x + 6 = 0', 'x | 6 | 0'],
  ['10/12 maths', 'subject=Mathematics | 10/12'],
  ['maths 10. 2019', 'subject=Mathematics grade=10 year=2019'],
  ['maths 9.10', 'subject=Mathematics | 9 | 10'],
  ['2021-22 maths', 'subject=Mathematics | 2021-22'],
  ['1989 2028 2027', 'year=2027 | 1989 | 2028'],
  ['std 10 th', 'grade=10'],
  ['9 10 maths', 'subject=Mathematics | 9 | 10'],
  ['tnpsc group iv', 'type=tnpsc | group iv'],
])('a number is a class or a year only where nothing says otherwise: %j', (text, expected) => {
  expect(understood(text)).toBe(expected)
})

test.each([
  ['state and prove pythagoras theorem', 'state and prove | pythagoras | theorem'],
  ['find the value of x when 6x = 12', 'value | x | when | 6x | 12'],
  ['12 men can finish the work in 8 days', '12 | men | can | finish | work | 8 days'],
  ['explain the economic importance of bees', 'explain | economic | importance | bees'],
  ["Ohm's law", 'Ohm | law'],
])('a question out of a paper names no class and no board: %j', (text, expected) => {
  expect(understood(text)).toBe(expected)
})

test.each([
  ['explain why light bends cbse 2019', 'type=cbse year=2019 | explain | why | light | bends'],
  ['what is osmosis neet', 'type=neet | what | osmosis'],
  ['solve circle 10th', 'grade=10 | solve | circle'],
  ['prove ohm law class 12', 'grade=12 | prove | ohm | law'],
])('a question keeps what can mean nothing else: %j', (text, expected) => {
  expect(understood(text)).toBe(expected)
})

test.each([
  ['tamil medium 10th maths', 'grade=10 subject=Mathematics | tamil medium'],
  ['solid state physics', 'subject=Physics | solid state'],
  ['chemistry solutions', 'subject=Chemistry | solutions'],
  ['maths solutions', 'subject=Mathematics answered=yes'],
  ['jee physics chemistry', 'type=jee | physics | chemistry'],
  ['neet 12th biology', 'type=neet | biology'],
  ['10th physics', 'grade=10 | physics'],
  ['12th physics', 'grade=12 subject=Physics'],
])('what a word means depends on those beside it: %j', (text, expected) => {
  expect(understood(text)).toBe(expected)
})

test('what the list shows already counts like words', () => {
  expect(understood('biology', { filter: { type: 'neet' } })).toBe('biology')
  expect(understood('physics', { filter: { grade: '9' } })).toBe('physics')
})

test.each([
  ...['phisics', 'phyiscs', 'physcis'].map((word) => [word, 'Physics']),
  ...['mathamatics', 'mathematcis', 'mahts'].map((word) => [word, 'Mathematics']),
  ...['chemestry', 'chemisrty'].map((word) => [word, 'Chemistry']),
  ...['kanidam', 'kanitham', 'kanidham', 'கணிதம்', 'கணக்கு', 'கணிதத்தில்', 'கணதிம்', 'ganitham'].map((word) => [
    word,
    'Mathematics',
  ]),
  ...['bioligy', 'biolgoy'].map((word) => [word, 'Biology']),
  ...['scince', 'arivial', 'ariviyal', 'அறிவியல்', 'विज्ञान'].map((word) => [word, 'Science']),
  ...['acountancy', 'accontancy'].map((word) => [word, 'Accountancy']),
  ...['bussiness maths', 'வணிகக் கணிதம்'].map((word) => [word, 'Business Maths']),
  ...['samuga ariviyal', 'soical science', 'சமூக அறிவியல்'].map((word) => [word, 'Social Science']),
])('%j is %s', (text, subject) => {
  expect(understood(text)).toBe(`subject=${subject}`)
})

test('a short word is corrected where the one beside it says what is meant', () => {
  const ways = (text: string) => understandQuery(text, vocabulary).terms.map((term) => term.ways)
  expect(ways('mock etst ')).toEqual([expect.arrayContaining([['mock', 'etst'], ['mock']])])
  expect(ways('trem 3 ')).toEqual([expect.arrayContaining([['term', '3']])])
  expect(ways('etst ')).toEqual([[['etst']]])
})

test('a word that begins with another letter is another word', () => {
  for (const word of ['amil', 'istory', 'ommerce', 'aths'])
    expect([word, understood(`${word} `)]).toEqual([word, word])
})

test('a correction is marked, a spelling of Tamil is none', () => {
  const corrected = (text: string) => understandQuery(text, vocabulary).parts.map((part) => part.corrected)
  expect(corrected('phisics kanidham 10th')).toEqual([undefined])
  expect(corrected('phisics')).toEqual([true])
  expect(corrected('kanidham')).toEqual([undefined])
})

test('a word of its own is not taken for a misspelling, though titles have it nowhere', () => {
  const words =
    'light height march sold solid evolution pollution path array physical heart maps host fill counting case'
  for (const word of words.split(' '))
    expect([word, understood(`${word} `)]).toEqual([word, word === 'march' ? 'month=March' : word])
})

test('a word that titles have is taken as it was typed', () => {
  const titles = titleWordsOf(['phisics', 'mats', 'statics'])
  expect(understood('phisics', { titles })).toBe('phisics')
  expect(understood('staticz', { titles })).toBe('staticz')
})

test('the last word may be a beginning, once it can only be one thing', () => {
  const titles = titleWordsOf(['physical', 'trigonometry'])
  expect(understood('cbse 12 ph')).toBe('type=cbse grade=12 | ph')
  expect(understood('cbse 12 physi')).toBe('type=cbse grade=12 subject=Physics')
  expect(understood('cbse 12 physi', { titles })).toBe('type=cbse grade=12 | physi')
  const [term] = understandQuery('maths half y', vocabulary).terms
  expect(term).toMatchObject({ typed: 'half y', isBeginning: true })
  expect(term?.ways).toContainEqual(['அரையாண்டு'])
  expect(understandQuery('circle ', vocabulary).terms[0]?.isBeginning).toBe(false)
})

test('words that ask for nothing make no demand, but alone they are looked for', () => {
  expect(understood('free download of the cbse question paper pdf')).toBe('type=cbse')
  expect(understood('question papers')).toBe('question papers')
  const [paper] = understandQuery('வினாத்தாள்', vocabulary).terms
  expect(paper?.ways).toContainEqual(['question'])
  expect(understandQuery('vinathal', vocabulary).terms[0]?.ways).toContainEqual(['வினாத்தாள்'])
})

test('each part can be taken off, and leaves the rest of what was said', () => {
  const without = (text: string) =>
    Object.fromEntries(understandQuery(text, vocabulary).parts.map((part) => [part.facet, part.without]))
  expect(without('cbse 12 maths,  circles')).toEqual({
    type: '12 maths, circles',
    grade: 'cbse maths, circles',
    subject: 'cbse 12 , circles',
  })
  expect(without('sslc tamil')).toEqual({
    type: 'Class 10 tamil',
    grade: 'State Board tamil',
    subject: 'sslc',
  })
  expect(without('class 10 maths 10th')).toEqual({ grade: 'maths', subject: 'class 10 10th' })
  const [term] = understandQuery('cbse circles 12', vocabulary).terms
  expect(term).toMatchObject({ typed: 'circles', without: 'cbse 12' })
})
