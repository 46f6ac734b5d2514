import { afterMarking, dayOf, isCard, type PracticeCard } from '#domain/sitting/practice-cards.ts'
import { isSitting, type Sitting } from '#domain/sitting/sitting.ts'
import { createStore, parseList, type Store } from '#web/ui/store.ts'
import { bookmarked } from './bookmarked.ts'
import { hasPractice } from './has-practice.ts'

/** Each sitting has a key of its own in local storage: an answer writes one, and is there when the browser is killed. */
const PREFIX = 'sitting:'
const stores = new Map<string, Store<Sitting | null>>()

/** Questions to do again. */
export const practiceCards = createStore<readonly PracticeCard[]>([], {
  key: 'practice-cards',
  parse: parseList<PracticeCard>(isCard),
})

export function storeOf(id: string): Store<Sitting | null> {
  const store =
    stores.get(id) ?? createStore<Sitting | null>(null, { key: PREFIX + id, parse: (text) => parse(text) })
  stores.set(id, store)
  return store
}

/** Newest first; those that this version cannot read are left alone. */
export function readSittings(): Sitting[] {
  const ids = new Set([...stores.keys(), ...idsOnDevice()])
  const found = [...ids].flatMap((id) => storeOf(id).read() ?? [])
  return found.sort((one, other) => other.begunAt - one.begunAt)
}

/** The one of this paper that is not done with. */
export function openSittingOf(paper: string): Sitting | null {
  return readSittings().find((each) => each.paper.id === paper && !each.isMarked) ?? null
}

export function writeSitting(sitting: Sitting): void {
  storeOf(sitting.id).set(sitting)
  hasPractice.set('yes')
}

/** The next state of a sitting; once it is marked, its mistakes are to be done again from tomorrow on. */
export function moveSitting(before: Sitting, after: Sitting): void {
  storeOf(after.id).set(after)
  const [cards, today] = [practiceCards.read(), dayOf(Date.now())]
  const next = afterMarking(cards, { before, after, today })
  if (next !== cards) practiceCards.set(next)
}

/** All that this device knows of sittings, questions to do again and bookmarks. */
export function eraseAll(): void {
  for (const id of new Set([...stores.keys(), ...idsOnDevice()])) {
    storeOf(id).set(null)
    try {
      localStorage.removeItem(PREFIX + id)
    } catch {
      // Not allowed: it was only on the page.
    }
  }
  stores.clear()
  practiceCards.set([])
  bookmarked.set([])
  hasPractice.set('')
}

function parse(text: string): Sitting | null {
  const stored: unknown = JSON.parse(text)
  return isSitting(stored) ? stored : null
}

function idsOnDevice(): string[] {
  try {
    return Object.keys(localStorage).flatMap((key) =>
      key.startsWith(PREFIX) ? [key.slice(PREFIX.length)] : [],
    )
  } catch {
    return []
  }
}
