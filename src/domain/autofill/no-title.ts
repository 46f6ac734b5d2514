import { dropRubbish } from '../page-text/drop-rubbish.ts'

/** What is wrong with a title that tells nobody which paper it is, in a few words; null when it may be one. */
export function whyNoTitle(title: string): string | null {
  const words = title.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  if (words.length === 0) return null
  if (words.every(isGibberish)) return 'These letters are not words'
  if (words.length === 1 && !/\d/.test(title)) return 'One word says too little'
  return null
}

/** Letters and digits in turn, or letters that nobody can say. */
function isGibberish(word: string): boolean {
  const turns = word.match(/\p{L}(?=\d)|\d(?=\p{L})/gu)?.length ?? 0
  return turns >= 2 || (/\p{L}{3}/u.test(word) && dropRubbish(word) === '')
}
