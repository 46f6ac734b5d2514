import type { Suggestion } from '#domain/search/finding/suggestion.ts'
import { publicApi } from '#web/routes/visitor/counting/public-client.ts'

/** Between two letters of somebody who types fast. */
const PAUSE_MS = 80
/** What comes later than this is about something that nobody types any more. */
const PATIENCE_MS = 4_000
const KEPT_ANSWERS = 60

/** Answers of this load of the site, the latest last: typing back asks for nothing. */
const kept = new Map<string, Suggestion[]>()

export type Asking = {
  /** Asks for what is typed; whatever was asked for before is given up. */
  ask(typed: string): void
  stop(): void
}

/** Asks the server while somebody types. Only the answer to what was asked for last is told, and none that failed: then `[]`. */
export function startAsking(onAnswer: (suggestions: Suggestion[], typed: string) => void): Asking {
  let going = new AbortController()
  let pause: ReturnType<typeof setTimeout>

  function stop() {
    clearTimeout(pause)
    going.abort()
  }

  async function fetchAnswer(typed: string, signal: AbortSignal) {
    const found = await readSuggestions(typed, AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]))
    if (signal.aborted) return
    if (found) keep(typed, found)
    onAnswer(found ?? [], typed)
  }

  return {
    ask(text) {
      stop()
      const typed = text.replace(/\s+/g, ' ').trim()
      const known = typed === '' ? [] : kept.get(typed)
      if (known) return onAnswer(known, typed)
      going = new AbortController()
      const { signal } = going
      pause = setTimeout(() => void fetchAnswer(typed, signal), PAUSE_MS)
    },
    stop,
  }
}

async function readSuggestions(q: string, signal: AbortSignal): Promise<Suggestion[] | null> {
  try {
    const answer = await publicApi.suggestions.$get({ query: { q } }, { init: { signal } })
    return answer.ok ? (await answer.json()).suggestions : null
  } catch {
    return null
  }
}

function keep(typed: string, suggestions: Suggestion[]) {
  kept.delete(typed)
  kept.set(typed, suggestions)
  const [oldest] = kept.keys()
  if (kept.size > KEPT_ANSWERS && oldest !== undefined) kept.delete(oldest)
}
