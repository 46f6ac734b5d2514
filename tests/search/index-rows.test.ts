import { expect, test } from 'vitest'
import { MONTHS } from '#domain/paper/paper.ts'
import { POSITIONS_PER_MONTH } from '#domain/paper/position.ts'
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

test('a row tells which paper it is of, wherever it stands among the paper’s own', () => {
  const paper = paperOf(2024, 12, 44)
  for (const row of [firstRow(paper), rowAfter(paper) - 1]) expect(positionAt(row)).toBe(paper)
  expect(positionAt(rowAfter(paper))).toBe(paper + 1)
})
