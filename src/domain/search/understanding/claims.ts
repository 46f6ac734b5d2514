import { soundOf } from '../words/sounds.ts'
import { errorsBetween, errorsForgiven, nearWords } from '../words/spelling.ts'
import type { Meaning, TitleWords, Vocabulary } from './vocabulary.ts'

/** The words from `from` up to and without `to` stand for something. */
export type Claim = { from: number; to: number; meaning: Meaning; corrected?: true }

/** Least letters of a correction: short names of months, classes and exams are too near to other words. */
const SURE = { month: 6, grade: 6, answered: 6, year: 6, board: 6, subject: 5, type: 5 }
const SURE_OF_WORDS = 6
const TRIED = 4
const CORRECTED = 6
/** Letters from which the beginning of a word says what it will be. */
const TELLING = 3
const TELLING_IN_A_ROW = 5

/** The longest spelling first, also by the sound of Tamil; in order, without overlaps. */
export function claimsIn(words: string[], vocabulary: Vocabulary, titles: TitleWords): Claim[] {
  const claims: Claim[] = []
  const soundAt = soundsOnce(words, titles)
  for (let from = 0; from < words.length; ) {
    const claim = claimAt(words, from, vocabulary, soundAt)
    if (claim) claims.push(claim)
    from = claim?.to ?? from + 1
  }
  return claims
}

/** Corrects words that stand for something only then, and tells which. The word at `open` is still being typed:
 * what titles' words begin with is no error there. */
export function correctWords(
  words: string[],
  claims: Claim[],
  open: number,
  vocabulary: Vocabulary,
  titles: TitleWords,
): { words: string[]; corrected: Set<number> } {
  const corrected = new Set<number>()
  let [read, known, looked] = [words, claims, 0]
  for (const [at, word] of words.entries()) {
    if (covers(known, at) || !mayBeMisspelt(word, vocabulary, titles)) continue
    if (at === open && titles.begun(word).length > 0) continue
    if (++looked > CORRECTED) break
    for (const meant of correctionsOf(word, vocabulary, titles)) {
      const tried = read.with(at, meant)
      const isNumbers = vocabulary.classWords.has(meant) || vocabulary.numbered.has(meant)
      const found = claimsIn(tried, vocabulary, titles)
      const claim = found.find(({ from, to }) => from <= at && at < to)
      if (!(claim || isNumbers) || !isSure(word, meant, claim)) continue
      read = tried
      known = found
      corrected.add(at)
      break
    }
  }
  return { words: read, corrected }
}

/** What the last words will stand for once they are typed to the end, where only one thing can be. */
export function claimOfBeginning(
  words: string[],
  vocabulary: Vocabulary,
  titles: TitleWords,
): Claim | undefined {
  for (const length of [3, 2, 1]) {
    const last = words.slice(-length)
    const beginning = last.join(' ')
    if (last.length < length || beginning.length < (length === 1 ? TELLING : TELLING_IN_A_ROW)) continue
    const begun = spellingsBegun(vocabulary.spellings, beginning)
    const [meaning] = begun.map((spelling) => vocabulary.meanings.get(spelling) as Meaning)
    if (!meaning || begun.some((spelling) => vocabulary.meanings.get(spelling) !== meaning)) continue
    if (length === 1) {
      // "Joint" alone is no JEE yet, though only "joint entrance" goes on from it; nor is "law" one of motion.
      if ((meaning.kind === 'facet' || meaning.subjects) && begun.every((spelling) => spelling.includes(' ')))
        continue
      const own = new Set(meaning.ways.flat())
      if (titles.begun(last[0] ?? '').some((word) => !own.has(word))) continue
    }
    return { from: words.length - length, to: words.length, meaning }
  }
}

export function covers(claims: Claim[], at: number): boolean {
  return claims.some(({ from, to }) => from <= at && at < to)
}

/** Lazily; '' for words of titles, which mean themselves. */
function soundsOnce(words: string[], titles: TitleWords) {
  const sounds: string[] = []
  return (at: number) => {
    const word = words[at] ?? ''
    const isItself = !isTamil(word) && (word.length <= TELLING || titles.has(word))
    if (sounds[at] !== undefined) return sounds[at]
    const sound = isItself ? '' : soundOf(word)
    // "Path" and "array" sound like short words of Tamil, too.
    sounds[at] = isTamil(word) || sound.length > TELLING ? sound : ''
    return sounds[at]
  }
}

function claimAt(words: string[], from: number, vocabulary: Vocabulary, soundAt: (at: number) => string) {
  const most = Math.min(vocabulary.longest, words.length - from)
  for (let length = most; length > 0; length--) {
    const meaning = vocabulary.meanings.get(words.slice(from, from + length).join(' '))
    if (meaning) return { from, to: from + length, meaning }
    const sounds = Array.from({ length }, (_, nth) => soundAt(from + nth))
    const bySound = sounds.includes('') ? undefined : vocabulary.sounds.get(sounds.join(' '))
    if (bySound) return { from, to: from + length, meaning: bySound }
  }
}

function isTamil(word: string) {
  return /\p{Script=Tamil}/u.test(word)
}

function mayBeMisspelt(word: string, vocabulary: Vocabulary, titles: TitleWords) {
  const { classWords, numbered, counted, leftAsTyped, questionWords } = vocabulary
  if (/\d/.test(word) || errorsForgiven(word) === 0 || titles.has(word)) return false
  return ![classWords, numbered, counted, leftAsTyped, questionWords].some((words) => words.has(word))
}

function correctionsOf(word: string, vocabulary: Vocabulary, titles: TitleWords) {
  const near = nearWords(word, vocabulary.corrections).filter((meant) => beginsAlike(word, meant))
  const [best] = near
  if (best === undefined) return []
  const most = errorsForgiven(word)
  const [ofTitles = ''] = titles.closeTo(word)
  const isNearer = ofTitles !== '' && errorsBetween(word, ofTitles, most) < errorsBetween(word, best, most)
  return isNearer ? [] : near.slice(0, TRIED)
}

function beginsAlike([first, second]: string, [itsFirst, itsSecond]: string) {
  return first === itsFirst || (first === itsSecond && second === itsFirst)
}

/** Long enough, or only with letters transposed: "light" is no "eight". */
function isSure(word: string, meant: string, claim: Claim | undefined) {
  if (claim && claim.to - claim.from > 1) return true
  const isChangedAbout = [...word].sort().join() === [...meant].sort().join()
  const [of] = claim?.meaning.meant ?? []
  const isName = of?.facet === 'subject' || of?.facet === 'type'
  const least = of ? SURE[of.facet] : SURE_OF_WORDS
  return [...meant].length >= (isChangedAbout && (isName || !of) ? least - 1 : least)
}

function spellingsBegun(spellings: readonly string[], beginning: string) {
  let [low, high] = [0, spellings.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((spellings[middle] as string) < beginning) low = middle + 1
    else high = middle
  }
  const begun: string[] = []
  for (let at = low; spellings[at]?.startsWith(beginning); at++) begun.push(spellings[at] as string)
  return begun
}
