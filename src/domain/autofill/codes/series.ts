import type { SchoolGrade } from '#domain/paper/paper.ts'

/** The letters behind "Series" on CBSE's papers, the year and class that they were printed for, and where each is from.
 * A line without a day is known by use alone: its year is doubtful, unless the PDF was made in it. */
const LINES: [letters: string, year: number, grade: SchoolGrade, source: string][] = [
  ['SMA', 2012, '12', 'known by use'],
  ['SKS', 2013, '12', 'known by use'],
  ['OSR', 2014, '12', 'a paper 56/2/3, its PDF made on 2014-05-13'],
  ['RLH', 2015, '10', 'a paper 30/1, its PDF made on 2015-05-04'],
  ['SSO', 2015, '12', 'known by use'],
  ['JSR', 2016, '10', 'two papers 30/1, their PDFs made on 2016-02-10'],
  ['ONS', 2016, '12', 'a paper 65/1/C, its PDF made on 2016-02-11'],
  ['GBM', 2017, '12', 'known by use'],
  ['HRK', 2017, '10', 'known by use'],
  ['SGN', 2018, '12', 'a paper 65/1, its PDF made on 2018-02-27'],
  ['TYM', 2018, '10', 'known by use'],
  ['BVM', 2019, '12', 'papers 65/3/2 and 91, their PDFs made on 2019-02-06 and 2019-02-11'],
  ['JMS', 2019, '10', 'known by use; a scan 30/1/1 bears it'],
  ['HMJ', 2020, '12', 'known by use'],
  ['JBB', 2020, '10', 'known by use'],
  ['BAB', 2022, '12', 'a paper 65/B/5, its PDF made on 2022-06-07'],
  ['A1BAB', 2022, '12', 'known by use; a paper 55/2/1 of the second term bears it'],
  ['EF1GH', 2023, '12', 'known by use'],
  ['WX1YZ', 2023, '10', 'known by use'],
]

/** `isProven` by a dated PDF, or by two papers of the site that agree; others are doubtful. */
export type Series = { letters: string; year: number; grade?: SchoolGrade | undefined; isProven: boolean }

const SERIES = new Map<string, Series>(
  LINES.map(([letters, year, grade, source]) => [
    letters,
    { letters, year, grade, isProven: /\d{4}-\d\d-\d\d/.test(source) },
  ]),
)
const PRINTED = /series\s*[:–-]?\s*[%#&$*]*([A-Z][A-Z\d]{2,5})[%#&$*]*(?![A-Za-z])/giu

const TOP = 600
/** With what follows the letters on real papers: "/3", a sign, a set, or nothing more in the line. */
const PRINTED_AT_TOP =
  /\b(?:Series|SERIES)\s*[:–-]?\s*[%#&$*]*([A-Z][A-Z\d]{2,5})(?=\s*(?:[/%#&$*\n]|$|SET\b|Set\b|Code\b|Roll\b))/gu

/** Letters at the top of a first page that stand where a series stands, known or not; null without any. */
export function printedSeries(firstPage: string): string | null {
  const [found] = firstPage.slice(0, TOP).matchAll(PRINTED_AT_TOP)
  return found?.[1] ?? null
}

/** How the search index keeps the series of a page. */
export function seriesCode(letters: string): string {
  return `series-${letters.toLowerCase()}`
}

/** The first series on a page or in a name that the table has; "Series BVM/3" and "Series %BAB%" are of BVM and BAB. */
export function seriesIn(text: string): Series | undefined {
  for (const [, letters = ''] of text.matchAll(PRINTED)) {
    const series = SERIES.get(letters.toUpperCase())
    if (series) return series
  }
}
