import { expect, test } from 'vitest'
import { understandQuery } from '#domain/search/understanding/understand.ts'
import { titleWordsOf } from '#domain/search/words/search-text.ts'
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
  ['maths 1990', 'subject=Mathematics year=1990'],
  ['std 10 th', 'grade=10'],
  ['9 10 maths', 'subject=Mathematics | 9 | 10'],
  ['tnpsc group iv', 'type=tnpsc | group iv'],
])('a number is a class or a year only where nothing says otherwise: %j', (text, expected) => {
  expect(understood(text)).toBe(expected)
})

test.each([
  ['state and prove pythagoras theorem', 'state and prove | pythagoras theorem'],
  ['find the value of x when 6x = 12', 'value | x | when | 6x | 12'],
  ['12 men can finish the work in 8 days', '12 | men | can | finish | work | 8 days'],
  ['explain the economic importance of bees', 'explain | economic | importance | bees'],
  ["Ohm's law", "Ohm's law"],
])('a question out of a paper names no class and no board: %j', (text, expected) => {
  expect(understood(text)).toBe(expected)
})

test.each([
  ['explain why light bends cbse 2019', 'type=cbse year=2019 | explain | why | light | bends'],
  ['what is osmosis neet', 'type=neet | what | osmosis'],
  ['solve circle 10th', 'grade=10 | solve | circle'],
  ['prove ohm law class 12', 'grade=12 | prove | ohm law'],
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
])('what a word means depends on those next to it: %j', (text, expected) => {
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

test('a short word is corrected where the one next to it says what is meant', () => {
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
  expect(corrected('agust')).toEqual([true])
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
  expect(understood('cbse 12 his')).toBe('type=cbse grade=12 subject=History')
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

test.each([
  ['कक्षा 10 गणित', 'grade=10 subject=Mathematics'],
  ['दसवीं विज्ञान', 'grade=10 subject=Science'],
  ['10वीं गणित', 'grade=10 subject=Mathematics'],
  ['१२वीं कक्षा भौतिकी', 'grade=12 subject=Physics'],
  ['12 वीं रसायन विज्ञान', 'grade=12 subject=Chemistry'],
  ['बारहवीं जीव विज्ञान सीबीएसई 2024', 'grade=12 subject=Biology type=cbse year=2024'],
  ['ग्यारहवीं अर्थशास्त्र', 'grade=11 subject=Economics'],
  ['नौवीं कक्षा सामाजिक विज्ञान', 'grade=9 subject=Social Science'],
  ['कक्षा छह अंग्रेज़ी', 'grade=6 subject=English'],
  ['राज्य बोर्ड आठवीं', 'type=state grade=8'],
  ['मैट्रिक हिंदी', 'type=state grade=10 subject=Hindi'],
  ['कक्षा 12 लेखाशास्त्र मार्च 2023 उत्तर सहित', 'grade=12 subject=Accountancy month=March year=2023 answered=yes'],
  ['नीट भौतिक विज्ञान', 'type=neet | भौतिक विज्ञान'],
  ['पिछले वर्ष के जेईई प्रश्न पत्र पीडीएफ', 'type=jee'],
  ['गणित का पेपर चाहिए', 'subject=Mathematics'],
  ['barahvi ganit', 'grade=12 subject=Mathematics'],
])('%s, in Hindi, is understood as %s', (text, expected) => {
  expect(understood(text)).toBe(expected)
})

test.each([
  ['अर्धवार्षिक परीक्षा गणित', 'subject=Mathematics | अर्धवार्षिक परीक्षा'],
  ['अध्याय 10 गणित', 'subject=Mathematics | अध्याय 10'],
  ['गणित 15 अंक', 'subject=Mathematics | 15 अंक'],
  ['हिंदी माध्यम विज्ञान', 'subject=Science | हिंदी माध्यम'],
  ['भौतिक रसायन', 'भौतिक रसायन'],
])('words of titles in Hindi are no class and no subject: %s', (text, expected) => {
  expect(understood(text)).toBe(expected)
})

test.each([
  ['10-ஆம் வகுப்பு கணிதம்', 'grade=10 subject=Mathematics'],
  ['பன்னிரண்டாம் வகுப்பு இயற்பியல் மாநில வாரியம்', 'grade=12 subject=Physics type=state'],
  ['பழைய வினாத்தாள் பத்தாம் வகுப்பு அறிவியல் வேண்டும்', 'grade=10 subject=Science'],
  ['பிற பாடங்கள்', 'subject=Other'],
])('%s, in Tamil, is understood as %s', (text, expected) => {
  expect(understood(text)).toBe(expected)
})

test.each([
  ['', ''],
  [' \t\n', ''],
  ['"%_-:(){}^~\'\\*', ''],
  ['😀 👩🏽‍🏫', ''],
  ['\u0308', ''],
  ['"cbse" AND NEAR(maths*, 2) OR -12', 'type=cbse subject=Mathematics grade=12 | NEAR | 2'],
  ['\u202ecbse\u200b ma\u00adths\u0000 12\u200f', 'type=cbse subject=Mathematics grade=12'],
  ['கணி\u200cதம்', 'subject=Mathematics'],
  ['c\u0000b', 'c | b'],
  ['a', 'a'],
  ['q', 'q'],
  ['9', 'grade=9'],
  ['12345678901234567890', '12345678901234567890'],
  ['constructor __proto__ toString', 'constructor | proto | toString'],
  ['\ud800 maths', 'subject=Mathematics'],
])('%j gives %j', (text, expected) => {
  expect(understood(text)).toBe(expected)
})

test('a hundred characters are read, and no more', () => {
  expect(understood(`${'a'.repeat(100)} maths`)).toBe('a'.repeat(100))
  expect(understandQuery('𝒙'.repeat(300), vocabulary).terms[0]?.typed).toBe('𝒙'.repeat(100))
})

test('whatever is typed, every part and every term is of the text and can be taken off', () => {
  const random = randomOf(7)
  const pieces = [
    ...[...vocabulary.meanings.keys()].filter((_, at) => at % 9 === 0),
    ...'12 10th x 2019 2021-22 65/4/1 + " * ( ) - : % _ \' \\ chapter class std ஆம் ் ா \u200d \u202e \u0000 😀 é İ ﬁ ① १० ١٢ கணி'.split(
      ' ',
    ),
  ]
  for (let run = 0; run < 3_000; run++) {
    const text = Array.from({ length: 1 + Math.floor(random() * 9) }, () => {
      if (random() < 0.7) return pieces[Math.floor(random() * pieces.length)]
      return String.fromCodePoint(...Array.from({ length: 4 }, () => Math.floor(random() * 0x3000)))
    }).join(random() < 0.5 ? ' ' : '')
    const { parts, terms } = understandQuery(text, vocabulary)
    expect(new Set(parts.map(({ facet }) => facet)).size).toBe(parts.length)
    for (const { ways, typed } of terms) {
      expect(typed).not.toBe('')
      expect(ways.length).toBeGreaterThan(0)
      expect(ways.flat().every((word) => /[\p{L}\p{N}\p{Co}]/u.test(word) && !/[\s"*]/.test(word))).toBe(true)
    }
    for (const { without, facet } of parts) {
      const left = understandQuery(without, vocabulary).parts
      expect([text, left.length + 2 > parts.length || left.every((part) => part.facet !== facet)]).toEqual([
        text,
        true,
      ])
      expect(without).toBe(without.trim())
    }
  }
})

function randomOf(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

const states = ['Tamil Nadu', 'Bihar', 'Karnataka', 'Maharashtra', 'Uttar Pradesh', 'West Bengal']

test.each([
  ['samacheer', 'Tamil Nadu'],
  ['Samacheer Kalvi 10th maths', 'Tamil Nadu grade=10 subject=Mathematics'],
  ['சமச்சீர்', 'Tamil Nadu'],
  ['matric 10', 'Tamil Nadu grade=10'],
  ['Matriculation', 'Tamil Nadu'],
  ['tn board', 'Tamil Nadu'],
  ['tamil nadu', 'Tamil Nadu'],
  ['tamilnadu 12 physics', 'Tamil Nadu grade=12 subject=Physics'],
  ['தமிழ்நாடு', 'Tamil Nadu'],
  ['तमिलनाडु बोर्ड', 'Tamil Nadu'],
  ['bihar board class 10 english', 'Bihar grade=10 subject=English'],
  ['bihar', 'Bihar'],
  ['बिहार बोर्ड', 'Bihar'],
  ['பீகார்', 'Bihar'],
  ['karnataka board', 'Karnataka'],
  ['KSEAB', 'Karnataka'],
  ['2nd puc maths', 'Karnataka grade=12 subject=Mathematics'],
  ['கர்நாடகா வாரியம்', 'Karnataka'],
  ['maharashtra ssc', 'Maharashtra grade=10'],
  ['MSBSHSE', 'Maharashtra'],
  ['महाराष्ट्र', 'Maharashtra'],
  ['up board science', 'Uttar Pradesh subject=Science'],
  ['madhyamik', 'West Bengal grade=10'],
])('where papers of several states are there, "%s" means a state', (typed, meant) => {
  const said = understood(typed, { states }).split(' ')
  const expected = `board=${meant}`.split(' ')
  expect(said.sort()).toEqual(expected.sort())
})

test.each([
  ['samacheer 10', 'type=state grade=10'],
  ['matric', 'type=state'],
  ['tamil nadu 10', 'grade=10 | tamil nadu'],
  ['bihar board', 'type=state | bihar board'],
  ['bihar', 'bihar'],
])('where all papers are of one state, "%s" is understood as %s', (typed, meant) => {
  expect(understood(typed, { ownState: 'Tamil Nadu' })).toBe(meant)
})

test('where all papers are of one state, the name of its own board is the State Board', () => {
  expect(understood('bihar board 10', { ownState: 'Bihar' })).toBe('type=state grade=10')
})

test.each([
  ['tnpsc tamil nadu', 'type=tnpsc | tamil nadu'],
  ['punjab history cbse', 'subject=History type=cbse | punjab'],
  ['kerala board 10', 'type=state grade=10 | kerala board'],
  ['cbse matric', 'cbse | matric'],
])('next to another exam, or of a state without papers, "%s" is understood as %s', (typed, meant) => {
  expect(understood(typed, { states })).toBe(meant)
})

test('a state is taken off with its words, and the class that they say stays', () => {
  const [part] = understandQuery('samacheer 10 maths', vocabulary, { states }).parts
  expect(part).toMatchObject({ facet: 'board', value: 'Tamil Nadu', typed: 'samacheer', without: '10 maths' })
  expect(understandQuery('2nd puc maths', vocabulary, { states }).parts).toMatchObject([
    { facet: 'grade', value: '12', without: 'Karnataka Board maths' },
    { facet: 'board', value: 'Karnataka', without: 'Class 12 maths' },
    { facet: 'subject' },
  ])
})
