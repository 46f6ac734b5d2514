import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PaperRow } from '#database/schema.ts'
import { sumUp } from '#domain/lists/facets.server.ts'
import type { ListedPapers, PaperCount, PublishedShow } from '#domain/lists/paper-lists.ts'
import { boardsOf, type PaperFilter } from '#domain/paper/filters.ts'
import { MONTHS } from '#domain/paper/paper.ts'
import { readConfig } from '#server/config.ts'
import { createApp, type RunningApp } from '#server/create-app.ts'
import { databaseEnv, dropDatabase } from '../support/engine.ts'
import { fillCatalogue } from '../support/made-catalogue.ts'

const PAPERS = 3_000
const FILTERS: PaperFilter[] = [
  {},
  { type: 'cbse' },
  { grade: '12', subject: 'Physics' },
  { type: 'state', grade: '10', subject: 'Mathematics' },
  { type: 'state', grade: '10', subject: 'Mathematics', answered: true },
  { type: 'jee', answered: true },
  { year: 2019 },
  { year: 2019, month: 'March' },
  { month: 'December' },
  { month: 'January', type: 'cbse', answered: true },
  { year: 1801 },
  { board: 'Bihar' },
  { board: 'Bihar', grade: '10', month: 'March' },
  { board: 'Tamil Nadu' },
  { board: 'Tamil Nadu', grade: '10', answered: true, year: 2019 },
  { board: 'Bihar', ownState: 'Bihar' },
]
const SHOWS: (PublishedShow | undefined)[] = [undefined, 'no-answers', 'no-thumbnail', 'questions', 'samples']
/** Which has no counts of its own. */
const OF_MEDIUM: PaperFilter[] = [
  { medium: 'Tamil' },
  { medium: 'English', grade: '12', subject: 'Physics' },
  { medium: 'Tamil', type: 'state', grade: '10', board: 'Tamil Nadu' },
  { medium: 'Tamil', answered: true, year: 2019, month: 'March' },
  { medium: 'Hindi' },
]
const LISTS: ListedPapers[] = SHOWS.flatMap((show) =>
  [...FILTERS, ...OF_MEDIUM].map((filter) => ({ filter, show })),
)

const ORDERS = {
  newest: (a: PaperRow, b: PaperRow) => b.position - a.position,
  added: (a: PaperRow, b: PaperRow) => b.serial - a.serial,
  changed: (a: PaperRow, b: PaperRow) => compare(b.updatedAt, a.updatedAt) || b.serial - a.serial,
  title: (a: PaperRow, b: PaperRow) => compare(asLower(a.title), asLower(b.title)) || a.serial - b.serial,
  views: (a: PaperRow, b: PaperRow) => b.views - a.views || b.serial - a.serial,
}
const SORTS = ['added', 'changed', 'title', 'views'] as const

/** What lists are, whatever database finds them: each is compared with all papers, filtered and sorted here. */
export function describePaperLists(name: string) {
  describe(name, () => {
    let dataDir: string
    let app: RunningApp
    let lists: RunningApp['lists']
    let papers: PaperRow[]
    beforeAll(async () => {
      dataDir = mkdtempSync(join(tmpdir(), 'thervu-lists-'))
      const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...(await databaseEnv(dataDir)) })
      app = await createApp(config, { indexes: false })
      lists = app.lists
      await fillCatalogue(config.database, app, PAPERS)
      await app.db
        .updateTable('papers')
        .set({ thumbnailGiven: 1 })
        .where('serial', 'in', serialsBy(3))
        .execute()
      await app.db.updateTable('papers').set({ isSample: 1 }).where('serial', 'in', serialsBy(100)).execute()
      await makeDoubts(app)
      await makeSets(app)
      await app.db
        .updateTable('papers')
        .set({ board: 'Bihar' })
        .where('type', '=', 'state')
        .where('serial', 'in', serialsBy(3))
        // The sets of an exam are of one board.
        .where((eb) => eb.or([eb('exam', 'is', null), eb('exam', '=', '')]))
        .execute()
      await makeMediums(app)
      papers = await app.db.selectFrom('papers').selectAll().execute()
    })
    afterAll(async () => {
      await app.close()
      await dropDatabase(dataDir)
      rmSync(dataDir, { recursive: true })
    })

    const inOrder = (listed: ListedPapers, sort: keyof typeof ORDERS) =>
      papers
        .filter((paper) => isListed(paper, listed))
        .sort(ORDERS[sort])
        .map(({ serial }) => serial)

    /** Papers that another set of their exam stands for in a list. */
    const others = (filter: PaperFilter) => {
      const sets = papers.filter((paper) => paper.exam && isListed(paper, { filter }))
      const exams = Map.groupBy(sets, ({ exam }) => exam)
      return new Set(
        [...exams.values()].flatMap((same) => {
          if (papers.filter(({ exam }) => exam === same[0]?.exam).length > 12) return []
          return same
            .sort((a, b) => compare(a.examSet, b.examSet) || a.serial - b.serial)
            .slice(1)
            .map(({ serial }) => serial)
        }),
      )
    }

    test.each(LISTS)('%o is read newest first, in parts', async (listed) => {
      const all = inOrder(listed, 'newest')
      expect(await lists.newest(app.readDb, listed, { offset: 0, limit: PAPERS })).toEqual(all)
      expect(await lists.newest(app.readDb, listed, { offset: 5, limit: 7 })).toEqual(all.slice(5, 12))
    })

    test.each(LISTS)('%o is read in every order, short or long', async (listed) => {
      for (const sort of SORTS) {
        const all = inOrder(listed, sort)
        const range = { offset: 3, limit: 40 }
        const short = all.length <= 2_000
        if (short)
          expect(await lists.ordered(app.readDb, listed, sort, { ...range, total: all.length })).toEqual(
            all.slice(3, 43),
          )
        expect(await lists.ordered(app.readDb, listed, sort, { ...range, total: 1_000_000 })).toEqual(
          all.slice(3, 43),
        )
      }
    })

    test.each(LISTS)('%o is counted up to a limit', async (listed) => {
      const { length } = inOrder(listed, 'newest')
      expect(await lists.count(app.readDb, listed, PAPERS)).toBe(length)
      expect(await lists.count(app.readDb, listed, 20)).toBe(Math.min(length, 20))
    })

    test.each(FILTERS)(
      'of %o, folded, each exam has the first set that is left, and is counted once',
      async (filter) => {
        const left = inOrder({ filter }, 'newest')
        const behind = others(filter)
        const folded = left.filter((serial) => !behind.has(serial))
        expect(folded.length, 'what is folded').toBeLessThanOrEqual(left.length)
        const listed = { filter: { ...filter, foldsSets: true as const } }
        expect(await lists.newest(app.readDb, listed, { offset: 0, limit: PAPERS })).toEqual(folded)
        expect(await lists.newest(app.readDb, listed, { offset: 5, limit: 7 })).toEqual(folded.slice(5, 12))
        const { total, facets } = await sumUp(app, listed.filter)
        expect(total).toBe(folded.length)
        for (const { value, papers: cards } of [...facets.month, ...facets.answered]) {
          const facet = value === 'yes' ? 'answered' : 'month'
          const within = { ...listed.filter, [facet]: value === 'yes' ? true : value } as PaperFilter
          expect([value, cards]).toEqual([value, await lists.count(app.readDb, { filter: within }, PAPERS)])
        }
      },
    )

    test('what goes first and what follows it are together the list', async () => {
      for (const first of [
        { board: 'Bihar' },
        { type: 'state', grade: '10', board: 'Tamil Nadu' },
        { type: 'state', grade: '10', medium: 'Tamil' },
      ] as const) {
        const all = inOrder({ filter: {} }, 'newest')
        const range = { offset: 0, limit: PAPERS }
        const those = await lists.newest(app.readDb, { filter: first }, range)
        const rest = await lists.newest(app.readDb, { filter: {}, but: first }, range)
        expect(those).toEqual(inOrder({ filter: first }, 'newest'))
        expect(rest).toEqual(all.filter((serial) => !those.includes(serial)))
      }
    })

    test('papers that name no state count as those of the own one', async () => {
      const stated = papers.filter(({ type }) => type === 'state')
      const bihar = stated.filter(({ board }) => board === 'Bihar').length
      expect(bihar).toBeGreaterThan(0)
      const { facets } = await sumUp(app, { type: 'state' })
      expect(facets.board).toEqual([
        { value: 'Tamil Nadu', papers: stated.length - bihar },
        { value: 'Bihar', papers: bihar },
      ])
      expect((await sumUp(app, { ownState: 'Bihar' })).facets.board).toEqual([
        { value: 'Bihar', papers: stated.length },
      ])
      expect((await sumUp(app, { board: 'Bihar' })).total).toBe(bihar)
      expect((await sumUp(app, { board: 'Bihar', ownState: 'Bihar' })).total).toBe(stated.length)
    })

    test('papers that are given are put in every order, and those that are not shown are left out', async () => {
      const given = serialsBy(7)
      for (const show of SHOWS)
        for (const sort of ['newest', ...SORTS] as const) {
          const wanted = inOrder({ filter: {}, show }, sort).filter((serial) => given.includes(serial))
          expect([show, sort, await lists.sort(app.readDb, given, show, sort)]).toEqual([show, sort, wanted])
        }
      expect(await lists.sort(app.readDb, [], undefined, 'title')).toEqual([])
    })

    test('all papers are counted by what they are alike in', async () => {
      const counts: PaperCount[] = []
      for await (const some of lists.counts(app.readDb)) counts.push(...some)
      const keyOf = ({
        type,
        grade,
        subject,
        year,
        month,
        answered,
        board,
      }: Omit<PaperCount, 'papers' | 'folded' | 'foldedAnswered'>) =>
        [type, grade, subject, year, month, answered, board].join(' ')
      const wanted = [...Map.groupBy(papers, keyOf)].map(([key, alike]) => [key, alike.length])
      expect(
        Object.fromEntries(
          counts.filter((count) => count.papers > 0).map((count) => [keyOf(count), count.papers]),
        ),
      ).toEqual(Object.fromEntries(wanted))
    })

    test('an exam is folded again when a set of it comes, goes, is answered or turns out to be of another', async () => {
      const change = async (
        serial: number,
        columns: Partial<Pick<PaperRow, 'exam' | 'examSet' | 'referenceLink'>>,
      ) => await app.db.updateTable('papers').set(columns).where('serial', '=', serial).execute()
      const foldedOf = async (exam: string) => {
        const sets = app.db.selectFrom('papers').select(['serial', 'folded', 'foldedAnswered', 'answered'])
        return (await sets.where('exam', '=', exam).orderBy('serial').execute()).map(
          ({ folded, foldedAnswered, answered }) => `${folded}${answered ? foldedAnswered : '-'}`,
        )
      }
      for (const serial of [51, 52, 53])
        await change(serial, { exam: 'new', examSet: `0${serial - 50}`, referenceLink: null })
      expect(await foldedOf('new')).toEqual(['0-', '1-', '1-'])
      await change(52, { referenceLink: 'https://centre.example' })
      await change(53, { referenceLink: 'https://centre.example' })
      expect(await foldedOf('new')).toEqual(['0-', '10', '11'])
      await change(51, { examSet: '09' })
      expect(await foldedOf('new')).toEqual(['1-', '00', '11'])
      await change(52, { exam: '' })
      expect(await foldedOf('new')).toEqual(['1-', '00'])
      expect(await foldedOf('')).not.toContain('1')
      await app.db.deleteFrom('papers').where('serial', '=', 53).execute()
      expect(await foldedOf('new')).toEqual(['0-'])
    })
  })
}

/** Questions of every seventh paper need a look, those of every fifth other one are right. */
async function makeDoubts({ db }: RunningApp) {
  const files = await db.selectFrom('papers').select(['serial', 'fileKey']).execute()
  const found = files.filter(({ serial }) => serial % 7 === 0 || serial % 5 === 0)
  const doubt = (serial: number) => (serial % 7 === 0 ? '{}' : null)
  await db
    .insertInto('questionFiles')
    .values(
      found.map(({ serial, fileKey }) => ({ fileKey, foundBy: '', stated: null, doubt: doubt(serial) })),
    )
    .execute()
}

/** Exams with three sets, whose first has no answers in every other one; the last exam has too many to be one. */
async function makeSets({ db }: RunningApp) {
  const columns = ['type', 'grade', 'subject', 'month', 'year'] as const
  const makeExam = async (serials: number[], withoutAnswers: boolean) => {
    const [first = 0] = serials
    const like = await db
      .selectFrom('papers')
      .select(columns)
      .where('serial', '=', first)
      .executeTakeFirstOrThrow()
    for (const [at, serial] of serials.entries())
      await db
        .updateTable('papers')
        .set({ ...like, exam: `exam ${first}`, examSet: `0${serials.length - at}`.slice(-2) })
        .set(withoutAnswers && at === serials.length - 1 ? { referenceLink: null, answersKey: null } : {})
        .where('serial', '=', serial)
        .execute()
  }
  for (let serial = 100; serial < 1_000; serial += 6)
    await makeExam([serial, serial + 1, serial + 2], serial % 12 === 4)
  await makeExam(
    Array.from({ length: 13 }, (_, at) => 2_000 + at),
    false,
  )
}

function serialsBy(step: number) {
  return Array.from({ length: Math.floor(PAPERS / step) }, (_, at) => (at + 1) * step)
}

/** Papers of both mediums, and more of none. */
async function makeMediums({ db }: RunningApp) {
  const some = (step: number) => db.updateTable('papers').where('serial', 'in', serialsBy(step))
  await some(4).set({ medium: 'Tamil' }).execute()
  await some(9).set({ medium: 'English' }).execute()
}

function isListed(paper: PaperRow, { filter, show }: ListedPapers) {
  const { type = paper.type, grade = paper.grade, subject = paper.subject, year = paper.year } = filter
  const isAlike =
    paper.type === type && paper.grade === grade && paper.subject === subject && paper.year === year
  const isOfMonth = filter.month === undefined || MONTHS[paper.month - 1] === filter.month
  const isShown = {
    'no-answers': paper.answered === 0,
    'no-thumbnail': paper.thumbnailGiven === 0,
    questions: paper.serial % 7 === 0,
    samples: paper.isSample === 1,
  }
  const boards = boardsOf(filter)
  const isOfState = boards.length === 0 || (paper.type === 'state' && boards.includes(paper.board))
  return (
    isAlike &&
    isOfMonth &&
    isOfState &&
    (!filter.medium || paper.medium === filter.medium) &&
    (!filter.answered || paper.answered === 1) &&
    (!show || isShown[show])
  )
}

function compare(a: string, b: string) {
  return a < b ? -1 : a > b ? 1 : 0
}

function asLower(title: string) {
  return title.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}
