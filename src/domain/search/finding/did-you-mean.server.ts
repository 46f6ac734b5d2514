import { doubleMetaphone } from 'double-metaphone'
import type { App } from '#domain/app.ts'
import { countPapers } from '#domain/lists/facets.server.ts'
import type { PaperFilter } from '#domain/paper/filters.ts'
import type { Term } from '#domain/search/understanding/query.ts'
import { narrow, understandSearch } from '../understanding/understand-search.server.ts'
import { errorsBetween, nearWords } from '../words/spelling.ts'
import { rankPapers } from './rank.server.ts'

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
  const made = merged.get(ofTitles)
  if (made) return made
  const all = new Set([...ofVocabulary, ...ofTitles])
  const known = { list: [...all], all }
  merged.set(ofTitles, known)
  return known
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
