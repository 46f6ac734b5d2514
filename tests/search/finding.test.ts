import { expect, test } from 'vitest'
import type { App } from '#domain/app.ts'
import { learntSeries } from '#domain/inbox/first-pages.server.ts'
import type { PaperFilter } from '#domain/paper/filters.ts'
import { serialOf } from '#domain/paper/paper.ts'
import { didYouMean } from '#domain/search/finding/did-you-mean.server.ts'
import { findPapers, findPositions } from '#domain/search/finding/find.server.ts'
import { insideTerms } from '#domain/search/finding/find-inside.server.ts'
import { foundFacets } from '#domain/search/finding/found-facets.server.ts'
import { rankPapers } from '#domain/search/finding/rank.server.ts'
import { suggest } from '#domain/search/finding/suggest.server.ts'
import type { Term } from '#domain/search/understanding/query.ts'
import { narrow, understandSearch } from '#domain/search/understanding/understand-search.server.ts'
import { addPaper, clock, log, type MadePaper, openTestsDatabase } from '../support/own-database.ts'
import { vocabulary } from './vocabulary.ts'

const recogniser = { isOn: async () => false } as App['recogniser']

/** A search over these papers alone. */
async function searchOf(papers: MadePaper[]) {
  const app = { ...(await openTestsDatabase()), vocabulary, clock, log, recogniser }
  for (const paper of papers) await addPaper(app, paper)
  const find = async (q: string, filter: PaperFilter = {}, more = {}) =>
    await findPapers(app, { q, filter, ...more })
  return {
    ...{ app, find },
    titles: async (q: string, filter?: PaperFilter, more = {}) =>
      (await find(q, filter, more)).papers.map(({ title }) => title),
    /** What is asked back. */
    meant: async (q: string, filter: PaperFilter = {}) => {
      const understood = await understandSearch(app, q, filter)
      return await didYouMean(app, q, understood.terms, narrow(filter, understood))
    },
    rank: async (q: string, more: Parameters<typeof rankPapers>[3] = {}, filter: PaperFilter = {}) => {
      const ranking = await rankPapers(app, (await understandSearch(app, q, filter)).terms, filter, more)
      return { ...ranking, serials: ranking.hits.map(({ position }) => serialOf(position)) }
    },
  }
}

const paper = (title: string, year = 2024, more: Partial<MadePaper> = {}): MadePaper => ({
  title,
  year,
  ...more,
})
const physics = { subject: 'Physics' }

test('exact words come first, then what is close, then the named subject in titles, then texts; newest first in each', async () => {
  const { rank } = await searchOf([
    paper('Vectors', 2010),
    paper('Vectors', 2020),
    paper('Vectorial sums', 2023),
    paper('Vectors of mathematics', 2024, physics),
    paper('Other', 2022, { pages: ['vectors'] }),
    paper('Other', 2025, { pages: ['nothing', 'the vectors'] }),
    // In its title and its text: once.
    paper('Vectors', 2015, { pages: ['vectors'] }),
  ])
  const named = { subject: 'Mathematics' as const, ways: [['mathematics']] }
  const { serials, closeFrom, insideFrom, pages, more } = await rank(
    'vectors ',
    { named },
    { subject: 'Mathematics' },
  )
  expect([serials, closeFrom, insideFrom, more]).toEqual([[2, 7, 1, 4, 6, 5], 3, 4, false])
  expect([...pages.values()]).toEqual([2, 1])
  expect((await rank('vector')).serials.slice(0, 5)).toEqual([4, 3, 2, 7, 1])
})

test('the same words are ranked again for another subject, filter or number, and after a change of the papers', async () => {
  const { app, rank } = await searchOf([paper('Programs'), paper('Physics programs', 2023, physics)])
  const filter = { subject: 'Mathematics' as const }
  const named = { subject: 'Mathematics' as const, ways: [['physics']] }
  expect((await rank('programs', {}, filter)).serials).toEqual([1])
  expect((await rank('programs', { named }, filter)).serials).toEqual([1, 2])
  expect((await rank('programs', { named: { ...named, ways: [['chemistry']] } }, filter)).serials).toEqual([
    1,
  ])
  expect((await rank('programs')).serials).toEqual([1, 2])
  expect((await rank('programs', { most: 1 })).serials).toEqual([1])
  expect((await rank('programs', {}, { year: 2023 })).serials).toEqual([2])
  expect((await rank('programs ', {}, { level: 'Basic' })).serials).toEqual([])
  await addPaper(app, paper('Programs', 2025))
  expect((await rank('programs')).serials).toEqual([3, 1, 2])
})

test('a word of titles that sounds like a Tamil one finds that, and no Roman word that sounds alike', async () => {
  const { titles } = await searchOf([paper('அரையாண்டு'), paper('Araiyandu', 2023), paper('Arayandu', 2022)])
  expect(await titles('araiyandu ')).toEqual(['Araiyandu', 'அரையாண்டு'])
  expect(await titles('araiyaandu ')).toEqual(['அரையாண்டு', 'Araiyandu', 'Arayandu'])
})

test('no more are listed than asked for, and it is said that there are more', async () => {
  const { rank } = await searchOf([2020, 2021, 2022].map((year) => paper('Sets', year)))
  expect(await rank('sets', { most: 2 })).toMatchObject({ serials: [3, 2], more: true })
  expect(await rank('sets', { most: 3 })).toMatchObject({ serials: [3, 2, 1], more: false })
})

test('papers of Delhi come before those of outside Delhi, unless these are asked for', async () => {
  const { titles } = await searchOf([paper('Set 1, Delhi', 2010), paper('Set 1, Outside Delhi', 2024)])
  expect(await titles('delhi ')).toEqual(['Set 1, Delhi', 'Set 1, Outside Delhi'])
  expect(await titles('outside delhi ')).toEqual(['Set 1, Outside Delhi'])
})

test('a set code finds its own papers, by title or page, then its series, then its subject', async () => {
  const { rank } = await searchOf([
    paper('Other subject (31/2/2)', 2025),
    paper('Same subject (65/5/1)', 2024),
    paper('Same series (65/2/1)', 2023),
    paper('On its page', 2022, { pages: ['65/2/2'] }),
    paper('Its own (65/2/2)', 2010),
  ])
  expect(await rank('65/2/2')).toMatchObject({ serials: [5, 4, 3, 2], closeFrom: 2, insideFrom: 4 })
})

test('the words of a numbered set count only in a row', async () => {
  const { rank } = await searchOf([
    paper('Circles, set 1, paper 2'),
    paper('Circles, set 2'),
    paper('2 circles of a set'),
  ])
  expect(await rank('circles set 2 ')).toMatchObject({ serials: [2], closeFrom: 1 })
})

test('of the sets of an exam one is listed, in the place of the best', async () => {
  const { rank } = await searchOf([
    paper('Circles', 2024, { variant: 'Set 2' }),
    paper('Circles', 2024, { variant: 'Set 1' }),
    paper('Circles', 2020),
    paper('Other', 2024, { pages: ['circles'] }),
  ])
  expect((await rank('circles ')).serials).toEqual([2, 1, 3, 4])
  expect(await rank('circles ', {}, { foldsSets: true })).toMatchObject({
    ...{ serials: [2, 3, 4], closeFrom: 2, insideFrom: 2 },
  })
})

test('many pages of one paper hide no other paper', async () => {
  const pages = Array.from({ length: 230 }, () => 'isotopes')
  const { rank } = await searchOf([
    paper('Old', 2010, { pages: ['isotopes'] }),
    paper('New', 2024, { pages }),
  ])
  expect(await rank('isotopes')).toMatchObject({ serials: [2, 1], more: false })
})

test('of many papers with many pages of a school term none is left out', async () => {
  const pages = Array.from({ length: 6 }, () => 'isotopes')
  const { rank } = await searchOf(Array.from({ length: 30 }, (_, at) => paper('Other', 1994 + at, { pages })))
  expect((await rank('isotopes')).serials).toHaveLength(30)
})

test('school terms that are together on a page count so in the other language too', async () => {
  const { rank } = await searchOf([
    paper('Old', 2010, { ...physics, pages: ['ஒளிவிலகல் மின்சாரம்'] }),
    paper('New', 2024, { ...physics, pages: [`electricity ${'of the town '.repeat(9)} refraction`] }),
  ])
  expect(await rank('refraction electricity')).toMatchObject({ serials: [1, 2] })
})

test('words that are together on no page are a poor find', async () => {
  const { rank } = await searchOf([
    paper('One', 2024, { pages: ['osmosis membranes', 'turgor'] }),
    paper('Two', 2023, { pages: ['chlorophyll stomata xylem'] }),
    paper('Sets of three words'),
  ])
  expect(await rank('chlorophyll stomata xylem')).toMatchObject({ serials: [2], isPoor: false })
  expect((await rank('chlorophyll stomata turgor')).isPoor).toBe(true)
  expect((await rank('sets of three words')).isPoor).toBe(false)
})

const term = (typed: string, more: Partial<Term> = {}): Term => ({
  ...{ typed, ways: [], isBeginning: false, without: '' },
  ...more,
})
const widened = (corrections: { typed: string; word: string }[] = []) => ({
  steps: [],
  terms: [],
  corrections,
})

test.each([
  ['what', 'is', 'osmosis', [['osmosis']]],
  ['the', 'and', 'why', []],
  ['x', 'y', '12', []],
  ['x', '100', '', [['x'], ['100']]],
])('of "%s %s %s" texts are searched for %j', (...said) => {
  const ways = said.pop()
  const words = (said as string[]).filter(Boolean)
  const asked = insideTerms(
    words.map((word) => term(word)),
    widened(),
  )
  expect(asked.flatMap((one) => one.ways)).toEqual(ways)
})

test('texts are searched for synonyms and the corrected word as well, and for a code as it is', () => {
  const terms = [term('optcs', { ways: [['optcs'], ['light', 'rays']] }), term('65/2/1', { code: '65/2/1' })]
  expect(insideTerms(terms, widened([{ typed: 'optcs', word: 'optics' }]))).toEqual([
    { ways: [['optcs'], ['light', 'rays'], ['optics']] },
    { ways: [], code: { code: '65/2/1', isSeries: false } },
  ])
})

test('a misspelt word is corrected without asking, but not where texts alone have what was typed', async () => {
  const { find } = await searchOf([
    paper('Electrostatics', 2024),
    paper('Other', 2023, { pages: ['magnetisum once'] }),
    paper('Magnetism'),
    paper('Narrative', 2020),
    paper('Narratives', 2021),
  ])
  const said = async (q: string) => {
    const { corrected, total, papers } = await find(q)
    return [corrected, total, papers[0]?.title]
  }
  expect(await said('electrostatcs 2024')).toEqual(['electrostatics 2024', 1, 'Electrostatics'])
  expect(await said('electrostatics')).toEqual([null, 1, 'Electrostatics'])
  expect(await said('magnetisum once ')).toEqual([null, 1, 'Other'])
  // A word that titles have is not corrected to one that is near it.
  expect(await said('narrative ')).toEqual([null, 1, 'Narrative'])
})

test('the line of a text is shown with the words, or with their short synonyms, and counted apart', async () => {
  const { find } = await searchOf([
    paper('Optics'),
    paper('Other', 2020, { pages: ['First page', 'A line.\nPolarised optics here'] }),
  ])
  const { papers, total, inside } = await find('optics ')
  expect([total, inside, papers.map(({ inside }) => inside)]).toEqual([
    ...[2, 1],
    [undefined, { page: 2, line: 'Polarised optics here', marks: [[10, 16]] }],
  ])
})

test('pages follow one another without a gap, also where those of another subject follow', async () => {
  const { find } = await searchOf([
    ...[2020, 2021, 2022].map((year) => paper(`Optics ${year}`, year, physics)),
    paper('Physics by programs', 2024),
    paper('Physics in numbers', 2023),
  ])
  const all: string[] = []
  for (const page of [1, 2, 3, 4]) {
    const found = await find('physics', {}, { page, size: 2 })
    expect([found.total, found.pages]).toEqual([5, 3])
    all.push(...found.papers.map(({ title }) => title))
  }
  expect(all).toEqual([
    'Optics 2022',
    'Optics 2021',
    'Optics 2020',
    'Physics by programs',
    'Physics in numbers',
  ])
  const ranked = await find('optics', {}, { page: 2, size: 2 })
  expect([ranked.papers.map(({ title }) => title), ranked.pages]).toEqual([['Optics 2020'], 2])
})

test('each value of a facet is counted without the filter of its own facet', async () => {
  const { find } = await searchOf([
    paper('Optics', 2024, physics),
    paper('Optics', 2023, physics),
    paper('Optics', 2023, { grade: '11', subject: 'Physics' }),
    paper('Other', 2022, { subject: 'Physics', pages: ['optics'] }),
  ])
  const { facets } = await find('optics ', { year: 2023 })
  expect(facets.year).toEqual([
    { value: '2024', papers: 1 },
    { value: '2023', papers: 2 },
    { value: '2022', papers: 1 },
  ])
  expect(facets.grade.toSorted((one, other) => one.papers - other.papers)).toEqual([
    { value: '12', papers: 1 },
    { value: '11', papers: 1 },
  ])
  // With the named subject's own papers, those of others that name it in their titles.
  const named = await find('physics ')
  expect(named.facets.year.map(({ papers }) => papers)).toEqual([1, 2, 1])
})

test('values beyond the newest papers are each looked up: by the words as typed, and what is close where these find nothing', async () => {
  const { app } = await searchOf([
    paper('திசையன்', 2018),
    ...[2020, 2019].flatMap((year) => [paper('Vectors', year), paper('திசையன்', year)]),
    ...[2024, 2023].map((year) => paper('Vectors', year)),
  ])
  const newest: App['search']['tally'] = async (db, question, facets) =>
    await app.search.tally(db, question, facets, 2)
  const cut = { ...app, search: { ...app.search, tally: newest } }
  const { terms } = await understandSearch(app, 'vectors ', {})
  const ranking = await rankPapers(cut, terms, {}, { most: 2 })
  expect((await foundFacets(cut, terms, {}, ranking)).year).toEqual([
    ...[2024, 2023, 2020, 2019].map((year) => ({ value: String(year), papers: 1, more: true })),
    { value: '2018', papers: 1 },
  ])
})

test('papers of other subjects count in every facet but that of the subject', async () => {
  const { find } = await searchOf([paper('Optics of rays', 2024, physics), paper('Physics of rays', 2024)])
  const subjects = [
    { value: 'Mathematics', papers: 1 },
    { value: 'Physics', papers: 1 },
  ]
  for (const q of ['physics', 'physics rays ']) {
    const { facets, total } = await find(q)
    expect([q, total, facets.year, facets.subject]).toEqual([q, 2, [{ value: '2024', papers: 2 }], subjects])
  }
})

test('without a find, the nearest are offered: what says least is left out first', async () => {
  const { find } = await searchOf([
    paper('Waves', 2020, physics),
    paper('Algebra', 2001),
    paper('Heat', 2024, physics),
    paper('Heat', 2023, { grade: '11', subject: 'Physics' }),
    ...Array.from({ length: 8 }, (_, at) => paper(`Words ${at}`, 2010 + at, { subject: 'English' })),
  ])
  const nearest = async (q: string, filter: PaperFilter = {}) =>
    (await find(q, filter)).nearest.map(({ title, year, grade }) => `${title} ${year} ${grade}`)
  // Without the word, then without the year.
  expect((await nearest('physics 12 2024 algebra ')).slice(0, 2)).toEqual(['Heat 2024 12', 'Waves 2020 12'])
  // Of two words the last.
  expect((await nearest('heat algebra ')).slice(0, 2)).toEqual(['Heat 2024 12', 'Heat 2023 11'])
  expect((await nearest('algebra heat ')).at(0)).toBe('Algebra 2001 12')
  expect((await nearest('waves physics 2024 ')).slice(0, 2)).toEqual(['Heat 2024 12', 'Waves 2020 12'])
  // A class that was chosen stays, and there are six at most.
  expect(await nearest('zzyzx', { grade: '11' })).toEqual(['Heat 2023 11'])
  expect(await nearest('zzyzx')).toHaveLength(6)
  expect(await nearest('heat')).toEqual([])
})

test('nothing is asked back of a word that titles or pages have, that is short, or that has digits', async () => {
  const { meant } = await searchOf([
    paper('Electrostatics'),
    paper('Hydraulics', 2020, { pages: ['elektrostatic'] }),
    paper('Kant cell 4b2c', 2019),
  ])
  expect(await meant('ilektrostatiks')).toBe('electrostatics')
  expect(await meant('my ilektrostatiks 2024')).toBe('my electrostatics 2024')
  expect(await meant('elektrostatic')).toBe(null)
  expect(await meant('hydraulics')).toBe(null)
  for (const word of ['kan', 'sel', '4b2d', '65/2/1', 'zzyzx'])
    expect([word, await meant(word)]).toEqual([word, null])
})

test('what is asked back finds papers within the filter', async () => {
  const { meant } = await searchOf([paper('Electrostatics', 2022)])
  expect(await meant('ilektrostatiks', { year: 2022 })).toBe('electrostatics')
  expect(await meant('ilektrostatiks', { year: 2023 })).toBe(null)
})

test('a known word next to others that are not is left as it is', async () => {
  const { meant } = await searchOf([
    paper('Physical electrostatics'),
    paper('Physics practical', 2020, physics),
  ])
  // "physical" is near "physics", and known.
  expect(await meant('physical ilektrostatiks')).toBe('physical electrostatics')
  expect(await meant('zzyzx ilektrostatiks')).toBe(null)
})

test('two words are tried, and no third', async () => {
  const { meant } = await searchOf([paper('Algebra geometry electrostatics')])
  expect(await meant('algebrra ilektrostatiks')).toBe('algebrra electrostatics')
  expect(await meant('algebrra geometrry ilektrostatiks')).toBe(null)
})

test.each(['sets & relations', 'c+d', '#5', '50%', 'திருக்குறள் உரை'])(
  'the address of all results keeps "%s" as it was typed',
  async (typed) => {
    const { app } = await searchOf([paper(typed)])
    const { path } = (await suggest(app, typed)).at(-1) ?? { path: '' }
    const { pathname, searchParams, hash } = new URL(path, 'https://papers.example')
    expect([pathname, [...searchParams], hash]).toEqual(['/search', [['q', typed]], ''])
  },
)

test('suggestions are eight at most: lists, then papers, and last all results', async () => {
  const { app } = await searchOf([
    ...Array.from({ length: 9 }, (_, at) => paper(`Optics & rays ${at}`, 2010 + at, physics)),
    paper('Optics', 2024, { grade: '11', subject: 'Physics' }),
    paper('Few vectors'),
    paper('Few vectors', 2024, { grade: '11' }),
  ])
  const kinds = async (typed: string) => (await suggest(app, typed)).map(({ kind }) => kind)
  expect(await kinds('physics')).toEqual([...Array(3).fill('papers'), ...Array(4).fill('paper'), 'search'])
  expect(await kinds('optics ')).toEqual([...Array(2).fill('papers'), ...Array(5).fill('paper'), 'search'])
  expect((await suggest(app, 'optics & ')).slice(0, 2)).toEqual([
    {
      kind: 'papers',
      label: 'optics & in Class 12',
      detail: '9 papers',
      path: '/search?q=optics+%26&grade=12',
    },
    {
      kind: 'papers',
      label: 'optics & in Class 11',
      detail: '1 paper',
      path: '/search?q=optics+%26&grade=11',
    },
  ])
  // Few papers are shown whole, and their list is not narrowed.
  expect(await kinds('vectors ')).toEqual(['paper', 'paper', 'search'])
  expect((await suggest(app, 'physics 11')).map(({ kind }) => kind)).toEqual(['papers', 'paper', 'search'])
  expect(await suggest(app, ' \u200f')).toEqual([])
})

test('a class is narrowed by its boards, a class of a board by its subjects, a month by its classes', async () => {
  const { app } = await searchOf([
    ...Array.from({ length: 6 }, (_, at) => paper(`Paper ${at}`, 2015, at < 4 ? physics : {})),
    paper('Of the state', 2015, { type: 'state' }),
    paper('Of class 11', 2015, { grade: '11' }),
  ])
  const lists = async (typed: string) =>
    (await suggest(app, typed)).flatMap(({ kind, label }) => (kind === 'papers' ? [label] : []))
  expect(await lists('class 12')).toEqual(['Class 12', 'CBSE Class 12', 'State Board Class 12'])
  expect(await lists('cbse class 12')).toEqual([
    'CBSE Class 12',
    'CBSE Class 12 Physics',
    'CBSE Class 12 Mathematics',
  ])
  expect(await lists('march 2015')).toEqual([
    'Papers of March 2015',
    'Class 12 March 2015',
    'Class 11 March 2015',
  ])
})

test('the admin area’s list has the positions of what is found, at most as many as it asks for', async () => {
  const { app } = await searchOf([paper('Sets', 2022), paper('Sets', 2024), paper('Physics sets', 2023)])
  const serials = async (q: string, most = 10) => {
    const { positions, ...rest } = await findPositions(app, { q, filter: {} }, most)
    return { serials: positions.map(serialOf), ...rest }
  }
  expect(await serials('sets')).toEqual({ serials: [2, 3, 1], more: false })
  expect(await serials('sets', 2)).toEqual({ serials: [2, 3], more: true })
  expect(await serials('physics')).toEqual({ serials: [3], more: false, filter: { subject: 'Physics' } })
  expect(await serials('')).toEqual({ serials: [], more: false })
})

const state = { type: 'state', grade: '10' }
const ofStates = [
  paper('Circles', 2024, { ...state, board: 'Bihar' }),
  paper('Circles', 2022, state),
  paper('Circles', 2023, { ...state, board: 'Karnataka' }),
  paper('Circles', 2021, state),
  paper('Circles', 2025),
]

test('words mean a state: its papers alone, the centre’s own among those that name none', async () => {
  const { find } = await searchOf(ofStates)
  const years = async (q: string, filter: PaperFilter = {}) =>
    (await find(q, filter)).papers.map(({ year }) => year)
  for (const q of ['samacheer', 'tn board', 'tamil nadu', 'சமச்சீர்', 'matric circles'])
    expect([q, await years(q)]).toEqual([q, [2022, 2021]])
  expect(await years('bihar circles')).toEqual([2024])
  expect(await years('karnataka board')).toEqual([2023])
  expect(await years('karnataka', { ownState: 'Karnataka' })).toEqual([2023, 2022, 2021])
  expect(await years('circles', { board: 'Bihar' })).toEqual([2024])
  expect(await years('', { board: 'Tamil Nadu', grade: '10' })).toEqual([2022, 2021])
})

test('of the State Board, the centre’s own state comes first, with and without words, across pages', async () => {
  const { find } = await searchOf(ofStates)
  const years = async (q: string, more = {}, filter: PaperFilter = {}) =>
    (await find(q, filter, more)).papers.map(({ year }) => year)
  expect(await years('state board')).toEqual([2022, 2021, 2024, 2023])
  expect(await years('state board circles')).toEqual([2022, 2021, 2024, 2023])
  expect(await years('', {}, { type: 'state' })).toEqual([2022, 2021, 2024, 2023])
  const pages = [1, 2, 3, 4].map((page) => years('state board', { page, size: 1 }))
  expect((await Promise.all(pages)).flat()).toEqual([2022, 2021, 2024, 2023])
  expect(await years('state board', {}, { ownState: 'Bihar' })).toEqual([2024, 2022, 2021, 2023])
  expect(await years('circles')).toEqual([2025, 2024, 2023, 2022, 2021])
})

test('states are counted among what is found, each without the state that is chosen', async () => {
  const { find } = await searchOf(ofStates)
  const counts = [
    { value: 'Tamil Nadu', papers: 2 },
    { value: 'Bihar', papers: 1 },
    { value: 'Karnataka', papers: 1 },
  ]
  expect((await find('circles')).facets.board).toEqual(counts)
  expect((await find('circles', { board: 'Bihar' })).facets.board).toEqual(counts)
  expect((await find('', { board: 'Bihar' })).facets.board).toEqual(counts)
  expect((await find('bihar')).total).toBe(1)
})

test('the class that a visitor said goes first, those of its medium before the others, and nothing is left out', async () => {
  const { find } = await searchOf([
    ...ofStates,
    paper('Circles', 2019, { ...state, medium: 'Tamil' }),
    paper('Circles', 2020, { ...state, medium: 'English' }),
    paper('Circles', 2018, { type: 'state', grade: '12' }),
  ])
  const years = async (q: string, filter: PaperFilter, more = {}) =>
    (await find(q, filter, more)).papers.map(({ year }) => year)
  const first = '10.Tamil Nadu.Tamil'
  const all = [2019, 2022, 2021, 2020, 2025, 2024, 2023, 2018]
  expect(await years('circles', { first })).toEqual(all)
  expect(await years('', { first })).toEqual(all)
  const pages = [1, 2, 3, 4].map((page) => years('', { first }, { page, size: 2 }))
  expect((await Promise.all(pages)).flat()).toEqual(all)
  expect(await years('', { first: '10.Bihar.' })).toEqual([2024, 2025, 2023, 2022, 2021, 2020, 2019, 2018])
  expect(await years('', { first, type: 'cbse' })).toEqual([2025])
  for (const q of ['', 'circles']) {
    expect(await years(q, { medium: 'Tamil' })).toEqual([2019])
    expect(await years(q, { medium: 'English', first })).toEqual([2020])
  }
  // What the filter leaves nothing of changes nothing: the centre's own state goes first as without it.
  expect(await years('', { type: 'state', first: '10.cbse.' })).toEqual(await years('', { type: 'state' }))
})

test('the fifty newest papers of a series tell its year, and the class where it is one', async () => {
  const pages = ['Series QXZ/1 SET-4\nCandidates must write the Code on the title page.']
  const { app } = await searchOf([
    paper('Old', 2010, { pages }),
    ...Array.from({ length: 50 }, () => paper('New', 2024, { pages })),
  ])
  const learnt = { letters: 'QXZ', year: 2024, grade: '12', isProven: true }
  expect(await learntSeries(app, 'Series QXZ/2')).toEqual(learnt)
  await addPaper(app, paper('Of class 10', 2024, { grade: '10', pages }))
  expect(await learntSeries(app, 'Series QXZ/2')).toEqual({ ...learnt, grade: undefined })
})
