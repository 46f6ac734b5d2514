import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { type Activity, type Covered, daysBefore, lastDays, type Period } from '#domain/activity/activity.ts'
import { CoverageGrid, groupsOf, listOf, yearsOf } from '#web/routes/admin/activity/coverage-grid.tsx'
import { barsOf, DayChart, strokesOf, topOf, VIEWS } from '#web/routes/admin/activity/day-chart.tsx'
import { CtaClicks, SumsInWords } from '#web/routes/admin/activity/describe-sums.tsx'
import { MostRead } from '#web/routes/admin/activity/most-read.tsx'

const TODAY = '2026-11-21'

/** Views as given, the last of today. */
function activityOf(views: number[], since: string | null = daysBefore(TODAY, views.length - 1)) {
  const byDay = lastDays(TODAY, views.length).map((day, at) => ({
    day,
    views: views[at] ?? 0,
    visits: 5,
    taps: 0,
  }))
  return { today: TODAY, since, byDay } as Activity
}

function wordsOf(activity: Activity) {
  const html = renderToStaticMarkup(createElement(SumsInWords, { activity }))
  return [...html.matchAll(/<section[^>]*>(.*?)<\/section>/gs)].map(([, part = '']) =>
    part.replace(/<[^>]+>/g, ''),
  )
}

test('the sums are said in plain words, with the seven days before', () => {
  const [views, visits] = wordsOf(activityOf([1, 1234, 10, 10, 10, 10, 10, 10, ...Array(7).fill(20)]))
  expect(views).toBe(
    '20 views today so far140 in the last 7 days, 1,154 fewer than the 1,294 of the 7 days before.',
  )
  expect(visits).toBe('5 visits today so far35 in the last 7 days, as many as in the 7 days before.')
  const [more] = wordsOf(activityOf([...Array(13).fill(0), 1]))
  expect(more).toBe('1 view today so far1 in the last 7 days, 1 more than the 0 of the 7 days before.')
  const [young] = wordsOf(activityOf(Array(14).fill(3), daysBefore(TODAY, 12)))
  expect(young).toContain('and no full week before to compare with yet.')
})

test.each([
  [30, 'day', 30],
  [90, 'day', 90],
  [365, 'week', 53],
] as const)('over %i days the table says by %s what the chart shows', (days: Period, per, least) => {
  const values = Array.from({ length: days }, (_, at) => (at === days - 11 ? 1_234 : (at * 7) % 50))
  const byDay = lastDays(TODAY, days).map((day, at) => ({ day, value: values[at] ?? 0 }))
  const bars = barsOf({ today: TODAY, since: daysBefore(TODAY, 20), byDay }, days)
  expect([strokesOf(days), bars.length >= least]).toEqual([per, true])
  const html = renderToStaticMarkup(createElement(DayChart, { name: 'Views', bars, unit: VIEWS, per }))
  const rows = [...html.matchAll(/<th scope="row">(.*?)<\/th><td>(.*?)<\/td>/g)].reverse()
  const figures = rows.map(([, , figure = '']) => figure).filter((figure) => figure !== 'not counted yet')
  const strokes = [...html.matchAll(/class="stroke[^>]* height="([\d.]+)"/g)].map(([, height]) =>
    Number(height),
  )
  const top = topOf(Math.max(...bars.map(({ value }) => value ?? 0)))
  expect(rows).toHaveLength(bars.length)
  expect(strokes).toHaveLength(figures.length)
  figures.forEach((figure, at) => {
    const value = Number(figure.replaceAll(',', ''))
    expect(strokes[at]).toBeCloseTo(value === 0 ? 0 : Math.max(1.5, (value / top) * 100))
  })
  expect([rows[0]?.[2], rows.at(-1)?.[1]]).toEqual(['not counted yet', expect.stringContaining('so far')])
  if (per === 'day') expect(rows.at(-11)?.[2]).toBe('1,234')
  else expect(bars.reduce((sum, { value }) => sum + (value ?? 0), 0)).toBeGreaterThan(1_234)
})

test('the scale ends at a round number whose half is whole', () => {
  const highs = [0, 1, 3, 7, 9, 41, 1_234, 6_001]
  expect(highs.map(topOf)).toEqual([2, 2, 4, 8, 10, 50, 2_000, 8_000])
})

test('weeks begin on Monday, and one that goes over a month or a year says so', () => {
  const byDay = lastDays('2026-01-04', 365).map((day) => ({ day, value: 1 }))
  const names = barsOf({ today: '2026-01-04', since: '2020-01-01', byDay }, 365).map(({ name, now }) => [
    name,
    now,
  ])
  expect(names.at(-1)).toEqual(['29 Dec 2025 to 4 Jan 2026', true])
  expect(names.map(([name]) => name)).toContain('3 to 9 November 2025')
  expect(names.map(([name]) => name)).toContain('27 Oct to 2 Nov 2025')
})

test('the grid has the usual subjects of a class and any other with papers, and a gap where there is none', () => {
  const covered = (part: Partial<Covered>) =>
    ({
      type: 'cbse',
      grade: '12',
      subject: 'Mathematics',
      year: 2024,
      papers: 2,
      withAnswers: 1,
      ...part,
    }) as Covered
  const papers = [covered({}), covered({ year: 2001 }), covered({ subject: 'Tamil' })]
  const now = new Date('2026-11-21T09:00:00Z')
  const years = yearsOf(papers, now, false)
  expect([years.length, years[0], years.at(-1)]).toEqual([10, 2026, 2017])
  expect(yearsOf(papers, now, true).at(-1)).toBe(2001)
  const [group, ...others] = groupsOf(papers, 'cbse', '12', years)
  expect([group?.name, others]).toEqual(['Class 12 CBSE', []])
  if (!group) throw new Error('The class is missing')
  const row = (subject: string) => group.rows.find((each) => each.subject === subject)
  expect(row('Mathematics')).toMatchObject({ earlier: 2 })
  expect(row('Mathematics')?.cells.map((cell) => cell?.papers ?? 0)).toEqual([0, 0, 2, 0, 0, 0, 0, 0, 0, 0])
  expect(row('Physics')?.cells.every((cell) => cell === null)).toBe(true)
  expect(row('Tamil')).toBeDefined()
  expect(listOf(group, 'Mathematics', 2024)).toBe('/admin?type=cbse&grade=12&subject=Mathematics&year=2024')
  expect(groupsOf([], 'exams', '12', years).map(({ name }) => name)).toContain('TNPSC')
})

test('where nothing happened that is said, and nothing is drawn', () => {
  const text = (element: React.ReactElement) => renderToStaticMarkup(element)
  const quiet = {
    ...activityOf(Array(30).fill(0), null),
    taps: [],
    ctaClicksSince: null,
  } as unknown as Activity
  expect(text(createElement(CtaClicks, { activity: quiet, busy: false }))).toMatch(/^<p[^>]*>Nobody clicked/)
  const none = { papers: [], days: 30 as const, open: '', hrefOf: () => '' }
  expect(text(createElement(MostRead, none))).toMatch(/^<p[^>]*>No paper was opened in these days\./)
  const years = yearsOf([], new Date('2026-11-21T09:00:00Z'), false)
  const grid = createElement(CoverageGrid, {
    groups: groupsOf([], 'cbse', '12', years),
    years,
    earlier: null,
  })
  expect(text(createElement(MemoryRouter, null, grid))).toMatch(
    /^<p>No papers here yet: all \d+ places are empty\.<\/p>/,
  )
})
