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
/** Papers here have no Icelandic: a font draws Tamil or Hindi with its letters. */
const ICELANDIC = /[ðÐþÞ]/
/** Capitals that run into small letters, except "MCQs", "XIIth" and the like. */
const CAPITALS_FIRST = /^\P{L}*(?![IVXLC]+(?:st|nd|rd|th)\b)\p{Lu}{2,}(?:\p{Ll}{2,}|(?!s)\p{Ll}(?!\p{L}))/u
/** Between letters; names of programs have these too, but words of a page in an old font do not. */
const SIGN_WITHIN = /\p{L}[_°±²³·^#%@*=+]\p{L}|\p{Ll}\.\p{Ll}{2}|^[`'"]?\{/u

/** Whether a word is of one script that papers here are written in; mixed ones are another font's codes. */
export function isOfItsScript(word: string): boolean {
  if (ICELANDIC.test(word)) return false
  const letters = word.match(/\p{L}/gu) ?? []
  const counts = KNOWN.map((script) => word.match(script)?.filter((sign) => /\p{L}/u.test(sign)).length ?? 0)
  const known = counts.reduce((sum, count) => sum + count, 0)
  return known === letters.length && counts.slice(2).filter((count) => count > 0).length <= 1
}

/** For a page that is known to use an old font: whether a word is rather that font's than English. */
export function isOldFont(word: string): boolean {
  if (/^(?:https?:|www\.)/i.test(word)) return false
  return CAPITALS_FIRST.test(word) || SIGN_WITHIN.test(word)
}
