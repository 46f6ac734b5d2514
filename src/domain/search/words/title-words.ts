import type { TitleWords } from '../understanding/vocabulary.ts'
import { nearWords } from './spelling.ts'

/** Past so many words, a beginning can be anything. */
const BEGUN_LIMIT = 200

export function titleWordsOf(words: Iterable<string>): TitleWords {
  const all = [...new Set(words)].sort()
  const known = new Set(all)
  return {
    has: (word) => known.has(word),
    begun(letters) {
      let [low, high] = [0, all.length]
      while (low < high) {
        const middle = (low + high) >> 1
        if ((all[middle] as string) < letters) low = middle + 1
        else high = middle
      }
      let end = low
      while (end - low < BEGUN_LIMIT && all[end]?.startsWith(letters)) end++
      return all.slice(low, end)
    },
    closeTo: (word) => nearWords(word, all),
  }
}
