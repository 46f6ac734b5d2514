import type { Suggestion } from '#domain/search/finding/suggest.server.ts'
import { documentLanguage } from '#web/language/document-messages.ts'
import { publicApi } from '#web/routes/visitor/counting/public-client.ts'

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
