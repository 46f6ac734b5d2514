import { removeGarbage } from '#domain/page-text/remove-garbage.ts'

/** Words of any test or paper, with nothing that tells which. */
const SAYS_LITTLE = /^(?:(?:the )?(?:test|exam|paper)s?[\s,-]+)+(?:question )?(?:test|exam|paper)s?$/i
/** "65/1/3", as codes of papers are printed, and the set that such a code says. */
const CODE = /\d+(?:\/[\dA-Z]\b)+/
const CODES = /\d+(?:\/[\dA-Z]\b)+|\bset \w+/gi

/** Why a title tells nobody which paper it is, as shown to the administrator; null when it may be one. */
export function whyNoTitle(title: string): string | null {
  const words = title.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  if (words.length === 0) return null
  if (words.every(isGibberish)) return 'These letters are not words'
  if (words.length === 1 && !/\d/.test(title)) return 'One word says too little'
  if (SAYS_LITTLE.test(title)) return 'These words say too little'
  const beside = title.replace(CODES, ' ').match(/\p{L}[\p{L}\p{M}]+/gu) ?? []
  if (CODE.test(title) && beside.length === 1) return 'A code and one word say too little'
  return null
}

function isGibberish(word: string): boolean {
  const alternations = word.match(/\p{L}(?=\d)|\d(?=\p{L})/gu)?.length ?? 0
  return alternations >= 2 || (/\p{L}{3}/u.test(word) && removeGarbage(word) === '')
}
