import type { ReadDatabase } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import { selectFactsAt } from '#domain/lists/paper-store.server.ts'
import type { Facts } from '#domain/paper/facts.ts'
import type { PaperFilter } from '#domain/paper/filters.ts'
import type { Subject } from '#domain/paper/paper.ts'
import { selectTextsAt } from '../indexing/text-store.server.ts'
import type { AskedTerm, InsideHit, Question } from '../search-index.ts'
import type { Term } from '../understanding/query.ts'
import { closenessOf, patternsOf } from './closeness.ts'
import { createTermCounter, isOwnSubject, ownSubjectsOf } from './subject-affinity.ts'
import { codeTerm, type Widened } from './widen-terms.server.ts'

/** Newest papers first; more when they are few papers with many such pages. */
const PAGES_LOOKED_AT = 200
const MOST_PAGES_LOOKED_AT = 1_000
/** Of each subject whose pages go first: some pages of results. */
const PAGES_AT_HOME = 50
/** To see whether a page really has a term takes some 60 µs. */
const PAGES_READ = 150
const PAGES_OF_ONE = 5

type Search = Pick<App, 'readDb' | 'search'>
type FoundInside = { hits: Facts[]; pages: Map<number, number>; isCut: boolean }

/** Papers that are not among `known`, each with its best page: first those on which the words are together, then
 * those of the subject that the words are terms of, then the newest. A term's synonyms count in its subject alone:
 * `step` says in which further steps of a set code its terms are asked. Also whether there may be others. */
export async function findInside(
  { readDb, search }: Search,
  { terms, filter, isWhole }: { terms: Term[]; filter: PaperFilter; isWhole: boolean },
  step: (isHome: (term: Term) => boolean) => AskedTerm[],
  known: Facts[],
): Promise<FoundInside> {
  const positions = new Set(known.map((hit) => hit.position))
  const home = ownSubjectsOf(terms)
  const look = async (question: Question & { isWhole: boolean }, limit?: number) => {
    if (question.terms.length === 0) return { found: [], isCut: false }
    const { found, isCut } = await lookAtPages({ readDb, search }, question, limit)
    return { found: found.filter(({ position }) => !positions.has(position)), isCut }
  }
  const within = (subject: Subject) =>
    look(
      { terms: step((term) => isOwnSubject(term, subject)), filter: { ...filter, subject }, isWhole: true },
      PAGES_AT_HOME,
    )
  const { subject } = filter
  const areTerms = terms.some(({ subjects }) => subjects)
  const first = subject === undefined && areTerms ? await Promise.all(home.map(within)) : []
  const anywhere = await look({
    terms: step((term) => (subject === undefined ? !term.subjects : isOwnSubject(term, subject))),
    filter,
    isWhole: isWhole || first.some(({ found }) => found.length > 0),
  })
  // Where only the newest pages were read, those of the centre's own subject may be among the others.
  if (!areTerms && subject === undefined && anywhere.isCut)
    first.push(...(await Promise.all(home.map(within))))
  const all = new Map<string, InsideHit>()
  for (const hit of [...first, anywhere].flatMap(({ found }) => found))
    all.set(`${hit.position} ${hit.page}`, hit)
  const looked = areTerms ? fewOf([...all.values()]) : [...all.values()]
  const found = looked.sort((one, other) => other.position - one.position)
  const facts = new Map((await selectFactsAt(readDb, [...papersOf(found)])).map((one) => [one.position, one]))
  const said = areTerms ? await saidOn(readDb, terms, found, facts) : new Map(found.map((hit) => [hit, 0]))
  const isHome = (position: number) => home.includes(facts.get(position)?.subject as Subject)
  const pages = await orderPages(
    readDb,
    step(() => true),
    [...said.keys()],
    isHome,
    (hit) => said.get(all.get(`${hit.position} ${hit.page}`) as InsideHit) ?? 0,
  )
  const hits = [...pages.keys()].flatMap((position) => facts.get(position) ?? [])
  const areLeft = papersOf(found).size < papersOf([...all.values()]).size
  return { hits, pages, isCut: areLeft || [...first, anywhere].some(({ isCut }) => isCut) }
}

async function lookAtPages(
  { readDb, search }: Search,
  question: Question & { isWhole: boolean },
  limit = PAGES_LOOKED_AT,
) {
  const found = await search.inside(readDb, question, limit)
  const isCut = found.length === limit
  if (!isCut || papersOf(found).size === limit) return { found, isCut }
  const more = await search.inside(readDb, question, MOST_PAGES_LOOKED_AT)
  return { found: more, isCut: more.length === MOST_PAGES_LOOKED_AT }
}

/** As many as can be read; of each paper a few, so that a long one hides no other. */
function fewOf(hits: InsideHit[]): InsideHit[] {
  if (hits.length <= PAGES_READ) return hits
  const taken = new Map<number, number>()
  const few = hits.filter(({ position }) => {
    const before = taken.get(position) ?? 0
    taken.set(position, before + 1)
    return before < PAGES_OF_ONE
  })
  return few.slice(0, PAGES_READ)
}

function papersOf(hits: InsideHit[]): Set<number> {
  return new Set(hits.map(({ position }) => position))
}

async function saidOn(
  readDb: ReadDatabase,
  terms: Term[],
  found: InsideHit[],
  facts: Map<number, Facts>,
): Promise<Map<InsideHit, number>> {
  const count = createTermCounter(terms)
  const texts = await selectTextsAt(readDb, found)
  const counted = found.map((hit): [InsideHit, number | null] => {
    const text = texts.get(`${hit.position} ${hit.page}`) ?? ''
    return [hit, count(text, facts.get(hit.position)?.subject ?? '')]
  })
  return new Map(counted.filter((each): each is [InsideHit, number] => each[1] !== null))
}

/** Two words are always looked for together; a longer question may have been cut to its rarest words. */
export async function areOnOnePage({ readDb, search }: Search, terms: AskedTerm[], filter: PaperFilter) {
  if (terms.length < 3) return true
  return (await search.inside(readDb, { terms, filter, isWhole: true }, 1)).length > 0
}

const FILLERS = new Set(
  'a an and are as at by be do find for from how if in is it its of on or that the then to was what when which who why with'.split(
    ' ',
  ),
)
const SAYS_SOMETHING = /\p{L}[\p{L}\p{M}]|\p{N}{3}/u

/** Whole words that say something: as typed, as titles spell them and, of terms that are at home, as synonyms. */
export function insideTerms(
  terms: Term[],
  { corrections }: Pick<Widened, 'corrections'>,
  isHome: (term: Term) => boolean = () => true,
): AskedTerm[] {
  const telling = terms.filter(({ typed }) => !FILLERS.has(typed.toLowerCase()))
  if (!telling.some(({ typed, code }) => code || SAYS_SOMETHING.test(typed))) return []
  return telling.map((term) => {
    const { typed, ways, code } = term
    if (code) return codeTerm(code)
    const corrected = corrections.find((one) => one.typed === typed)
    const said = ways.length > 0 ? ways.slice(0, isHome(term) ? undefined : 1) : [[typed]]
    return { ways: [...said, ...(corrected ? [[corrected.word]] : [])] }
  })
}

/** Reading and comparing a page takes some 30 µs; the words of a whole question are on fewer pages. */
const LINES_READ = 30

/** Papers with their best page: first those on whose page the words are together, then those with more terms
 * `said`, then those at home, then as they came. The index keeps no places of words in texts, since these take three times the room, so the pages themselves are read. */
export async function orderPages(
  readDb: ReadDatabase,
  terms: AskedTerm[],
  found: InsideHit[],
  isHome: (position: number) => boolean = () => true,
  said: (hit: InsideHit) => number = () => 0,
): Promise<Map<number, number>> {
  const patterns = patternsOf(terms)
  const isOne = new Set(found.map(({ position, page }) => `${position} ${page}`)).size < 2
  const read = patterns.length < 2 || isOne ? [] : readable(found, isHome)
  const texts = await selectTextsAt(readDb, read)
  const judged = found.map((hit) => {
    const text = texts.get(`${hit.position} ${hit.page}`)
    return { ...hit, closeness: text === undefined ? 0 : closenessOf(text, patterns) }
  })
  const better = (one: InsideHit, other: InsideHit) =>
    said(other) - said(one) || Number(isHome(other.position)) - Number(isHome(one.position))
  judged.sort((one, other) => other.closeness - one.closeness || better(one, other))
  const best = new Map<number, { page: number; closeness: number; said: number }>()
  for (const hit of judged) {
    const { position, page, closeness } = hit
    const known = best.get(position)
    // Of pages that are as good, the first.
    if (!known || (known.closeness === closeness && known.said === said(hit) && page < known.page))
      best.set(position, { page, closeness, said: said(hit) })
  }
  return new Map([...best].map(([position, { page }]) => [position, page]))
}

/** The newest at home and elsewhere, half of each where there are enough. */
function readable(found: InsideHit[], isHome: (position: number) => boolean) {
  const rest = found.filter(({ position }) => !isHome(position))
  const home = found.filter(({ position }) => isHome(position))
  const first = home.slice(0, Math.max(LINES_READ / 2, LINES_READ - rest.length))
  return [...first, ...rest.slice(0, LINES_READ - first.length)]
}
