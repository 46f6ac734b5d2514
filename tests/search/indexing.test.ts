import { expect, test } from 'vitest'
import type { App } from '#domain/app.ts'
import type { Facts } from '#domain/paper/facts.ts'
import type { PaperFilter } from '#domain/paper/filters.ts'
import { MONTHS, POSITIONS_PER_MONTH, SCHOOL_GRADES, SUBJECTS } from '#domain/paper/paper.ts'
import { repairIndex, tidyIndex } from '#domain/search/indexing/reindex.server.ts'
import { filterTokens, tokensOf } from '#server/adapters/search/index-tokens.ts'
import { firstRow, positionAt, rowAfter, rowsOf } from '#server/adapters/search/row-numbers.ts'

const paperOf = (year: number, month: number, serial: number) =>
  (year * 12 + month) * POSITIONS_PER_MONTH + serial
/** The months, of three years, whose papers a filter's rows hold whole. */
function monthsIn(filter: Parameters<typeof rowsOf>[0]) {
  const { from = 0, below = 0 } = rowsOf(filter) ?? {}
  return [2023, 2024, 2025].flatMap((year) =>
    MONTHS.filter((_, at) =>
      [1, 44].every((serial) => {
        const paper = paperOf(year, at + 1, serial)
        return firstRow(paper) >= from && rowAfter(paper) <= below
      }),
    ).map((month) => `${month} ${year}`),
  )
}

test('the rows of a year hold its twelve months and no other, those of a month its own', () => {
  expect(monthsIn({ year: 2024 })).toEqual(MONTHS.map((month) => `${month} 2024`))
  for (const month of MONTHS) expect(monthsIn({ year: 2024, month })).toEqual([`${month} 2024`])
  expect(rowsOf({ month: 'March' })).toBeNull()
})

test('a row tells which paper it is of, wherever it is among the paper’s own', () => {
  const paper = paperOf(2024, 12, 44)
  for (const row of [firstRow(paper), rowAfter(paper) - 1]) expect(positionAt(row)).toBe(paper)
  expect(positionAt(rowAfter(paper))).toBe(paper + 1)
})

test('the tokens of a filter are those of papers that it holds, and of no others', () => {
  const filters: PaperFilter[] = [
    ...SCHOOL_GRADES.map((grade) => ({ grade })),
    ...SUBJECTS.map((subject) => ({ subject })),
    ...MONTHS.map((month) => ({ month })),
    ...(['cbse', 'state', 'jee', 'neet', 'tnpsc'] as const).map((type) => ({ type })),
    { answered: true },
  ]
  for (const grade of SCHOOL_GRADES)
    for (const [at, month] of MONTHS.entries()) {
      const own = { grade, subject: 'Mathematics', month, type: 'cbse' } as const
      const tokens = tokensOf({ ...own, month: at + 1, answered: 0 } as unknown as Facts).split(' ')
      const held = filters.filter((filter) =>
        filterTokens(filter, false).every((ways) => ways.some((way) => tokens.includes(way))),
      )
      expect(held).toEqual(Object.entries(own).map(([name, value]) => ({ [name]: value })))
    }
})

const SECOND = 1000

test('an index that cannot be made is tried once at a time, and after a failure no sooner than a minute later', async () => {
  let now = 5 * SECOND
  let tries = 0
  let failed = Promise.withResolvers<void>()
  const prepare = async () => {
    tries += 1
    throw new Error('the disk is full')
  }
  const log = { info: () => {}, warn: () => {}, error: () => failed.resolve() }
  const clock = { now: () => new Date(now), monotonic: () => now }
  const app = { db: {}, search: { prepare }, clock, log } as unknown as Parameters<typeof repairIndex>[0]
  const triesAfter = async (seconds: number) => {
    now += seconds * SECOND
    repairIndex(app)
    repairIndex(app)
    return tries
  }
  expect(await triesAfter(0)).toBe(1)
  await failed.promise
  failed = Promise.withResolvers()
  expect([await triesAfter(1), await triesAfter(58)]).toEqual([1, 1])
  expect(await triesAfter(1)).toBe(2)
  await failed.promise
  expect(await triesAfter(1)).toBe(2)
})

test('what is merged into one is begun again by the first step alone, and ended when nothing is left', async () => {
  const steps: { isWhole: boolean; isFirst: boolean }[] = []
  const tidy = async (_tx: unknown, how: { isWhole: boolean; isFirst: boolean }) => steps.push(how) < 3
  const db = { transaction: () => ({ execute: (work: (tx: object) => Promise<unknown>) => work({}) }) }
  const app = { db, search: { tidy } } as unknown as Pick<App, 'db' | 'search'>
  await tidyIndex(app, { isWhole: true })
  expect(steps).toEqual([true, false, false].map((isFirst) => ({ isWhole: true, isFirst })))
  steps.length = 0
  await tidyIndex(app, { isStopped: () => steps.length === 1 })
  expect(steps).toEqual([{ isWhole: false, isFirst: true }])
})
