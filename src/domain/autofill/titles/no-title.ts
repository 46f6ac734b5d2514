import { removeGarbage } from '#domain/page-text/remove-garbage.ts'

/** Why a title tells nobody which paper it is, as shown to the administrator; null when it may be one. */
export function whyNoTitle(title: string): string | null {
  const words = title.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  if (words.length === 0) return null
  if (words.every(isGibberish)) return 'These letters are not words'
  if (words.length === 1 && !/\d/.test(title)) return 'One word says too little'
  return null
}

function isGibberish(word: string): boolean {
  const alternations = word.match(/\p{L}(?=\d)|\d(?=\p{L})/gu)?.length ?? 0
  return alternations >= 2 || (/\p{L}{3}/u.test(word) && removeGarbage(word) === '')
}
