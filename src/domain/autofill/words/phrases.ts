import { BOARD_WORDS, CLASS_WORDS } from './class-words.ts'
import { EXAM_WORDS } from './exam-words.ts'
import { FILED_WORDS } from './filed-words.ts'
import type { Sense } from './sense.ts'
import { SUBJECT_WORDS } from './subject-words.ts'
import { type Word, wordsOf } from './words.ts'

export type Found = { at: number; length: number; sense: Sense }

const PHRASES = new Map<string, Sense>()
const LONGEST = 6

/** The longest where several begin together; none overlaps another. */
export function sensesIn(words: Word[]): Found[] {
  if (PHRASES.size === 0) learn()
  const found: Found[] = []
  for (let at = 0; at < words.length; ) {
    const hit = longestAt(words, at)
    if (hit) found.push(hit)
    at += hit?.length ?? 1
  }
  return found
}

function longestAt(words: Word[], at: number): Found | undefined {
  let hit: Found | undefined
  let phrase = ''
  for (let length = 1; length <= LONGEST && at + length <= words.length; length++) {
    phrase += `${length > 1 ? ' ' : ''}${words[at + length - 1]?.text}`
    const sense = PHRASES.get(phrase)
    if (sense) hit = { at, length, sense }
  }
  return hit
}

function learn() {
  for (const list of [FILED_WORDS, SUBJECT_WORDS, BOARD_WORDS, CLASS_WORDS, EXAM_WORDS]) {
    for (const [phrases, sense] of list) {
      for (const phrase of phrases.split(', ')) if (phrase) PHRASES.set(asRead(phrase), sense)
    }
  }
}

/** As words are read out of a name: "+2" is two of them. */
function asRead(phrase: string) {
  return wordsOf(phrase.normalize('NFKC'))
    .map(({ text }) => text)
    .join(' ')
}
