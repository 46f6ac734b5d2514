import { afterMarking, dayOf, isCard, type PracticeCard } from '#domain/sitting/practice-cards.ts'
import type { Practice } from '#domain/sitting/practice-file.ts'
import type { Profile } from '#domain/sitting/profile.ts'
import { isSitting, type Sitting } from '#domain/sitting/sitting.ts'
import { createStore, parseList, type Store } from '#web/ui/store.ts'
import { bookmarksOf } from './bookmarked.ts'
import { hasPractice } from './has-practice.ts'
import { chosenProfile, keyOf, ofProfiles, profiles } from './profiles.ts'

/** Each sitting has a key of its own in local storage: an answer writes one, and is there when the browser is killed. */
const PREFIX = 'sitting:'
const stores = new Map<string, Store<Sitting | null>>()

/** Questions to do again. */
export const cardsOf = ofProfiles<readonly PracticeCard[]>([], {
  key: 'practice-cards',
  parse: parseList<PracticeCard>(isCard),
})

export function storeOf(profile: string, id: string): Store<Sitting | null> {
  const key = keyOf(profile, PREFIX) + id
  const store = stores.get(key) ?? createStore<Sitting | null>(null, { key, parse: (text) => parse(text) })
  stores.set(key, store)
  return store
}

/** Newest first; those that this version cannot read are left alone. */
export function readSittings(profile: string): Sitting[] {
  const found = idsOf(profile).flatMap((id) => storeOf(profile, id).read() ?? [])
  return found.sort((one, other) => other.begunAt - one.begunAt)
}

/** The one of this paper that is not done with; for a class that `ends` then, only that of this class. */
export function openSittingOf(profile: string, paper: string, ends?: number): Sitting | null {
  const isIt = (each: Sitting) =>
    each.paper.id === paper && !each.isMarked && (ends === undefined || each.ends === ends)
  return readSittings(profile).find(isIt) ?? null
}

export function readPractice(profile: string): Practice {
  return {
    sittings: readSittings(profile),
    cards: cardsOf(profile).read(),
    bookmarks: bookmarksOf(profile).read(),
  }
}

/** The profile that has a sitting of this id; null where none has. */
export function ownerOf(id: string): Profile | null {
  return profiles.read().find((profile) => storeOf(profile.id, id).read()) ?? null
}

export function writeSitting(profile: string, sitting: Sitting): void {
  storeOf(profile, sitting.id).set(sitting)
  hasPractice.set('yes')
}

/** The next state of a sitting; once it is marked, its mistakes are to be done again from tomorrow on. */
export function moveSitting(profile: string, before: Sitting, after: Sitting): void {
  storeOf(profile, after.id).set(after)
  const [cards, today] = [cardsOf(profile).read(), dayOf(Date.now())]
  const next = afterMarking(cards, { before, after, today })
  if (next !== cards) cardsOf(profile).set(next)
}

/** All that this device knows of a profile's sittings, questions to do again and bookmarks; the profile stays. */
export function erase(profile: string): void {
  for (const id of idsOf(profile)) {
    const key = keyOf(profile, PREFIX) + id
    storeOf(profile, id).set(null)
    stores.delete(key)
    try {
      localStorage.removeItem(key)
    } catch {
      // Not allowed: it was only on the page.
    }
  }
  cardsOf(profile).set([])
  bookmarksOf(profile).set([])
  if (profiles.read().length === 1) hasPractice.set('')
}

/** With all that is of it; of the last one the profile itself stays, without a name. */
export function removeProfile(profile: string): void {
  erase(profile)
  const left = profiles.read().filter(({ id }) => id !== profile)
  profiles.set(left.length > 0 ? left : profiles.initial)
  chosenProfile.set(profiles.read()[0]?.id ?? '')
}

export function eraseAllProfiles(): void {
  for (const { id } of profiles.read()) removeProfile(id)
  hasPractice.set('')
}

/** Without randomUUID, which needs a secure connection. */
export function makeId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) =>
    byte.toString(36).padStart(2, '0'),
  ).join('')
}

function parse(text: string): Sitting | null {
  const stored: unknown = JSON.parse(text)
  return isSitting(stored) ? stored : null
}

/** Of those on the device, and those that are on the page alone. */
function idsOf(profile: string): string[] {
  const prefix = keyOf(profile, PREFIX)
  const keys = new Set([...stores.keys(), ...keysOnDevice()])
  return [...keys].flatMap((key) => (key.startsWith(prefix) ? key.slice(prefix.length) : []))
}

function keysOnDevice(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}
