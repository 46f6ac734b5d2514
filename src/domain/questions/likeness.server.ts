import { hash } from 'node:crypto'

/** What questions are compared by: those that share a key may be alike, and their sketches tell whether they are; of the same
 * words `id`, a number of 48 bits, is the same. */
export type Likeness = { id: number; keys: number[]; sketch: string }

/** Each with the row that begins an alternative: only what is before it is compared. */
const SCRIPTS = [
  { words: /\p{Script=Latin}+/gu, or: /^\W*or\W*$/im },
  { words: /[\p{Script=Devanagari}&&[\p{L}\p{M}]]+/gv, or: /^\P{L}*अथवा\P{L}*$/mu },
  { words: /[\p{Script=Tamil}&&[\p{L}\p{M}]]+/gv, or: /^\P{L}*அல்லது\P{L}*$/mu },
]
/** Below so many different words of three letters and more, questions that are not alike have the same ones: "Find the value
 * of x". */
const LEAST_WORDS = 8
/** A passage and its questions are alike when they begin so. */
const MOST_WORDS = 60
/** Of all their words, those that both have. Of real papers' pairs from here on all ask the same, and below it hardly any. */
const SHARED = 0.8
/** Of two texts that share nine words in ten, 98 in 100 have one of the keys in common, of those that share a third 5. */
const [KEYS, WORDS_OF_KEY] = [4, 4]
const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/**
 * Of the words without numbers, in any order, in one script: the English ones where there are enough. Null for a question
 * of few words, such as one that is mostly a formula.
 */
export function likenessOf(text: string): Likeness | null {
  const plain = text.normalize('NFKC').toLowerCase()
  for (const { words, or } of SCRIPTS) {
    const [own = ''] = plain.split(or)
    const all = new Set((own.match(words) ?? []).slice(0, MOST_WORDS))
    if ([...all].filter((word) => word.length > 2).length >= LEAST_WORDS) return likenessOfWords([...all])
  }
  return null
}

function likenessOfWords(words: string[]): Likeness {
  const hashes = words.map(hashOf)
  const signs = hashes.map((hash) => (SIGNS[hash & 63] ?? '') + (SIGNS[(hash >>> 6) & 63] ?? ''))
  // The words that come first in another order for each key: the same ones wherever most words are the same.
  const keys = Array.from({ length: KEYS }, (_, key) => {
    const first = hashes.map((hash) => mixed(hash + key)).sort((one, other) => one - other)
    return first.slice(0, WORDS_OF_KEY).reduce((sum, hash) => mixed(sum ^ hash), key)
  })
  const sketch = signs.sort().join('')
  return { id: Number.parseInt(hash('sha256', sketch, 'hex').slice(0, 12), 16), keys, sketch }
}

/** Whether two sketches are of the same words, but for a fifth of them. */
export function areAlike(one: string, other: string): boolean {
  const [own, others] = [signsOf(one), signsOf(other)]
  const shared = others.filter((sign) => own.includes(sign)).length
  return shared >= SHARED * (own.length + others.length - shared)
}

function signsOf(sketch: string): string[] {
  return sketch.match(/../g) ?? []
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return mixed(hash)
}

function mixed(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35)
  return (twice ^ (twice >>> 16)) >>> 0
}
