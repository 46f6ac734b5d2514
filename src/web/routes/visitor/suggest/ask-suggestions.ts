import type { Suggestion } from '#domain/search/finding/suggest.server.ts'
import { documentLanguage } from '#web/language/messages-at.ts'
import { publicApi } from '../counting/public-client.ts'

const DEBOUNCE_MS = 80
/** Later answers are stale: the user has typed on. */
const TIMEOUT_MS = 4_000
const CACHE_SIZE = 60

/** The latest last: typing back costs no request. */
const cache = new Map<string, Suggestion[]>()

export type Asking = {
  /** Cancels the request before. */
  ask(typed: string): void
  stop(): void
}

/** Debounced; only the answer to the last request is reported, `[]` when it failed. */
export function startAsking(onAnswer: (suggestions: Suggestion[], typed: string) => void): Asking {
  let current = new AbortController()
  let pause: ReturnType<typeof setTimeout>

  function stop() {
    clearTimeout(pause)
    current.abort()
  }

  async function fetchAnswer(typed: string, signal: AbortSignal) {
    const found = await readSuggestions(typed, AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]))
    if (signal.aborted) return
    if (found) cacheAnswer(typed, found)
    onAnswer(found ?? [], typed)
  }

  return {
    ask(text) {
      stop()
      const typed = text.replace(/\s+/g, ' ').trim()
      const known = typed === '' ? [] : cache.get(typed)
      if (known) return onAnswer(known, typed)
      current = new AbortController()
      const { signal } = current
      pause = setTimeout(() => void fetchAnswer(typed, signal), DEBOUNCE_MS)
    },
    stop,
  }
}

async function readSuggestions(q: string, signal: AbortSignal): Promise<Suggestion[] | null> {
  try {
    const language = documentLanguage()
    const query = language === 'en' ? { q } : { q, lang: language }
    const answer = await publicApi.suggestions.$get({ query }, { init: { signal } })
    return answer.ok ? (await answer.json()).suggestions : null
  } catch {
    return null
  }
}

function cacheAnswer(typed: string, suggestions: Suggestion[]) {
  cache.delete(typed)
  cache.set(typed, suggestions)
  const [oldest] = cache.keys()
  if (cache.size > CACHE_SIZE && oldest !== undefined) cache.delete(oldest)
}

/** Letters with their combining marks, and digits. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu

type Piece = { text: string; isTyped: boolean }

/** Marks the beginnings of words that were typed; a vowel sign is never cut from its letter. */
export function marksIn(label: string, typed: string): Piece[] {
  const asked = (typed.toLowerCase().match(WORD) ?? []).sort((a, b) => b.length - a.length)
  const pieces: Piece[] = []
  let done = 0
  for (const { 0: word, index } of label.matchAll(WORD)) {
    const begun = asked.find((one) => word.toLowerCase().startsWith(one))
    if (!begun) continue
    const signs = /^\p{M}*/u.exec(word.slice(begun.length))?.[0].length ?? 0
    const end = index + begun.length + signs
    if (index > done) pieces.push({ text: label.slice(done, index), isTyped: false })
    pieces.push({ text: label.slice(index, end), isTyped: true })
    done = end
  }
  if (done < label.length) pieces.push({ text: label.slice(done), isTyped: false })
  return pieces
}

/** -1 stands for the field itself, undefined for a key that is not the list's. */
export function nextOption(key: string, active: number, count: number): number | undefined {
  if (key === 'ArrowDown') return (active + 1) % count
  if (key === 'ArrowUp') return active <= 0 ? count - 1 : active - 1
  // In the text these keys move the cursor, until an option is active.
  if (active < 0) return undefined
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
}
