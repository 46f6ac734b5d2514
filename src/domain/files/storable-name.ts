/** What Windows allows in no file name, and marks that change the direction of text. */
const FORBIDDEN = /[<>:"/\\|?*\p{Cc}\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu
const ENDING = /\.[A-Za-z0-9]{1,5}$/
/** Windows' device names, with any ending. */
const RESERVED = /^(con|prn|aux|nul|(com|lpt)[0-9¹²³])$/i

const graphemes = new Intl.Segmenter('ta', { granularity: 'grapheme' })

/** As many graphemes as fit into so many bytes of UTF-8; no name ends in a dot or a space, which Windows strips. */
export function cutToBytes(text: string, bytes: number): string {
  let kept = ''
  let length = 0
  for (const { segment } of graphemes.segment(text)) {
    length += new TextEncoder().encode(segment).length
    if (length > bytes) break
    kept += segment
  }
  return kept.replace(/[. ]+$/, '')
}

/** The name of a file in at most so many bytes of UTF-8, with its ending. */
export function cutName(name: string, bytes: number): string {
  if (new TextEncoder().encode(name).length <= bytes) return name
  const ending = ENDING.exec(name)?.[0] ?? ''
  return cutToBytes(name.slice(0, name.length - ending.length), bytes - ending.length) + ending
}

export function withoutForbidden(text: string): string {
  return text.normalize('NFC').toWellFormed().replace(FORBIDDEN, ' ').replace(/\s+/g, ' ').trim()
}

/** A name that Windows, too, can store as it is; "paper" where nothing is left but its ending. */
export function storableName(name: string): string {
  const clean = withoutForbidden(name)
  const ending = ENDING.exec(clean)?.[0] ?? ''
  // Windows strips a dot or a space at the end; at the beginning, a dot hides the file elsewhere.
  const stem = clean
    .slice(0, clean.length - ending.length)
    .replace(/[. ]+$/, '')
    .replace(/^[. ]+/, '')
  const isNamed = /[\p{L}\p{N}\p{S}]/u.test(stem)
  const isReserved = RESERVED.test(stem.split('.')[0]?.trim() ?? '')
  return `${isNamed ? (isReserved ? `paper ${stem}` : stem) : 'paper'}${ending}`
}

const CONSONANTS: Record<string, string> = {
  க: 'k',
  ங: 'ng',
  ச: 'ch',
  ஞ: 'nj',
  ட: 't',
  ண: 'n',
  த: 'th',
  ந: 'n',
  ப: 'p',
  ம: 'm',
  ய: 'y',
  ர: 'r',
  ல: 'l',
  வ: 'v',
  ழ: 'zh',
  ள: 'l',
  ற: 'r',
  ன: 'n',
  ஜ: 'j',
  ஶ: 'sh',
  ஷ: 'sh',
  ஸ: 's',
  ஹ: 'h',
}
const VOWELS: Record<string, string> = {
  அ: 'a',
  ஆ: 'aa',
  இ: 'i',
  ஈ: 'ee',
  உ: 'u',
  ஊ: 'oo',
  எ: 'e',
  ஏ: 'e',
  ஐ: 'ai',
  ஒ: 'o',
  ஓ: 'o',
  ஔ: 'au',
}
const SIGNS: Record<string, string> = {
  '\u0bbe': 'aa',
  '\u0bbf': 'i',
  '\u0bc0': 'ee',
  '\u0bc1': 'u',
  '\u0bc2': 'oo',
  '\u0bc6': 'e',
  '\u0bc7': 'e',
  '\u0bc8': 'ai',
  '\u0bca': 'o',
  '\u0bcb': 'o',
  '\u0bcc': 'au',
  '\u0bcd': '',
}

/** Tamil in Roman letters: கணிதம் becomes "kanitham". */
export function romanized(text: string): string {
  const letters = [...text.normalize('NFC')]
  return letters
    .map((letter, at) => {
      const consonant = CONSONANTS[letter]
      if (consonant !== undefined)
        return SIGNS[letters[at + 1] ?? ''] === undefined ? `${consonant}a` : consonant
      const digit = letter.charCodeAt(0) - 0x0be6
      return VOWELS[letter] ?? SIGNS[letter] ?? (digit >= 0 && digit < 10 ? String(digit) : letter)
    })
    .join('')
}
