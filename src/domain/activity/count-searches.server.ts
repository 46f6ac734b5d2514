import type { Database } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import { searchTerms } from '#domain/search/understanding/query.ts'
import { indiaDay } from '#domain/time/india-time.ts'
import { shareCommits } from '#domain/visits/share-commits.server.ts'
import type { AnsweredSearch, SearchCounter } from './activity.ts'
import { addSearchWithoutHits } from './store.server.ts'

/** Longer ones are sentences, and may be personal. */
const LONGEST = 60
const SHORTEST = 2

const ADDRESS = /@|:\/\/|\bwww\b|\p{L}\.(com|in|org|net|edu)\b|\b(gmail|yahoo|hotmail|outlook|rediffmail)\b/u
/** Telephone and Aadhaar numbers have ten and twelve digits; a range of years has at most eight. */
const LONG_NUMBER = /\p{Nd}{7,}|(?:\p{Nd}[^\p{L}\p{Nd}]*){9,}/u

/** Normalised (NFC, lower case, single spaces); null without words, too short or long, or possibly personal. */
export function keptTerm(q: string): string | null {
  const term = q
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  const length = [...term].length
  if (length < SHORTEST || length > LONGEST || searchTerms(term).length === 0) return null
  // NFKC, since full-width digits and letters may be personal, too.
  return mayBePersonal(term.normalize('NFKC')) ? null : term
}

function mayBePersonal(term: string) {
  return ADDRESS.test(term) || LONG_NUMBER.test(term)
}

/** A search counts when its user has not gone on typing for so long. */
const QUIET_MS = 5_000
const WAITING_LIMIT = 500
const WRITING_LIMIT = 200

type Waiting = Pick<AnsweredSearch, 'requester' | 'at' | 'mayCount'> & {
  term: string
  timer: ReturnType<typeof setTimeout>
}

/** Debounced: a search without hits is dropped when its user goes on to a prefix or an extension of it. */
export function createSearchCounter(app: Pick<App, 'log'> & { db: Database }): SearchCounter {
  const waiting = new Set<Waiting>()
  const writing = new Set<Promise<void>>()
  const write = shareCommits(app.db, async (tx, terms: { at: Date; term: string }[]) => {
    for (const { at, term } of terms) await addSearchWithoutHits(tx, indiaDay(at), term)
    return terms
  })

  function dropSuperseded(requester: string, term: string) {
    for (const one of waiting) {
      if (one.requester !== requester || !(term.startsWith(one.term) || one.term.startsWith(term))) continue
      clearTimeout(one.timer)
      waiting.delete(one)
    }
  }

  function count(one: Waiting) {
    clearTimeout(one.timer)
    waiting.delete(one)
    if (writing.size >= WRITING_LIMIT) return
    const written = one
      .mayCount()
      .then(async (may) => void (may && (await write(one))))
      .catch((error: unknown) => app.log.warn({ err: error }, 'a search without hits was not counted'))
      .finally(() => writing.delete(written))
    writing.add(written)
  }

  return {
    note({ q, found, ...search }) {
      // Nothing to count or to drop: most searches, whose answers come from memory faster than what follows.
      if (found > 0 && waiting.size === 0) return
      const term = keptTerm(q)
      if (term === null) return
      dropSuperseded(search.requester, term)
      if (found > 0 || waiting.size >= WAITING_LIMIT) return
      const one: Waiting = { ...search, term, timer: setTimeout(() => count(one), QUIET_MS).unref() }
      waiting.add(one)
    },
    async settle() {
      for (const one of [...waiting]) count(one)
      while (writing.size > 0) await Promise.all(writing)
    },
  }
}
