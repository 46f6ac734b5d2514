import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { App } from '#domain/app.ts'
import { findPapers } from '#domain/search/finding/find.server.ts'
import { readSynonyms } from '#domain/search/understanding/synonyms.ts'
import { termLinesOf } from '#domain/search/understanding/synonyms-file.ts'
import { understandQuery } from '#domain/search/understanding/understand.ts'
import { addPaper, clock, log, type MadePaper, openTestsDatabase } from '../support/own-database.ts'
import { understood, vocabulary } from './vocabulary.ts'

const recogniser = { isOn: async () => false } as App['recogniser']

/** What a search finds of these papers, each as "title: its line", with [marks]. */
async function finder(papers: MadePaper[]) {
  const app = { ...(await openTestsDatabase()), vocabulary, clock, log, recogniser }
  for (const paper of papers) await addPaper(app, paper)
  return async (q: string, filter = {}) =>
    (await findPapers(app, { q, filter })).papers.map(({ title, inside }) => {
      const { line = '', marks = [] } = inside ?? {}
      const marked = marks.reduceRight(
        (sum, [from, to]) => `${sum.slice(0, from)}[${sum.slice(from, to)}]${sum.slice(to)}`,
        line,
      )
      return `${title}: ${marked}`
    })
}

const page = (title: string, text: string, subject = 'Mathematics', year = 2020): MadePaper => ({
  title,
  subject,
  year,
  pages: [text],
})

test('an integral is no derivative, no reflex action and no union of states, and each hit shows its line', async () => {
  const find = await finder([
    page('Twelfth', 'Evaluate the integral of sin x.'),
    page('Hindi', 'समाकलन ज्ञात कीजिए।'),
    page('Slopes', 'Find the derivative of tan x.'),
    page('Nerves', 'Differentiate a reflex action from walking.', 'Science', 2024),
    page('India', 'Explain the integration of the princely states.', 'Social Science', 2024),
    page('Fields', 'The surface integrals of a field', 'Physics', 2024),
  ])
  expect((await find('integral')).sort()).toEqual([
    'Fields: The surface [integrals] of a field',
    'Hindi: [समाकलन] ज्ञात कीजिए।',
    'Twelfth: Evaluate the [integral] of sin x.',
  ])
  expect((await find('integral')).at(-1)).toMatch(/^Fields/)
  // Whoever types the word itself finds it in every subject; the broad word finds what belongs to it, in its own.
  expect(await find('integration of princely states')).toEqual([
    'India: Explain the [integration] of the [princely] [states].',
  ])
  expect((await find('calculus')).length).toBe(3)
  expect(await find('integration', { subject: 'Social Science' })).toHaveLength(1)
})

test('mathematics goes first where other subjects have the word too, with terms and without', async () => {
  const find = await finder([
    page('Slopes', 'Find the derivative of tan x.', 'Mathematics', 2019),
    page('Acids', 'Name a derivative of benzene.', 'Chemistry', 2024),
    page('Sums', 'Find the substitution.', 'Mathematics', 2018),
    page('Amines', 'Name the substitution.', 'Chemistry', 2024),
    page('Bonds', 'Draw the vector of the force.', 'Mathematics', 2024),
    page('Levers', 'The force on a lever', 'Science', 2019),
  ])
  const firsts = async (q: string) => (await find(q)).map((each) => each.split(':')[0])
  expect(await firsts('find the derivative')).toEqual(['Slopes', 'Acids'])
  expect(await firsts('substitution')).toEqual(['Sums', 'Amines'])
  // A term of physics: its own papers, those of Science too, before mathematics.
  expect(await firsts('force')).toEqual(['Levers', 'Bonds'])
})

test('chapter names find the papers of each language from every other, in titles and on pages', async () => {
  const find = await finder([
    page('Tenth', 'Solve the quadratic\nequation by completing the square.'),
    page(
      'Tenth scattered',
      'A quadratic in one line, and far from it another equation.',
      'Mathematics',
      2024,
    ),
    page('பத்தாம்', 'இருபடிச் சமன்பாடு ஒன்றைத் தீர்க்க.'),
    page('दसवीं', 'द्विघात समीकरण हल कीजिए।'),
    page('Ohm', "State Ohm's law.", 'Science'),
    { title: 'Trigonometry unit test', subject: 'Mathematics' },
    { title: 'முக்கோணவியல் தேர்வு', subject: 'Mathematics' },
  ])
  const all = ['Tenth', 'दसवीं', 'பத்தாம்']
  for (const q of ['இருபடிச் சமன்பாடு', 'irupadi samanbadu', 'द्विघात समीकरण', 'dwighat samikaran']) {
    const found = await find(q)
    expect(found.map((each) => each.split(':')[0]).sort(), q).toEqual(all)
    expect(
      found.every((each) => each.includes('[')),
      q,
    ).toBe(true)
  }
  // Words that are in a row go before the same words far apart.
  const english = (await find('quadratic equation')).map((each) => each.split(':')[0])
  expect([english.length, english.at(-1)]).toEqual([4, 'Tenth scattered'])
  expect(await find('ஓம் விதி')).toEqual(["Ohm: State [Ohm's law]."])
  for (const q of ['tirikonamiti', 'त्रिकोणमिति', 'mukkonaviyal', 'trigonometry'])
    expect((await find(q)).length, q).toBe(2)
})

const table = readFileSync(join(import.meta.dirname, '../../school-terms.txt'), 'utf8')

test('at least 300 terms are in the table, most of them in Tamil and in Hindi, and each spelling means its line', () => {
  const lines = termLinesOf(table)
  const having = (script: RegExp) =>
    lines.filter(({ spellings }) => spellings.some((each) => script.test(each)))
  expect(lines.length).toBeGreaterThan(300)
  expect(having(/\p{Script=Tamil}/u).length).toBeGreaterThan(300)
  expect(having(/\p{Script=Devanagari}/u).length).toBeGreaterThan(300)
  expect(table).toMatch(/^# Sources:.*contents pages of the textbooks/m)
  for (const { name, spellings, subjects } of lines)
    for (const each of [name, ...spellings].filter((spelling) => !spelling.startsWith('(also'))) {
      const { terms, parts } = understandQuery(`${each} `, vocabulary)
      expect([each, parts.length, terms[0]?.subjects]).toEqual([each, 0, subjects])
    }
})

test.each([
  ['polynomial', 'polynomial'],
  ['ohms law', 'ohms law'],
  ['law', 'law'],
  ['maths polynomials class 9', 'subject=Mathematics grade=9 | polynomials'],
  ['நிகழ்தகவு பத்தாம் வகுப்பு', 'grade=10 | நிகழ்தகவு'],
])('%s is understood as %s', (typed, meant) => {
  expect(understood(typed)).toBe(meant)
})

test.each([
  [
    'sets | கணங்கள் | समुच्चय |',
    '1: "sets | கணங்கள் | समुच्चय |" is before the first section, such as [Mathematics]',
  ],
  ['[Cooking]', '1: there is no subject "Cooking" for the section [Cooking]'],
  ['[Mathematics]\nsets | கணங்கள்', '2: "sets | கணங்கள்" has 2 columns, not English | Tamil | Hindi | Roman'],
  ['[Physics + Biology]\nsets | समुच्चय | கணங்கள் |', '2: "समुच्चय" is not in Tamil letters'],
  ['[Mathematics]\nsets | கணங்கள் | | கணம்', '2: "கணம்" is not in Roman letters'],
  ['[Mathematics]\n | கணங்கள் | |', '2: the English name is missing'],
  ['[Mathematics]\nsets, | கணங்கள் | |', '2: a spelling of "sets," is empty: look for a comma too many'],
  ['[Mathematics]\nsets | கணங்கள் | |\nset theory, sets | | |', '3: "sets" is in line 2 already'],
  ['[Mathematics]\nhalf yearly | | |', '2: "half yearly" is in line 2 of synonyms.txt already'],
  ['[Mathematics]\nsums, maths | | |', '2: "maths" already means Mathematics'],
])('what is wrong with the table is said with its line: %j', (text, sentence) => {
  expect(() => readSynonyms('[Words]\nhalf yearly: hly\n', undefined, text)).toThrow(
    `school-terms.txt, line ${sentence}`,
  )
})
