/** Letters below which no error is forgiven, and from which two are. */
const FORGIVEN = 4
const FORGIVEN_TWICE = 8

/** Letters as numbers, each with its marks: a Tamil vowel sign is no letter of its own. */
type Spelt = { letters: number[]; mask: number }
type SpeltWords = { lengths: Uint16Array; masks: Int32Array; letters: number[][] }

const MARKS = /\p{M}/u
const LETTER = /\P{M}\p{M}*/gu
const numbers = new Map<string, number>()
const cache = new WeakMap<readonly string[], SpeltWords>()

export function errorsForgiven(word: string): number {
  const length = word.match(LETTER)?.length ?? 0
  return length < FORGIVEN ? 0 : length < FORGIVEN_TWICE ? 1 : 2
}

/** Known words within the errors forgiven, or `most`, nearest first. Errors are letters too many, missing, wrong or transposed;
 * also a vowel sign transposed with the letter after it, where nothing is nearer. */
export function nearWords(
  word: string,
  known: readonly string[],
  most: number = errorsForgiven(word),
): string[] {
  if (most === 0) return []
  const typed = spell(word)
  const near: [word: string, errors: number][] = []
  const { lengths, masks, letters } = spellAll(known)
  const [length, mask] = [typed.letters.length, typed.mask]
  for (let at = 0; at < known.length; at++) {
    const other = masks[at] as number
    // Words that share too few letters are skipped without looking at their order.
    if (Math.abs((lengths[at] as number) - length) > most) continue
    if (bits(other & ~mask) > most || bits(mask & ~other) > most) continue
    const errors = distance(typed.letters, letters[at] as number[], most)
    if (errors <= most) near.push([known[at] as string, errors])
  }
  if (near.length === 0 && MARKS.test(word)) return known.filter((other) => isChangedAbout(word, other))
  return near.sort(([, a], [, b]) => a - b).map(([found]) => found)
}

/** A vowel sign that changed places with its neighbour makes two letters wrong. */
function isChangedAbout(one: string, other: string) {
  if (one.length !== other.length) return false
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  const isSwapped = one[at] === other[at + 1] && one[at + 1] === other[at]
  return isSwapped && one.slice(at + 2) === other.slice(at + 2)
}

/** Optimal string alignment distance, or more than `most` as soon as that is sure. */
export function errorsBetween(one: string, other: string, most: number): number {
  return distance(spell(one).letters, spell(other).letters, most)
}

function spellAll(known: readonly string[]) {
  const cached = cache.get(known)
  if (cached?.letters.length === known.length) return cached
  const words = known.map(spell)
  const all = {
    lengths: Uint16Array.from(words, ({ letters }) => letters.length),
    masks: Int32Array.from(words, ({ mask }) => mask),
    letters: words.map(({ letters }) => letters),
  }
  cache.set(known, all)
  return all
}

function spell(word: string): Spelt {
  const letters = (word.match(LETTER) ?? []).map(numberOf)
  return { letters, mask: letters.reduce((mask, letter) => mask | (1 << (letter & 31)), 0) }
}

function numberOf(letter: string) {
  if (letter.length === 1) return letter.charCodeAt(0)
  const known = numbers.get(letter)
  if (known !== undefined) return known
  // Bounded, as searches are strangers' text; Tamil has 247 letters, and a shared number forgives too much once.
  const number = 0x20000 + (numbers.size < 20_000 ? numbers.size : 0)
  if (numbers.size < 20_000) numbers.set(letter, number)
  return number
}

function bits(mask: number) {
  let count = 0
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++
  return count
}

function distance(one: number[], other: number[], most: number) {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let before: number[] = []
  let last = Array.from(other, (_, at) => at)
  last.push(other.length)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    let least = i
    for (let j = 1; j <= other.length; j++) {
      const wrong = one[i - 1] === other[j - 1] ? 0 : 1
      let errors = Math.min(
        (last[j] as number) + 1,
        (row[j - 1] as number) + 1,
        (last[j - 1] as number) + wrong,
      )
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        errors = Math.min(errors, (before[j - 2] as number) + 1)
      }
      row.push(errors)
      if (errors < least) least = errors
    }
    if (least > most) return most + 1
    before = last
    last = row
  }
  return last[other.length] as number
}
