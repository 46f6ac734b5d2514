import { type Bookmark, isBookmark } from './bookmarks.ts'
import { isCard, type PracticeCard } from './practice-cards.ts'
import { isSitting, type Sitting } from './sitting.ts'

/** Raised when an older site could not read the file. */
const FILE_VERSION = 1
const KIND = 'thervu-practice'

export type Practice = {
  sittings: readonly Sitting[]
  cards: readonly PracticeCard[]
  bookmarks: readonly Bookmark[]
}

export function writePracticeFile(practice: Practice): string {
  return JSON.stringify({ kind: KIND, version: FILE_VERSION, ...practice })
}

/** What a file holds, of before there were bookmarks, too: whole, or not at all. `newer`: made by a later version of the site. */
export function readPracticeFile(text: string): Practice | 'damaged' | 'newer' {
  try {
    const { kind, version, sittings, cards, bookmarks = [] } = JSON.parse(text)
    if (kind !== KIND || !Number.isInteger(version)) return 'damaged'
    if (version > FILE_VERSION) return 'newer'
    if (![sittings, cards, bookmarks].every(Array.isArray)) return 'damaged'
    const isWhole = sittings.every(isSitting) && cards.every(isCard) && bookmarks.every(isBookmark)
    return isWhole ? { sittings, cards, bookmarks } : 'damaged'
  } catch {
    return 'damaged'
  }
}

/** What of a file is not on this device yet; what is there stays as it is. */
export function newIn(file: Practice, here: Practice): Practice {
  const isMissing =
    <Each extends { id: string }>(all: readonly Each[]) =>
    ({ id }: Each) =>
      !all.some((each) => each.id === id)
  return {
    sittings: file.sittings.filter(isMissing(here.sittings)),
    cards: file.cards.filter(isMissing(here.cards)),
    bookmarks: file.bookmarks.filter(isMissing(here.bookmarks)),
  }
}
