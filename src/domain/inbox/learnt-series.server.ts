import type { App } from '#domain/app.ts'
import { printedSeries, type Series, seriesCode } from '#domain/autofill/codes/series.ts'
import { selectFactsAt } from '#domain/lists/paper-store.server.ts'
import type { SchoolGrade } from '#domain/paper/paper.ts'

type Needs = Pick<App, 'readDb' | 'search'>

/** So many papers of a series tell its year as well as all. */
const PAPERS_ASKED = 50
/** As many as agree to be sure. */
const AGREEING = 2

const learnt = new WeakMap<App['readDb'], { age: number; known: Map<string, Series | undefined> }>()

/** What a first page's series was on the papers of the site, whose years administrators have given: doubtful by one
 * paper, proven by two that agree, and nothing where they do not. The search index keeps each page's series. */
export async function learntSeries(app: Needs, firstPage: string): Promise<Series | undefined> {
  const letters = printedSeries(firstPage)
  if (letters === null) return
  try {
    const { age } = await app.search.state(app.readDb)
    const last = learnt.get(app.readDb)
    const { known } = last?.age === age ? last : { known: new Map<string, Series | undefined>() }
    learnt.set(app.readDb, { age, known })
    if (!known.has(letters)) known.set(letters, await readSeries(app, letters))
    return known.get(letters)
  } catch (error) {
    if (!app.search.isBroken(error)) throw error
  }
}

async function readSeries({ readDb, search }: Needs, letters: string): Promise<Series | undefined> {
  const terms = [{ ways: [], code: { code: seriesCode(letters), isSeries: false } }]
  const pages = await search.inside(readDb, { terms, filter: { type: 'cbse' }, isWhole: true }, PAPERS_ASKED)
  const papers = await selectFactsAt(readDb, [...new Set(pages.map(({ position }) => position))])
  const [first] = papers
  if (!first || papers.some(({ year }) => year !== first.year)) return
  const isOneClass = papers.every(({ grade }) => grade === first.grade)
  const grade = isOneClass ? (first.grade as SchoolGrade) : undefined
  return { letters, year: first.year, grade, isProven: papers.length >= AGREEING }
}
