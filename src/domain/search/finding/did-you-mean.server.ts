import { doubleMetaphone } from 'double-metaphone'
import type { App } from '#domain/app.ts'
import { newestPapers } from '#domain/lists/browse.server.ts'
import { countPapers } from '#domain/lists/facets.server.ts'
import { selectPapersAt } from '#domain/lists/paper-store.server.ts'
import { type ReadingProgress, readingProgress } from '#domain/page-text/reading.server.ts'
import { type Facet, hasTrait, type PaperFilter } from '#domain/paper/filters.ts'
import type { Paper } from '#domain/paper/paper.ts'
import type { Part, Term, Understood } from '#domain/search/understanding/query.ts'
import { countUnread } from '../indexing/text-store.server.ts'
import { narrow, understandSearch } from '../understanding/understand-search.server.ts'
import { errorsBetween, nearWords } from '../words/spelling.ts'
import { rankPapers } from './rank.server.ts'

/** What a page without good results offers instead. `didYouMean` is another search that finds papers; `noneOf` is what
 * the site has no paper of at all; `unread` counts papers whose pages are still being read, up to a hundred; `scans`, how
 * far scanned pages are read, null where none waits. */
export type Alternatives = {
  nearest: Paper[]
  didYouMean: string | null
  noneOf: { facet: Facet; value: string } | null
  unread: number
  scans: ReadingProgress | null
}

type Found = { q: string; understood: Understood; filter: PaperFilter; total: number; isPoor?: boolean }

/** Of a search that finds nothing, or that is poor: whose words are together on no page. */
export async function findAlternatives(
  app: Nearby,
  { q, understood, filter, total, isPoor = false }: Found,
): Promise<Alternatives> {
  if (total > 0 && !isPoor) return NO_ALTERNATIVES
  const { terms } = understood
  const didYouMeanThis = terms.length > 0 ? await didYouMean(app, q, terms, filter) : null
  if (total > 0) return { ...NO_ALTERNATIVES, didYouMean: didYouMeanThis }
  const [nearest, noneOf, unread] = await Promise.all([
    findNearest(app, understood, filter),
    findNoneOf(app, narrow(filter, understood)),
    terms.length > 0 ? countWaiting(app) : 0,
  ])
  const scans = unread > 0 && (await app.recogniser.isOn()) ? await readingProgress(app) : null
  return { nearest, didYouMean: didYouMeanThis, noneOf, unread, scans }
}

export const NO_ALTERNATIVES: Alternatives = {
  nearest: [],
  didYouMean: null,
  noneOf: null,
  unread: 0,
  scans: null,
}
const UNREAD_COUNTED = 100
const NEAREST = 6
const TRIES = 12

type Nearby = Pick<App, 'readDb' | 'lists' | 'search' | 'vocabulary' | 'clock' | 'recogniser'>

/** An exam before a class and a subject. */
async function findNoneOf(app: Nearby, filter: PaperFilter): Promise<Alternatives['noneOf']> {
  for (const facet of ['type', 'board', 'subject', 'grade'] as const) {
    const value = filter[facet]
    if (value !== undefined && (await countPapers(app, { [facet]: value, ownState: filter.ownState })) === 0)
      return { facet, value }
  }
  return null
}

async function countWaiting({ readDb, recogniser }: Nearby): Promise<number> {
  return await countUnread(readDb, { most: UNREAD_COUNTED, withScans: await recogniser.isOn() })
}

/** At most six papers for a search that finds none: it is relaxed by one word or part, then two, down to the filter.
 * What says least is dropped first: a word before a month, a month before a year, subject and class last. */
async function findNearest(app: Nearby, understood: Understood, filter: PaperFilter): Promise<Paper[]> {
  const found = new Map<string, Paper>()
  let tries = 0
  for (const { terms, parts } of relaxations(understood)) {
    if (found.size >= NEAREST || tries++ >= TRIES) break
    const narrowed = narrow(filter, { parts })
    for (const paper of await findSome(app, terms, narrowed)) found.set(paper.id, paper)
  }
  return [...found.values()].slice(0, NEAREST)
}

async function findSome(app: Nearby, terms: Term[], filter: PaperFilter): Promise<Paper[]> {
  if (terms.length === 0 && !hasTrait(filter))
    return await newestPapers(app, filter, { offset: 0, limit: NEAREST })
  const { hits } = await rankPapers(app, terms, filter, { most: NEAREST })
  const papers = await selectPapersAt(
    app.readDb,
    hits.map((hit) => hit.position),
  )
  return hits.flatMap((hit) => papers.get(hit.position) ?? [])
}

const LEAST_FIRST: readonly Facet[] = ['answered', 'month', 'year', 'type', 'board', 'subject', 'grade']

type Some = { terms: Term[]; parts: Part[] }

/** Without each piece, then without the two that say least, and so on, down to nothing. */
function* relaxations({ terms, parts }: Understood): Generator<Some> {
  const pieces: (Term | Part)[] = [
    ...[...terms].reverse(),
    ...[...parts].sort((a, b) => LEAST_FIRST.indexOf(a.facet) - LEAST_FIRST.indexOf(b.facet)),
  ]
  const without = (gone: (Term | Part)[]): Some => ({
    terms: terms.filter((term) => !gone.includes(term)),
    parts: parts.filter((part) => !gone.includes(part)),
  })
  if (pieces.length > 1) for (const piece of pieces) yield without([piece])
  for (let count = 2; count < pieces.length; count++) yield without(pieces.slice(0, count))
  yield without(pieces)
}

type Search = Pick<App, 'readDb' | 'lists' | 'search' | 'vocabulary' | 'clock'>

/** Words of fewer letters are near to too many others. */
const SHORTEST = 4
/** How many words are tried, and how many others for each. */
const WORDS_TRIED = 2
const OTHERS_TRIED = 3
const LATIN = /^[a-z]+$/

/** The search with a word that is close to nothing replaced by one that finds papers; null where there is none.
 * Further from what was typed than what is corrected without asking, so that somebody has to say yes. */
export async function didYouMean(
  app: Search,
  q: string,
  terms: Term[],
  filter: PaperFilter,
): Promise<string | null> {
  const known = knownWords(await app.search.words(app.readDb), app.vocabulary.corrections)
  let tried = 0
  for (const { typed, ways, code } of terms) {
    const word = typed.toLowerCase()
    if (code || ways[0]?.length !== 1 || [...word].length < SHORTEST || /\d/.test(word)) continue
    if (known.all.has(word) || (await isOnPages(app, word))) continue
    if (++tried > WORDS_TRIED) break
    for (const meant of meantBy(word, known.list).slice(0, OTHERS_TRIED)) {
      const instead = q.replace(typed, meant)
      if (await finds(app, instead, filter)) return instead
    }
  }
  return null
}

type KnownWords = { list: string[]; all: Set<string> }

/** Once for each list of the titles' words, of which there may be fifty thousand. */
function knownWords(ofTitles: readonly string[], ofVocabulary: readonly string[]): KnownWords {
  return merged.getOrInsertComputed(ofTitles, () => {
    const all = new Set([...ofVocabulary, ...ofTitles])
    return { list: [...all], all }
  })
}

const merged = new WeakMap<readonly string[], KnownWords>()

/** Known words that are spelt or sound nearly alike, nearest first. */
export function meantBy(word: string, known: readonly string[]): string[] {
  const length = [...word].length
  const sounds = soundsOf(word)
  const most = Math.ceil(length / 2)
  const near = nearWords(word, known, most).flatMap((meant) => {
    if ([...meant].length < SHORTEST) return []
    const errors = errorsBetween(word, meant, most)
    const isAlike = sounds.length > 0 && soundsOf(meant).some((sound) => sounds.includes(sound))
    const isNear = errors <= Math.floor(length / 3) && word[0] === meant[0]
    return isAlike || isNear ? [{ meant, distance: isAlike ? errors / 3 : errors }] : []
  })
  return near.sort((one, other) => one.distance - other.distance).map(({ meant }) => meant)
}

function soundsOf(word: string): string[] {
  return LATIN.test(word) ? [...new Set(doubleMetaphone(word))].filter((sound) => sound.length > 1) : []
}

async function isOnPages({ search, readDb }: Search, word: string) {
  return (
    (await search.inside(readDb, { terms: [{ ways: [[word]] }], filter: {}, isWhole: true }, 1)).length > 0
  )
}

async function finds(app: Search, q: string, filter: PaperFilter) {
  const understood = await understandSearch(app, q, filter)
  const narrowed = narrow(filter, understood)
  if (understood.terms.length === 0)
    return understood.parts.length > 0 && (await countPapers(app, narrowed)) > 0
  return (await rankPapers(app, understood.terms, narrowed, { most: 1 })).hits.length > 0
}
