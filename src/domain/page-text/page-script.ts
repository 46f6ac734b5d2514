const KNOWN = [
  'Latin',
  'Greek',
  'Tamil',
  'Devanagari',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Bengali',
  'Gujarati',
  'Gurmukhi',
  'Oriya',
].map((script) => new RegExp(String.raw`\p{Script=${script}}`, 'gu'))
/** Letters of Icelandic: where papers here show them, a font draws Tamil or Hindi with them. */
const ICELANDIC = /[ðÐþÞ]/
/** Capitals that run into small letters, except "MCQs", "XIIth" and the like. */
const CAPITALS_FIRST = /^\P{L}*(?![IVXLC]+(?:st|nd|rd|th)\b)\p{Lu}{2,}(?:\p{Ll}{2,}|(?!s)\p{Ll}(?!\p{L}))/u
/** Signs between letters: names of programs have them too, words of a page in an old font do not. */
const SIGN_WITHIN = /\p{L}[_°±²³·^#%@*=+]\p{L}|\p{Ll}\.\p{Ll}{2}|^[`'"]?\{/u

/** Whether a word is of one script that papers here are written in: mixed letters are another font's numbers. */
export function isOfItsScript(word: string): boolean {
  if (ICELANDIC.test(word)) return false
  const letters = word.match(/\p{L}/gu) ?? []
  const counts = KNOWN.map((script) => word.match(script)?.filter((sign) => /\p{L}/u.test(sign)).length ?? 0)
  const known = counts.reduce((sum, count) => sum + count, 0)
  return known === letters.length && counts.slice(2).filter((count) => count > 0).length <= 1
}

/** Whether a word, on a page where an old font is known to be used, is rather that font's than English. */
export function isOldFont(word: string): boolean {
  if (/^(?:https?:|www\.)/i.test(word)) return false
  return CAPITALS_FIRST.test(word) || SIGN_WITHIN.test(word)
}
