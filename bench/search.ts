import { sql } from 'kysely'
import type { App } from '#domain/app.ts'
import { listFacets } from '#domain/lists/facets.server.ts'
import { DEGREES, MONTHS } from '#domain/paper/paper.ts'
import { findPapers } from '#domain/search/finding/find.server.ts'
import { fillCatalogue } from '#tests/support/made-catalogue.ts'
import { openChildSite } from './support/child-site.ts'
import { openEmptyApp } from './support/empty-app.ts'
import { askedSizes, figure, mebibytes, printMachine, printTable } from './support/table.ts'
import { timeRuns } from './support/time-runs.ts'

/** A page of results with cold caches, the index's size and time, and suggestions over HTTP. */
const SIZES = [1_000, 100_000, 1_000_000]
/** Every prefix is asked for. */
const TYPED = ['trigonometry', '+2 maths half yearly', 'neet biology', 'kanitham', 'வினாத்தாள்', 'quaterly exam']

type Search = [name: string, run: (nth: number) => Promise<unknown>]

const sizes = askedSizes('search', SIZES)
printMachine()
for (const size of sizes) await measure(size)

async function measure(papers: number) {
  const { app, dataDir, database, end } = await openEmptyApp()
  try {
    // The data is thrown away, so its writes need not be durable.
    await sql`pragma synchronous = off`.execute(app.db)
    const { indexMs, indexBytes } = await fillCatalogue(database, app, papers, { texts: true })
    const rows: string[][] = []
    // Makes cached results stale.
    const forget = () => sql`update search_state set age = age + 1`.execute(app.db)
    for (const [name, run] of searches(app)) rows.push([name, ...(await timeRuns(run, 2_000, forget))])
    const made = `index of ${mebibytes(indexBytes)} made in ${figure(indexMs / 1000, 1)} s`
    printTable(`${figure(papers)} papers, ${made}`, ['search', 'p50 ms', 'p99 ms', 'p99 of all'], rows)
    await measureSuggestions(dataDir, papers)
  } finally {
    await end()
  }
}

async function measureSuggestions(dataDir: string, papers: number) {
  const site = await openChildSite({ dataDir })
  try {
    const typed = TYPED.flatMap((text) => [...text].map((_, at) => text.slice(0, at + 1)))
    const ask = async (nth: number) => {
      const text = typed[nth % typed.length] as string
      const answer = await fetch(`${site.origin}/api/suggestions?q=${encodeURIComponent(text)}`)
      if (!answer.ok) throw new Error(`suggestions for "${text}": ${answer.status}`)
      await answer.text()
    }
    const times = await timeRuns(ask, 5_000)
    printTable(
      `${figure(papers)} papers, over HTTP`,
      ['', 'p50 ms', 'p99 ms', 'p99 of all'],
      [['suggestions, letter by letter', ...times]],
    )
  } finally {
    await site.end()
  }
}

function searches(app: App): Search[] {
  const among =
    (...texts: string[]) =>
    (nth: number) =>
      findPapers(app, { q: texts[nth % texts.length] as string })
  const degree = (nth: number) => DEGREES[nth % DEGREES.length] as (typeof DEGREES)[number]
  return [
    ['one word, common', among('question', 'examination', 'paper')],
    ['one word', among('trigonometry', 'optics', 'genetics', 'Ramanujan', 'mensuration')],
    ['three words', among('revision test algebra', 'annual examination grammar', 'unit test optics')],
    ['words and facets', among('cbse 12 physics 2019 optics', '10th maths algebra', 'neet biology genetics')],
    ['two letters', among('al', 'ma', 'qu', 'ge', 'th')],
    ['misspelt', among('trignometry', 'genatics', 'mensurasion', 'quaterly', 'probabilty')],
    ['Tamil', among('வினாத்தாள்', 'அரையாண்டுத் தேர்வு', 'மாதிரி வினாத்தாள்', 'திருப்புதல்')],
    ['Roman Tamil', among('vinathal', 'araiyandu thervu', 'mathiri vinaathaal', 'thiruputhal')],
    ['inside', among('eccentricity', 'refractive index of glass', 'inverse matrix hypotenuse')],
    [
      'inside, a whole question',
      among('how do I find the area under the curve of a parabola with an ellipse'),
    ],
    ['nothing found', among('zzyzx', 'qqqq wwww', 'cbse 12 physics zzyzx')],
    ['facets, no words', () => listFacets(app)],
    [
      'facets, filtered',
      (nth) => listFacets(app, { type: degree(nth).type, grade: degree(nth).grade, year: 1990 + (nth % 37) }),
    ],
    ['list of a month', (nth) => findPapers(app, { filter: { month: MONTHS[nth % 12] } })],
    [
      'list of a class with answers',
      (nth) =>
        findPapers(app, { filter: { type: degree(nth).type, grade: degree(nth).grade, answered: true } }),
    ],
  ]
}
