import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FACETS, type PaperFilter } from '#domain/paper/filters.ts'
import { readChapters } from '#domain/questions/chapters/chapters-file.ts'
import { chaptersAt } from '#domain/questions/chapters/paper-chapters.ts'
import type { QuestionFilter } from '#domain/questions/question-filter.ts'
import type { Question, SearchEntry } from '#domain/search/search-index.ts'
import { searchTerms } from '#domain/search/understanding/query.ts'
import { soundOf } from '#domain/search/words/sounds.ts'
import { readConfig } from '#server/config.ts'
import type { OpenDatabase } from '#server/engines/engine.ts'
import { openDatabase } from '#server/engines/open-database.ts'
import { databaseEnv, dropDatabase, ENGINE, isPostgres } from '../support/engine.ts'

const MATHS = { type: 'cbse', grade: '12', subject: 'Mathematics', month: 3, year: 2024, answered: false }
const CHAPTERS = readChapters(
  '[CBSE, Class 12]\nCircles | |\nsure: circle\nmaybe: round\nTriangles | |\nsure: triangle',
)
/** Positions of one month and year; the other years' are made by `inYear`. */
const inYear = (year: number, serial: number, month = 3) => (year * 12 + month) * 2 ** 32 + serial

describe(`the search index of ${ENGINE}`, () => {
  let folder: string
  let settings: Parameters<typeof openDatabase>[0]
  let base: OpenDatabase
  let index: OpenDatabase['search']
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'thervu-index-'))
    settings = readConfig({ DATA_DIR: folder, ...(await databaseEnv(folder)) }).database
    base = await openDatabase(settings, true, CHAPTERS)
    index = base.search
    await index.prepare(base.db)
  })
  beforeEach(() => base.db.transaction().execute((tx) => index.clear(tx)))
  afterAll(async () => {
    await base.close()
    await dropDatabase(folder)
    rmSync(folder, { recursive: true })
  })

  const entry = (serial: number, words: string, more: Partial<SearchEntry> = {}): SearchEntry => {
    const facts = { ...MATHS, ...more }
    return { title: '', codes: [], ...facts, position: inYear(facts.year, serial, facts.month), words }
  }
  const add = (serial: number, words: string, more: Partial<SearchEntry> = {}) =>
    index.add(base.db, entry(serial, words, more))
  const termsOf = (text: string) =>
    searchTerms(text).map((word, at, all) =>
      at === all.length - 1 ? { ways: [[word]], beginnings: [word] } : { ways: [[word]] },
    )
  /** Serial numbers of what is found; the last word may be begun. */
  const find = async (text: string, filter: PaperFilter = {}, limit = 12) => {
    const hits = await index.match(base.readDb, { terms: termsOf(text), filter }, limit)
    return hits.map((hit) => hit.position % 2 ** 32)
  }
  const text = async (of: SearchEntry, ...pages: string[]) => {
    await index.addText(
      base.db,
      of,
      pages.map((said, at) => ({ page: at + 1, text: said })),
    )
  }
  const inside = async (words: string, filter: PaperFilter = {}) => {
    const terms = searchTerms(words).map((word) => ({ ways: [[word]] }))
    const hits = await index.inside(base.readDb, { terms, filter }, 200)
    return hits.map((hit) => [hit.position % 2 ** 32, hit.page])
  }

  test('preparing it again changes nothing', async () => {
    await add(1, 'circle')
    await index.prepare(base.db)
    expect(await find('circle')).toEqual([1])
  })

  test('finds words in any order and any case, newest first', async () => {
    await add(3, 'Circle theorems')
    await add(9, 'Theorems of the circle')
    await add(5, 'CIRCLE and THEOREMS')
    await add(7, 'circle only')
    expect(await find('theorems Circle')).toEqual([9, 5, 3])
  })

  test('the last word may be begun, the others are whole', async () => {
    await add(1, 'quadratic equations')
    expect(await find('quadratic equ')).toEqual([1])
    expect(await find('quad equations')).toEqual([])
    expect(await find('uadratic')).toEqual([])
  })

  test('keeps Tamil words whole, with their vowel signs', async () => {
    await add(1, 'கணிதம் அரையாண்டுத் தேர்வு')
    await add(2, 'கணக்கு')
    expect(await find('கணிதம்')).toEqual([1])
    expect(await find('தேர்வு கணித')).toEqual([1])
    expect(await find('கண')).toEqual([2, 1])
    expect(await find('கணி')).toEqual([1])
    expect(await find('தம்')).toEqual([])
  })

  test('keeps Devanagari words whole, and reads either Unicode form', async () => {
    await add(1, 'गणित प्रश्न पत्र')
    await add(2, 'Résumé'.normalize('NFC'))
    expect(await find('प्रश्न')).toEqual([1])
    expect(await find('गणि')).toEqual([1])
    expect(await find('रश्न')).toEqual([])
    expect(await find('Résumé'.normalize('NFD'))).toEqual([2])
  })

  test('finds the papers of a state, the centre’s own among those that name none', async () => {
    await add(1, 'paper', { type: 'state', grade: '10' })
    await add(2, 'paper', { type: 'state', grade: '10', board: 'Bihar' })
    await add(3, 'paper', { type: 'state', grade: '12', board: 'Karnataka' })
    await add(4, 'paper')
    const ofBihar = entry(2, '', { type: 'state', grade: '10', board: 'Bihar' })
    await text(ofBihar, 'rivers')
    expect(await find('paper', { board: 'Bihar' })).toEqual([2])
    expect(await find('paper', { board: 'Tamil Nadu' })).toEqual([1])
    expect(await find('paper', { board: 'Bihar', ownState: 'Bihar' })).toEqual([2, 1])
    expect(await find('paper', { board: 'Bihar', grade: '12' })).toEqual([])
    expect(await inside('rivers', { board: 'Bihar', ownState: 'Bihar' })).toEqual([[2, 1]])
    expect(await inside('rivers', { board: 'Tamil Nadu' })).toEqual([])
  })

  test('pages are found by their texts, also by a word that only titles of papers count for', async () => {
    await add(1, 'paper')
    await text(entry(1, ''), 'MATHEMATICS (STANDARD)')
    const terms = [{ ways: [['standard']], isOfTitle: true as const }]
    expect(await index.inside(base.readDb, { terms, filter: {} }, 9)).toHaveLength(1)
    expect(await index.countInside(base.readDb, [{ terms, filter: {} }], 9)).toEqual([
      { papers: 1, more: false },
    ])
  })

  test('finds within each filter and all of them together', async () => {
    await add(1, 'paper')
    await add(2, 'paper', { type: 'state' })
    await add(3, 'paper', { grade: '10' })
    await add(4, 'paper', { subject: 'Business Maths' })
    await add(5, 'paper', { year: 2023, month: 12 })
    await add(6, 'paper', { type: 'jee', grade: 'previous-years', subject: 'all' })
    expect(await find('paper', { type: 'cbse' })).toEqual([4, 3, 1, 5])
    expect(await find('paper', { grade: '12' })).toEqual([4, 2, 1, 5])
    expect(await find('paper', { subject: 'Business Maths' })).toEqual([4])
    expect(await find('paper', { subject: 'Mathematics' })).toEqual([3, 2, 1, 5])
    expect(await find('paper', { year: 2024 })).toEqual([6, 4, 3, 2, 1])
    expect(await find('paper', { grade: 'previous-years', subject: 'all' })).toEqual([6])
    expect(await find('paper', { month: 'December' })).toEqual([5])
    expect(await find('paper', { month: 'March', year: 2023 })).toEqual([])
    expect(await find('paper', { month: 'December', year: 2023 })).toEqual([5])
    expect(await find('paper', { type: 'cbse', grade: '12', subject: 'Mathematics', year: 2024 })).toEqual([
      1,
    ])
  })

  test('the tokens of filters are not found as words', async () => {
    await add(1, 'paper')
    for (const token of ['tcbse', 'g12', 'smathematics', 'y2024']) expect(await find(token)).toEqual([])
  })

  test.each([
    'circle" OR "square',
    'circle NEAR square',
    'circle AND',
    'circle OR square',
    'NOT circle',
    'circle*square',
    'words : square',
    'circle - square',
    '(circle square',
    '{words filters} : square',
    '^circle square',
    '%square',
    'cir_cle',
    'circle\u0000square',
    'circle 😀 square',
    'circle\u202Esquare',
    'circle ‏square',
  ])('%j has no meaning of its own: nothing but its words is looked for', async (text) => {
    await add(1, 'circle')
    await add(2, 'circle near and or not words filters cir cle square')
    expect(await find(text)).toSatisfy((hits: number[]) => hits.every((hit) => hit === 2))
  })

  test('papers with answers are found by it', async () => {
    await add(1, 'paper')
    await add(2, 'paper', { answered: true })
    expect(await find('paper', { answered: true })).toEqual([2])
  })

  test('a class and its subject are those of every board, and an exam is one class', async () => {
    const exam = { type: 'neet', grade: 'previous-years' }
    await add(1, 'paper')
    await add(2, 'paper', { type: 'state' })
    await add(3, 'paper', { type: 'state', subject: 'Physics' })
    await add(4, 'paper', { ...exam, subject: 'Physics' })
    await add(5, 'paper', { ...exam, type: 'jee', subject: 'Physics' })
    expect(await find('paper', { grade: '12', subject: 'Mathematics' })).toEqual([2, 1])
    expect(await find('paper', { type: 'neet', subject: 'Physics' })).toEqual([4])
    expect(await find('paper', { type: 'neet' })).toEqual([4])
    expect(await find('paper', { grade: 'previous-years', subject: 'Physics' })).toEqual([5, 4])
    expect(await find('paper', { subject: 'Physics' })).toEqual([5, 4, 3])
  })

  test('what is close is found without what is exact', async () => {
    await add(1, 'matrix')
    await add(2, 'matrices')
    const exact = [{ ways: [['matrix']] }]
    const close = [{ ways: [['matrix'], ['matrices']] }]
    const found = await index.match(base.readDb, { terms: close, but: exact, filter: {} }, 12)
    expect(found.map((hit) => hit.position)).toEqual([entry(2, '').position])
    expect(await index.match(base.readDb, { terms: exact, but: exact, filter: {} }, 12)).toEqual([])
  })

  test('a title is found by its words, and where only titles count by nothing else', async () => {
    await add(1, 'Physics', { title: 'Optics of lenses' })
    await add(2, 'Mathematics', { title: 'Physics of lenses', subject: 'Mathematics' })
    expect(await find('physics')).toEqual([2, 1])
    expect(await find('lenses optics physics')).toEqual([1])
    const serials = async (question: Omit<Question, 'filter'>) =>
      (await index.match(base.readDb, { ...question, filter: {} }, 12)).map((hit) => hit.position % 2 ** 32)
    const inTitle = { ways: [['physics'], ['optics', 'of']], isOfTitle: true as const }
    expect(await serials({ terms: [inTitle] })).toEqual([2, 1])
    expect(await serials({ terms: [{ ways: [['physics']], isOfTitle: true }] })).toEqual([2])
    expect(await serials({ terms: [{ ways: [['lenses']] }], notOf: 'Mathematics' })).toEqual([])
    const rest = { terms: [{ ways: [['lenses']] }], but: [inTitle], notOf: 'Physics' as const }
    expect(await serials(rest)).toEqual([])
    expect(await serials({ ...rest, but: [{ ways: [['optics']] }] })).toEqual([2])
  })

  test('a set code is found as one, and by what its series begins with, in titles and on pages', async () => {
    const coded = (serial: number, ...codes: string[]) => add(serial, 'board paper', { codes })
    await coded(1, '65/2/2')
    await coded(2, '65/2/1')
    await coded(3, '65/3/2', '30/1')
    await coded(4)
    const terms = (code: string, isSeries: boolean, ...words: string[]) => [
      { ways: [], code: { code, isSeries } },
      ...words.map((word) => ({ ways: [[word]] })),
    ]
    const match = async (code: string, isSeries: boolean, ...words: string[]) => {
      const found = await index.match(base.readDb, { terms: terms(code, isSeries, ...words), filter: {} }, 12)
      return found.map((hit) => hit.position % 2 ** 32)
    }
    expect(await match('65/2/2', false)).toEqual([1])
    expect(await match('65/2', false)).toEqual([])
    expect(await match('65/2', true)).toEqual([2, 1])
    expect(await match('65', true, 'board')).toEqual([3, 2, 1])
    expect(await match('65', true, 'zebra')).toEqual([])
    expect(await match('30/1', false)).toEqual([3])
    for (const text of ['65z2z2', '65/2/2', '65', '\ue00165z2z2']) expect(await find(text)).toEqual([])
    const question = { terms: terms('65/2', true), but: terms('65/2/2', false), filter: {} }
    expect((await index.match(base.readDb, question, 12)).length).toBe(1)
    await text(entry(4, ''), 'Instructions', 'Code 65/2/2, page 2', '65 2 2, 65/22')
    const pages = async (code: string, isSeries: boolean, ...words: string[]) =>
      (await index.inside(base.readDb, { terms: terms(code, isSeries, ...words), filter: {} }, 12)).map(
        (hit) => [hit.position % 2 ** 32, hit.page],
      )
    expect(await pages('65/2/2', false)).toEqual([[4, 2]])
    expect(await pages('65', true, 'page')).toEqual([[4, 2]])
    expect(await pages('65/22', false)).toEqual([])
  })

  test('counts the values of each facet, the facet’s own filter aside', async () => {
    await add(1, 'paper', { year: 2023, answered: true })
    await add(2, 'paper', { grade: '10' })
    await add(3, 'paper', { month: 12, subject: 'Physics' })
    await add(4, 'other')
    const question = { terms: termsOf('paper'), filter: { grade: '12' } as PaperFilter }
    const tallies = await index.tally(base.readDb, question, FACETS, 100)
    const counted = Object.fromEntries(
      [...tallies].map(([facet, { counts }]) => [facet, Object.fromEntries(counts)]),
    )
    expect(counted).toEqual({
      type: { cbse: 2 },
      grade: { 10: 1, 12: 2 },
      subject: { Mathematics: 1, Physics: 1 },
      year: { 2023: 1, 2024: 1 },
      month: { March: 1, December: 1 },
      answered: { yes: 1 },
      board: {},
    })
    const some = await index.tally(base.readDb, { ...question, filter: {} }, ['year'], 2)
    expect(some.get('year')).toEqual({ counts: new Map([['2024', 2]]), isWhole: false })
  })

  test('counts many questions at once, each up to a limit', async () => {
    for (const serial of [1, 2, 3]) await add(serial, 'paper')
    await add(4, 'paper', { year: 2023, month: 5, answered: true })
    const asked = (text: string, filter: PaperFilter = {}) => ({ terms: termsOf(text), filter })
    const questions = [
      asked('paper'),
      asked('paper', { year: 2023 }),
      asked('paper', { year: 2023, month: 'June' }),
      asked('paper', { month: 'May', answered: true }),
      asked('zebra'),
      asked('***'),
    ]
    expect(await index.count(base.readDb, questions, 3)).toEqual([3, 1, 0, 1, 0, 0])
    expect(await index.count(base.readDb, [], 3)).toEqual([])
  })

  test('counts the papers inside which many questions are found, and says where pages were left', async () => {
    const [old, fresh] = [entry(1, 'old', { year: 2020 }), entry(2, 'new')]
    for (const one of [old, fresh]) await add(one.position % 2 ** 32, one.words, one)
    await text(old, 'inverse', 'inverse', 'inverse')
    await text(fresh, 'inverse matrices')
    const asked = (words: string, filter: PaperFilter = {}) => ({
      terms: searchTerms(words).map((word) => ({ ways: [[word]] })),
      filter,
    })
    const questions = [
      asked('inverse'),
      asked('inverse', { year: 2020 }),
      asked('matrix', { year: 2020 }),
      asked('***'),
    ]
    expect(await index.countInside(base.readDb, questions, 4)).toEqual([
      { papers: 2, more: true },
      { papers: 1, more: false },
      { papers: 0, more: false },
      { papers: 0, more: false },
    ])
  })

  test('among hundreds, words that are common, rare, old or never together are found and counted alike', async () => {
    const all = Array.from({ length: 1_200 }, (_, at) => {
      const serial = at + 1
      const said = [
        'paper',
        serial % 10 === 0 ? 'tenth' : 'other',
        serial % 100 === 50 ? 'hundredth' : '',
        serial % 2 === 0 ? 'even' : 'odd',
        serial <= 300 ? 'ancient' : '',
      ].join(' ')
      return {
        ...entry(serial, said, { year: 2001 + Math.floor(at / 100) }),
        pages: [{ page: 1, text: said }],
        questions: [],
      }
    })
    await base.db.transaction().execute((tx) => index.addMany(tx, all))
    const has = (words: string, year?: number) =>
      all.filter(
        (one) => words.split(' ').every((word) => one.words.includes(word)) && (!year || one.year === year),
      )
    const searches = ['paper', 'tenth', 'hundredth', 'ancient', 'ancient tenth', 'even odd', 'zebra']
    for (const words of searches) {
      const asked = { terms: words.split(' ').map((word) => ({ ways: [[word]] })) }
      const years = [2001, 2003, 2007, 2012]
      const questions = [{}, ...years.map((year) => ({ year }))].map((filter) => ({ ...asked, filter }))
      const expected = [undefined, ...years].map((year) => has(words, year).reverse())
      for (const limit of [1, 21, 100, 2_000]) {
        for (const [at, question] of questions.entries()) {
          const positions = expected[at]?.slice(0, limit).map(({ position }) => position)
          const hits = await index.match(base.readDb, question, limit)
          expect(hits.map(({ position }) => position)).toEqual(positions)
          const pages = await index.inside(base.readDb, { ...question, isWhole: true }, limit)
          expect(pages.map(({ position }) => position)).toEqual(positions)
        }
        const counts = expected.map((papers) => Math.min(papers.length, limit))
        expect(await index.count(base.readDb, questions, limit)).toEqual(counts)
        expect(await index.countInside(base.readDb, questions, limit)).toEqual(
          counts.map((papers) => ({ papers, more: papers === limit })),
        )
      }
    }
  })

  test.each([true, false])('merging (all of it: %s) comes to an end and loses nothing', async (isWhole) => {
    const all = Array.from({ length: 40 }, (_, at) => 40 - at)
    for (const serial of all) {
      await add(serial, `circle number${serial}`)
      await text(entry(serial, ''), `inverse ${serial}`)
    }
    let steps = 0
    while (await index.tidy(base.db, { isWhole, isFirst: steps === 0 })) steps++
    // PostgreSQL merges by itself.
    if (!isPostgres) expect(steps).toBeGreaterThan(0)
    expect(await find('circle', {}, 100)).toEqual(all)
    expect(await inside('inverse')).toEqual(all.map((serial) => [serial, 1]))
    await index.remove(base.db, entry(7, 'circle number7'))
    expect(await find('number7')).toEqual([])
    expect(await index.tidy(base.db, { isWhole: false, isFirst: true })).toBe(false)
  })

  test('knows the words of titles, and how they sound', async () => {
    await add(1, 'Quadratic equations 2024')
    await add(2, 'Equations, கணிதம்')
    expect([...(await index.words(base.readDb))].sort()).toEqual(['equations', 'quadratic', 'கணிதம்'])
    expect(await index.wordsFrom(base.readDb, 'eq', 5)).toEqual([{ word: 'equations', papers: 2 }])
    expect(await index.wordsSounding(base.readDb, soundOf('kanitham'), false, 5)).toEqual(['கணிதம்'])
    await index.remove(base.db, entry(2, 'Equations, கணிதம்'))
    expect(await index.wordsFrom(base.readDb, 'eq', 5)).toEqual([{ word: 'equations', papers: 1 }])
    expect(await index.hasWord(base.readDb, 'கணிதம்')).toBe(false)
  })

  test('finds pages that hold all words, in other forms too, newest papers first', async () => {
    const [old, fresh] = [entry(1, 'old', { year: 2020 }), entry(2, 'new')]
    for (const one of [old, fresh]) await add(one.position % 2 ** 32, one.words, one)
    await text(old, 'Nothing here.', 'Find the inverses of these matrices.')
    await text(fresh, 'The inverse of a matrix', 'inverse matrices, inverse matrices')
    expect(await inside('inverse matrices')).toEqual([
      [2, 2],
      [1, 2],
    ])
    expect(await inside('inverse', { year: 2020 })).toEqual([[1, 2]])
    expect(await inside('inverse', { grade: '10' })).toEqual([])
    await index.remove(base.db, fresh)
    expect(await inside('inverse')).toEqual([[1, 2]])
  })

  test('when no page holds a long question’s words, those with the rarest are found', async () => {
    const one = entry(1, 'one')
    await add(1, 'one')
    await text(one, 'The hypotenuse of a triangle', 'A triangle and its area')
    expect(await inside('hypotenuse triangle zebra')).toEqual([[1, 1]])
    expect(await inside('hypotenuse zebra')).toEqual([])
  })

  test('what a page says is never taken for a facet', async () => {
    await add(1, 'one')
    await text(entry(1, 'one'), 'word \ue000 \ue010 \ue160')
    expect(await inside('word', { answered: true })).toEqual([])
  })

  test('an entry that is there stays as it is', async () => {
    await add(1, 'circle')
    await add(1, 'square')
    expect([await find('circle'), await find('square')]).toEqual([[1], []])
  })

  test('what was removed or cleared is not found, and removing it again does no harm', async () => {
    for (const serial of [1, 2, 3]) await add(serial, 'circle')
    await index.remove(base.db, entry(2, 'circle'))
    await index.remove(base.db, entry(2, 'circle'))
    expect(await find('circle')).toEqual([3, 1])
    await index.reach(base.db, 0)
    await index.clear(base.db)
    expect(await find('circle')).toEqual([])
    expect((await index.state(base.readDb)).from).toBe(null)
  })

  test('says of its own faults that it is broken, of others not', async () => {
    await base.db.schema.dropTable('paper_search').execute()
    const fault = await find('circle').catch((error) => error)
    expect(index.isBroken(fault)).toBe(true)
    expect(index.isBroken(new Error('no such table: papers'))).toBe(false)
    await index.prepare(base.db)
    expect(await find('circle')).toEqual([])
  })

  test('what fails because the index is broken is undone by itself, and the transaction goes on', async () => {
    await add(1, 'circle')
    const stands = await base.db.transaction().execute(async (tx) => {
      const outcomes = [await index.attempt(tx, () => index.add(tx, entry(2, 'circle')))]
      outcomes.push(
        await index.attempt(tx, async () => {
          await index.add(tx, entry(3, 'circle'))
          await tx.schema.dropTable('paper_search').execute()
          await index.add(tx, entry(4, 'circle'))
        }),
      )
      return outcomes
    })
    expect([stands, await find('circle')]).toEqual([
      [true, false],
      [2, 1],
    ])
    const failing = base.db.transaction().execute((tx) =>
      index.attempt(tx, async () => {
        throw new Error('the disk is gone')
      }),
    )
    await expect(failing).rejects.toThrow('the disk is gone')
  })

  test('an entry of a transaction that fails is not there', async () => {
    const failing = base.db.transaction().execute(async (tx) => {
      await index.add(tx, entry(1, 'circle'))
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await find('circle')).toEqual([])
  })

  const ask = async (of: SearchEntry, ...questions: [text: string, marks?: number][]) => {
    const asked = questions.map(([said, marks = null], at) => ({ place: at + 1, marks, text: said }))
    await index.addQuestions(base.db, of, asked)
  }
  /** Serial number and place of each question that is found. */
  const questions = async (words: string, filter: QuestionFilter = {}, limit = 50) => {
    const terms = searchTerms(words).map((word) => ({ ways: [[word]] }))
    const [hits = []] = await index.questions(base.readDb, [[{ terms, filter }]], limit)
    return hits.map(({ position, place }) => [position % 2 ** 32, place])
  }

  test('finds questions by their words in other forms, newest papers first, and within each filter', async () => {
    const [old, fresh] = [
      entry(1, 'old', { year: 2015 }),
      entry(2, 'standard march', { title: 'New Tests 12', codes: ['65/2/2'] }),
    ]
    const state = entry(3, 'state', {
      type: 'state',
      grade: '10',
      subject: 'Science',
      year: 2020,
      board: 'Bihar',
    })
    for (const one of [old, fresh, state]) await add(one.position % 2 ** 32, one.words, one)
    await ask(old, ['Find the probability of a sum of seven.', 2], ['Probabilities of dice', 5])
    await ask(fresh, ['A circle'], ['Probability', 5])
    await ask(state, ['The probability of rain', 5])
    const found = (filter: QuestionFilter) => questions('probability', filter)
    expect(await found({})).toEqual([
      [2, 2],
      [3, 1],
      [1, 2],
      [1, 1],
    ])
    expect(await questions('probability', {}, 2)).toEqual([
      [2, 2],
      [3, 1],
    ])
    expect(await questions('probability dice')).toEqual([[1, 2]])
    expect(await found({ marks: 5 })).toEqual([
      [2, 2],
      [3, 1],
      [1, 2],
    ])
    expect(await found({ marks: 5, type: 'cbse' })).toEqual([
      [2, 2],
      [1, 2],
    ])
    expect(await found({ from: 2016 })).toEqual([
      [2, 2],
      [3, 1],
    ])
    expect(await found({ from: 2016, to: 2020 })).toEqual([[3, 1]])
    expect(await found({ to: 2015 })).toEqual([
      [1, 2],
      [1, 1],
    ])
    expect(await found({ board: 'Bihar' })).toEqual([[3, 1]])
    expect(await found({ type: 'state', grade: '10', subject: 'Science' })).toEqual([[3, 1]])
    expect(await found({ answered: true })).toEqual([])
    expect(await questions('', { marks: 2 })).toEqual([[1, 1]])
    expect(await questions('', { grade: '12' })).toEqual([
      [2, 2],
      [2, 1],
      [1, 2],
      [1, 1],
    ])
    expect(await questions('')).toHaveLength(5)
    const code = { ways: [], code: { code: '65/2', isSeries: true } }
    const [ofCode = []] = await index.questions(base.readDb, [[{ terms: [code], filter: {} }]], 9)
    expect(ofCode.map(({ marks }) => marks)).toEqual([5, null])
    const nothing = await index.questions(base.readDb, [[{ terms: [{ ways: [['***']] }], filter: {} }]], 9)
    expect(nothing).toEqual([[]])
    const ofTitle = async (...ways: string[][]) => {
      const named = ways.map((way) => ({ ways: [way], isOfTitle: true as const }))
      const either = ways.map((way) => ({ ways: [way], mayBeOfTitle: true as const }))
      const asked = [named, either].map((terms) => [{ terms, filter: {} }])
      const found = await index.questions(base.readDb, asked, 9)
      return found.map((hits) => hits.map(({ position, place }) => [position % 2 ** 32, place]))
    }
    const ofNew = [
      [2, 2],
      [2, 1],
    ]
    expect(await ofTitle(['new'])).toEqual([ofNew, ofNew])
    expect(await ofTitle(['new', 'tests'])).toEqual([ofNew, ofNew])
    expect(await ofTitle(['tests', 'new'])).toEqual([[], []])
    expect(await ofTitle(['new', '12'])).toEqual([[], []])
    expect(await ofTitle(['test']), 'titles are not stemmed').toEqual([[], []])
    expect(await ofTitle(['new'], ['probability'])).toEqual([[], [[2, 2]]])
    expect(await ofTitle(['circle'])).toEqual([[], [[2, 1]]])
    expect(await ofTitle(['standard', 'march']), 'of the fields two words in a row').toEqual([ofNew, ofNew])
    expect(await ofTitle(['standard'])).toEqual([[], []])
    const terms = [{ ways: [['probability']] }]
    const alternatives = [
      { terms, filter: { subject: 'Science' as const, from: 2015 } },
      { terms: [...terms, { ways: [['dice']] }], filter: { from: 2015 } },
      { terms: [{ ways: [['***']] }], filter: { from: 2015 } },
      { terms, filter: { grade: '10' as const, from: 2015 } },
    ]
    const [ofAny = []] = await index.questions(base.readDb, [alternatives], 9)
    expect(ofAny.map(({ position, place }) => [position % 2 ** 32, place])).toEqual([
      [3, 1],
      [1, 2],
    ])
  })

  test('finds questions by their chapters, sure ones and maybes, and knows those of each paper', async () => {
    const one = entry(1, 'One')
    const two = entry(2, 'Two', { grade: '10' })
    await Promise.all([index.add(base.db, one), index.add(base.db, two)])
    await ask(one, ['A circle', 3], ['A round triangle'], ['A round table', 2], ['A square'])
    await ask(two, ['A circle'])
    const of = (chapter: string, more: QuestionFilter = {}) => questions('', { chapter, ...more })
    expect(await of('circles')).toEqual([
      [1, 3],
      [1, 1],
    ])
    expect(await of('triangles')).toEqual([[1, 2]])
    expect([await of('circles', { marks: 2 }), await of('circles', { grade: '10' })]).toEqual([[[1, 3]], []])
    expect(await questions('table', { chapter: 'circles' })).toEqual([[1, 3]])
    const read = async (of: SearchEntry) => (await index.questionsOfPapers(base.readDb)).get(of.position)
    expect(chaptersAt((await read(one))?.chapters ?? '', 3)).toEqual({ sure: [], maybe: ['circles'] })
    expect((await read(one))?.shares).toContainEqual({ chapter: 'circles', marks: 3, questions: 1, sure: 1 })
    expect((await read(two))?.shares).toEqual([])
    await ask(one, ['A square'])
    expect([await of('circles'), (await read(one))?.shares]).toEqual([[], []])
  })

  test('is made again when chapters are told by other words', async () => {
    await index.add(base.db, entry(1, 'One'))
    await index.reach(base.db, 0)
    await index.prepare(base.db)
    expect((await index.state(base.readDb)).from).toBe(0)
    const other = await openDatabase(
      settings,
      false,
      readChapters('[CBSE, Class 12]\nCircles | |\nsure: ring'),
    )
    await other.search.prepare(other.db)
    expect((await other.search.state(other.readDb)).from).toBe(null)
    await other.close()
    await index.prepare(base.db)
  })

  test('knows how many questions each paper has of how many marks, as they come, change and go', async () => {
    const [one, other] = [
      entry(1, 'one', { board: 'Bihar', type: 'state' }),
      entry(2, 'other', { answered: true }),
    ]
    for (const each of [one, other]) await add(each.position % 2 ** 32, each.words, each)
    const counted = async () => {
      const papers = [...(await index.questionsOfPapers(base.readDb)).values()]
      return papers.map(({ facts, counts }) => [
        facts.position % 2 ** 32,
        facts.board,
        facts.answered,
        counts,
      ])
    }
    expect(await counted()).toEqual([])
    await ask(one, ['a', 2], ['b', 2], ['c'], ['d', 40])
    expect(await counted()).toEqual([
      [
        1,
        'Bihar',
        false,
        [
          [2, 2],
          [0, 2],
        ],
      ],
    ])
    await ask(other, ['a', 1])
    await ask(one, ['a', 3])
    expect(await counted()).toEqual([
      [1, 'Bihar', false, [[3, 1]]],
      [2, '', true, [[1, 1]]],
    ])
    expect(await index.questionsOfPapers(base.readDb)).toBe(await index.questionsOfPapers(base.readDb))
    await ask(one)
    expect(await questions('a')).toEqual([[2, 1]])
    await index.remove(base.db, other)
    expect([await counted(), await questions('')]).toEqual([[], []])
    await ask(one, ['again'])
    expect(await counted()).toEqual([[1, 'Bihar', false, [[0, 1]]]])
    await index.clear(base.db)
    expect(await counted()).toEqual([])
  })

  test('knows in which years a question was asked, also in other words and numbers, as papers come, change and go', async () => {
    const bagOf = (red: number, times: string) =>
      `A bag contains ${red} red balls and some blue balls. The probability of drawing a blue ball is ${times}
      that of a red ball. How many blue balls are in the bag?`
    const papers = [2019, 2019, 2021, 2023].map((year, at) => entry(at + 1, 'paper', { year, month: at + 1 }))
    for (const each of papers) await add(each.position % 2 ** 32, each.words, each)
    const [one, set, later, last] = papers as [SearchEntry, SearchEntry, SearchEntry, SearchEntry]
    await ask(one, ['Prove it.'], [bagOf(5, 'three times'), 3])
    const hit = ({ position }: SearchEntry, place: number, marks: number | null = null) => ({
      ...{ position, place, marks },
    })
    /** Year and place of each. */
    const askedIn = async (...hits: ReturnType<typeof hit>[]) =>
      (await index.repeatsOf(base.readDb, hits)).map((all) =>
        all.map(({ position, place }) => [papers.find((each) => each.position === position)?.year, place]),
      )
    /** Serial number and place of each, then how often each of all was asked. */
    const mostAsked = async (isWithin = (_: { position: number }) => true, limit = 9) =>
      (await index.mostAsked(base.readDb, isWithin, limit)).map(({ position, place }) => [
        ...[position % 2 ** 32, place],
      ])
    const years = async (...hits: ReturnType<typeof hit>[]) =>
      (await index.repeated(base.readDb, hits)).map((each) => each?.years ?? null)
    /** As among more than a hundred. */
    const yearsOfMany = async (...hits: ReturnType<typeof hit>[]) =>
      (await years(...Array.from({ length: 101 }, () => hits).flat())).slice(0, hits.length)
    /** The cached list's own, which is another object once it was read again. */
    const cached = async (one: ReturnType<typeof hit>) =>
      (await index.repeated(base.readDb, Array(101).fill(one)))[0]
    // Another set of the same exam is no repeat.
    await ask(set, [bagOf(5, 'three times'), 3])
    expect([await askedIn(hit(one, 2, 3)), await mostAsked()]).toEqual([[[]], []])
    await ask(later, ['Prove it.'], [bagOf(12, 'triple')])
    await ask(
      last,
      [`Ein Beutel enthält rote Kugeln und einige blaue Kugeln, gesucht wird deren Anzahl`],
      ['A circle'],
    )
    expect(await askedIn(hit(one, 2, 3), hit(later, 2), hit(later, 1), hit(last, 1))).toEqual([
      [
        [2019, 2],
        [2021, 2],
      ],
      [
        [2019, 1],
        [2021, 2],
      ],
      ...[[], []],
    ])
    expect(await mostAsked()).toEqual([[3, 2]])
    expect(await mostAsked(({ position }) => position < later.position)).toEqual([[2, 1]])
    expect(await mostAsked(() => false)).toEqual([])
    expect(await years(hit(one, 2, 3), hit(one, 1), hit(later, 2))).toEqual([2, null, 2])
    const listed = await cached(hit(later, 2))
    await ask(last, ['A square'])
    expect(await cached(hit(later, 2)), 'a question without repeats makes no list again').toBe(listed)
    await ask(last, [`${bagOf(5, 'twice')}\nOR\nDraw a circle around each of the words that the poet wrote.`])
    expect((await askedIn(hit(one, 2, 3))).flat()).toHaveLength(3)
    expect(await years(hit(set, 1, 3), hit(last, 1))).toEqual([3, 3])
    expect(await yearsOfMany(hit(set, 1, 3), hit(one, 1))).toEqual([3, null])
    const SUM = 'Write the sum of the squares of all natural numbers that are less than a hundred.'
    await ask(one, [bagOf(5, 'three times'), 3], [SUM])
    await ask(later, [SUM], [bagOf(12, 'triple')])
    expect(await mostAsked()).toEqual([
      [4, 1],
      [3, 1],
    ])
    expect(await mostAsked(undefined, 1)).toEqual([[4, 1]])
    await ask(one, ['Prove it.'], [bagOf(5, 'three times'), 3])
    await ask(last)
    await index.remove(base.db, later)
    expect([await askedIn(hit(one, 2, 3)), await mostAsked()]).toEqual([[[]], []])
    expect(await yearsOfMany(hit(set, 1, 3))).toEqual([null])
    await index.clear(base.db)
    expect(await index.repeatsOf(base.readDb, [hit(one, 2, 3)])).toEqual([[]])
  })

  test('hundreds of papers come and go', async () => {
    await base.db.transaction().execute(async (tx) => {
      for (let serial = 1; serial <= 300; serial++)
        await index.add(tx, entry(serial, `circle number${serial}`))
    })
    await base.db.transaction().execute(async (tx) => {
      for (let serial = 1; serial <= 290; serial++) {
        await index.remove(tx, entry(serial, `circle number${serial}`))
      }
    })
    expect(await find('circle')).toEqual(Array.from({ length: 10 }, (_, at) => 300 - at))
    expect(await find('number300')).toEqual([300])
  })
})
