import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Paper } from '#domain/paper/paper.ts'
import type { FoundPapers } from '#domain/search/finding/find.server.ts'
import { reindexPapers } from '#domain/search/indexing/reindex.server.ts'
import { paperClient } from '../support/paper-client.ts'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'
import { addTexts } from '../support/texts.ts'

let site: Site
let admin: SignedIn
beforeAll(async () => {
  site = await openSite()
  admin = await site.signIn()
  const add = (title: string, degree: string, subject: string, month: string, year: string, link = '') =>
    publish(site, admin, { title, degree, subject, month, year, referenceLink: link })
  await add('Matrices and vectors', '12th-cbse', 'Mathematics', 'March', '2024', 'https://a.example/1')
  await add('Matrices, revision', '12th-cbse', 'Mathematics', 'March', '2023')
  await add('Matrix methods', '12th-state', 'Mathematics', 'December', '2024')
  await add('Electrostatics', '12th-cbse', 'Physics', 'June', '2019')
  await add('திருப்புதல் தேர்வு', '10th-state', 'Mathematics', 'September', '2022')
  const optics = await add('Optics', '12th-cbse', 'Physics', 'March', '2020')
  await addTexts(site, optics, [
    'Instructions',
    'Find the refractive index of the glass prism.\nUse matrices.',
  ])
})
afterAll(() => site.end())

async function find(query: string): Promise<FoundPapers> {
  const answer = await site.fetch(`/api/papers?${query}`)
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
  return await answer.json()
}
const titles = async (query: string) => (await find(query)).papers.map((paper) => paper.title)

test('titles with all words come first, then close ones, then texts; newest first within each', async () => {
  const close = ['Matrices and vectors', 'Matrices, revision', 'Matrix methods']
  expect(await titles('q=matrices')).toEqual([...close, 'Optics'])
  expect(await titles('q=vectors matrices')).toEqual(['Matrices and vectors'])
  expect(await titles('q=vecto')).toEqual(['Matrices and vectors'])
})

test('papers found by their texts are newest first, whichever was read first', async () => {
  const fields = { title: 'Read', degree: '9th-cbse', subject: 'Science', month: 'July' }
  const papers = []
  for (const year of ['2013', '2016', '2011', '2014'])
    papers.push(await publish(site, admin, { ...fields, year, title: `Read ${year}` }))
  for (const paper of papers) await addTexts(site, paper, ['Lichens grow', 'and lichens spread.'])
  expect(await titles('q=lichens')).toEqual(['Read 2016', 'Read 2014', 'Read 2013', 'Read 2011'])
  for (const { id } of papers) await paperClient(site, admin).bin(id)
})

test('a misspelt word finds what the titles’ own would, and says which was read', async () => {
  const found = await find('q=matrixes methds')
  expect(found.papers.map((paper) => paper.title)).toContain('Matrix methods')
  expect((await find('q=electrostatcs')).corrected).toBe('electrostatics')
  expect((await find('q=electrostatics')).corrected).toBe(null)
  // A misspelt word may be part of one that is right, and may come twice.
  expect((await find('q=methods method matrix')).corrected).toBe('methods methods matrix')
  expect((await find('q=electrostatcs+electrostatcs')).corrected).toBe('electrostatics electrostatics')
})

test('a Tamil word is found as it is written in Roman letters', async () => {
  expect(await titles('q=திருப்புதல்')).toEqual(['திருப்புதல் தேர்வு', 'Matrices, revision'])
  expect(await titles('q=thiruputhal')).toContain('திருப்புதல் தேர்வு')
})

test('a question finds the paper with its page and a marked line', async () => {
  const { papers, inside } = await find('q=what is the refractive index of glass')
  expect(inside).toBe(1)
  const [optics] = papers
  expect(optics).toMatchObject({ title: 'Optics', inside: { page: 2 } })
  const { line = '', marks = [] } = optics?.inside ?? {}
  expect(line).toBe('Find the refractive index of the glass prism.')
  expect(marks.map(([start, end]) => line.slice(start, end))).toEqual(
    expect.arrayContaining(['refractive', 'glass']),
  )
})

test('a class is ignored where an exam is chosen, also when it is all of a search', async () => {
  const jee = await publish(site, admin, { title: 'Joint entrance', degree: 'jee', subject: 'all' })
  expect(await titles('type=jee&q=10th')).toEqual(['Joint entrance'])
  expect(await titles('type=jee&q=???')).toEqual([])
  await paperClient(site, admin).bin(jee.id)
})

test('what words say of facets narrows the list, and the address goes before them', async () => {
  const found = await find('q=cbse 12 physics 2019')
  expect(found.understood.parts.map((part) => [part.facet, part.value]).sort()).toEqual([
    ['grade', '12'],
    ['subject', 'Physics'],
    ['type', 'cbse'],
    ['year', '2019'],
  ])
  expect(found.papers.map((paper) => paper.title)).toEqual(['Electrostatics'])
  expect(await titles('q=cbse 12 physics 2019&year=2020')).toEqual(['Optics'])
})

test('lists keep to a month, a year’s month and answers, also without words', async () => {
  expect(await titles('month=March')).toEqual(['Matrices and vectors', 'Matrices, revision', 'Optics'])
  expect(await titles('month=March&year=2023')).toEqual(['Matrices, revision'])
  expect(await titles('answered=yes')).toEqual(['Matrices and vectors'])
  expect(await titles('answered=yes&type=cbse&grade=12&subject=Mathematics&month=March')).toEqual([
    'Matrices and vectors',
  ])
  expect(await find('month=March')).toMatchObject({ total: 3, inside: 0, more: false, corrected: null })
  expect([await titles('month=December'), (await find('month=December')).total]).toEqual([
    ['Matrix methods'],
    1,
  ])
  expect(await titles('month=December&answered=yes')).toEqual([])
  const inDecember = await paperClient(site, admin).list('show=no-answers&month=December')
  expect(inDecember.papers.map((paper) => paper.title)).toEqual(['Matrix methods'])
  expect(await titles('q=matrices&answered=yes')).toEqual(['Matrices and vectors'])
})

test('counts next to a list are what each value would leave, with words and without', async () => {
  for (const [query, kinds] of [
    ['', 17],
    ['q=matrices', 11],
    ['grade=12', 15],
    ['month=March&type=cbse', 10],
    ['q=matrices&year=2024', 10],
    ['q=zebra', 0],
  ] as const) {
    const { facets } = await find(query)
    expect([query, Object.values(facets).flat().length]).toEqual([query, kinds])
    const base = new URLSearchParams(query)
    for (const [facet, values] of Object.entries(facets)) {
      for (const { value, papers } of values.slice(0, 3)) {
        const narrowed = new URLSearchParams(base)
        narrowed.set(facet, value)
        expect([query, facet, value, papers]).toEqual([
          query,
          facet,
          value,
          (await find(String(narrowed))).total,
        ])
      }
    }
  }
})

test('a search that finds nothing offers what is nearest', async () => {
  const found = await find('q=cbse 12 physics 2019 matrices')
  expect([found.total, found.papers]).toEqual([0, []])
  expect(found.nearest[0]?.title).toBe('Electrostatics')
  expect(found.nearest.length).toBeLessThanOrEqual(6)
  const [nearest] = (await find('q=optics electrostatics')).nearest
  expect(nearest?.title).toBe('Optics')
  const ofFacets = await find('q=cbse 12 physics 2001')
  expect([ofFacets.total, ofFacets.nearest.map((paper) => paper.title)]).toEqual([
    0,
    expect.arrayContaining(['Optics', 'Electrostatics']),
  ])
  for (const query of ['q=optics', 'q=cbse', 'month=March'])
    expect([query, (await find(query)).nearest]).toEqual([query, []])
})

test('texts follow their paper to another month and year, into the bin and back', async () => {
  const paper = await publish(site, admin, { title: 'Ecology' })
  await addTexts(site, paper, ['The mangroves of Pichavaram'])
  const client = paperClient(site, admin)
  expect((await client.revise(paper.id, { year: '2018', month: 'April' }, 1)).status).toBe(200)
  expect(await titles('q=mangroves&year=2018&month=April')).toEqual(['Ecology'])
  await client.bin(paper.id)
  expect(await titles('q=mangroves')).toEqual([])
  await client.restore(paper.id)
  expect(await titles('q=mangroves')).toEqual(['Ecology'])
  expect((await client.revise(paper.id, { referenceLink: 'https://answers.example/2' }, 3)).status).toBe(200)
  expect(await titles('q=mangroves&answered=yes')).toEqual(['Ecology'])
})

test('a word that only texts have as it was typed is no misspelling of a title’s', async () => {
  const paper = await publish(site, admin, { title: 'Magnets and compasses', year: '2017' })
  expect((await find('q=magnetz')).corrected).toBe('magnets')
  await addTexts(site, paper, ['A magnetic field turns the needle.'])
  const { corrected, papers, inside } = await find('q=magnetic field')
  expect([corrected, inside]).toEqual([null, 1])
  expect(papers[0]?.inside?.line).toBe('A magnetic field turns the needle.')
})

test('of another way to say a word, in two words, one alone is not marked in a line', async () => {
  const paper = await publish(site, admin, { title: 'Zoology, unit 3', year: '2016' })
  await addTexts(site, paper, ['Physiology of the human eye'])
  const { line = '', marks = [] } = (await find('q=physiology')).papers[0]?.inside ?? {}
  // "Human physiology" is another way to say it.
  expect(marks.map(([start, end]) => line.slice(start, end))).toEqual(['Physiology'])
})

test('one paper with a word on hundreds of its pages is one paper', async () => {
  const paper = await publish(site, admin, { title: 'Seagrass' })
  await addTexts(
    site,
    paper,
    Array.from({ length: 250 }, (_, at) => `Manatees, page ${at + 1}`),
  )
  const { total, more, inside, papers } = await find('q=manatees')
  expect([total, more, inside, papers[0]?.inside?.page]).toEqual([1, false, 1, 1])
})

test('more papers than are looked into for their texts are said to be more', async () => {
  await addCopies(await publish(site, admin, { title: 'Estuaries' }), 200, 'Dugongs graze on seagrass.')
  const { total, more, inside } = await find('q=dugongs')
  expect([total, more, inside]).toEqual([200, true, 200])
  expect((await find('q=estuaries')).more).toBe(false)
})

/** Further papers with the same file and fields, and a text that all of them have. */
async function addCopies({ id }: Paper, copies: number, text: string) {
  const { db } = site.app
  const row = await db.selectFrom('papers').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const { serial, position, answered, ...paper } = row
  const own = { ...paper, thumbnailKey: null, uploadId: null }
  const stored = db.selectFrom('storedFiles').selectAll().where('fullPath', '=', row.fileKey)
  const file = await stored.executeTakeFirstOrThrow()
  const keys = Array.from({ length: copies }, (_, at) => `copies/${at}.pdf`)
  await db
    .insertInto('storedFiles')
    .values(keys.map((fullPath) => ({ ...file, fullPath })))
    .execute()
  await db
    .insertInto('papers')
    .values(keys.map((fileKey, at) => ({ ...own, fileKey, id: `copy-${at}`, title: 'Copied' })))
    .execute()
  const texts = [...keys, row.fileKey].map((fileKey) => ({ fileKey, page: 1, text }))
  await db.insertInto('pageTexts').values(texts).execute()
  await reindexPapers(site.app)
}

test('marks of direction in a search do not turn the sentences of a page round', async () => {
  const q = encodeURIComponent('\u202ematrices\u2066')
  for (const path of ['/search', '/practice', '/resources/cbse/12/', '/api/suggestions']) {
    const answer = await (await site.fetch(`${path}?q=${q}`)).text()
    expect([path, answer.includes('“matrices”'), /\p{Bidi_Control}/u.test(answer)]).toEqual([
      path,
      true,
      false,
    ])
  }
})

test.each([
  ...[
    '"',
    '""',
    '"matrices" OR "optics"',
    "matrices'; drop table papers; --",
    'matrices AND',
    'AND OR NOT',
    'NOT',
  ],
  ...[
    'NEAR(matrices optics, 2)',
    'matrices*',
    '*',
    '^matrices',
    'words : matrices',
    'filters:x',
    '-matrices',
    '{a b}',
  ],
  ...[
    '(((',
    'a',
    '12345678',
    '2',
    'the of and',
    '%',
    '_',
    'm%s',
    'cir_cle',
    '\u0000\u0007',
    'mat\u0000rices',
  ],
  ...['\u202Ematrices\u202C', '\u200Fmatrices', '😀', '😀 matrices', '\ue000', '\ue001 matrices', '்', 'ா ி'],
  ...[
    'x'.repeat(100),
    'a '.repeat(50),
    'க'.repeat(100),
    '😀'.repeat(100),
    '\ud800',
    '+2',
    '+',
    '-',
    "'",
    '\\',
  ],
])('%j is a search like any other', async (q) => {
  const address = `/api/papers?q=${encodeURIComponent(q.toWellFormed())}`
  const answer = await site.fetch(address)
  expect(answer.status).toBe(200)
  const found = (await answer.json()) as FoundPapers
  expect(found.papers.length).toBeLessThanOrEqual(12)
  expect(found.isBeingMade).toBe(false)
  const page = await site.fetch(`/practice?q=${encodeURIComponent(q.toWellFormed())}`)
  expect([200, 404]).toContain(page.status)
  expect(await page.text()).not.toContain('could not be read')
})
