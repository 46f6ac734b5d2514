const WORD = /[\p{L}\p{N}\p{Co}\p{Mn}\p{Mc}]+/gu
const TAMIL = /\p{Script=Tamil}/u
const SHORTEST = 3

/** By their Roman letters, voiced and unvoiced alike. */
const CONSONANTS: Record<string, string> = {
  க: 'k',
  ங: 'n',
  ச: 's',
  ஞ: 'n',
  ட: 't',
  ண: 'n',
  த: 't',
  ந: 'n',
  ப: 'p',
  ம: 'm',
  ய: 'y',
  ர: 'r',
  ல: 'l',
  வ: 'v',
  ழ: 'l',
  ள: 'l',
  ற: 'r',
  ன: 'n',
  ஜ: 's',
  ஶ: 's',
  ஷ: 's',
  ஸ: 's',
  ஹ: 'k',
}
const VOWELS: Record<string, string> = {
  அ: 'a',
  ஆ: 'a',
  இ: 'i',
  ஈ: 'i',
  உ: 'u',
  ஊ: 'u',
  எ: 'e',
  ஏ: 'e',
  ஐ: 'a',
  ஒ: 'o',
  ஓ: 'o',
  ஔ: 'au',
  '\u0bbe': 'a',
  '\u0bbf': 'i',
  '\u0bc0': 'i',
  '\u0bc1': 'u',
  '\u0bc2': 'u',
  '\u0bc6': 'e',
  '\u0bc7': 'e',
  '\u0bc8': 'a',
  '\u0bca': 'o',
  '\u0bcb': 'o',
  '\u0bcc': 'au',
}
const PULLI = '\u0bcd'

const ROMAN: [RegExp, string][] = [
  [/zh|z/g, 'l'],
  [/ksh/g, 'ks'],
  [/sh|ch|j|c(?=[eiy])/g, 's'],
  [/ph|f/g, 'p'],
  [/w/g, 'v'],
  [/x/g, 'ks'],
  [/[cqg]/g, 'k'],
  [/d/g, 't'],
  [/b/g, 'p'],
  [/([kstpnmrlv])h/g, '$1'],
  [/h$/, ''],
  [/h/g, 'k'],
  [/ee/g, 'i'],
  [/oo/g, 'u'],
  [/oa/g, 'o'],
  [/ea|ae/g, 'e'],
  [/ai|ei|ay(?![aeiou])|ey(?![aeiou])/g, 'a'],
  [/o[uw]/g, 'au'],
]

/** What both scripts differ in by habit: lengths, glides and endings that sandhi changes. */
const HABITS: [RegExp, string][] = [
  [/ny?tr/g, 'nr'],
  [/(.)\1+/g, '$1'],
  [/iy(?=[aeiou])/g, 'i'],
  [/(.)\1+/g, '$1'],
]

/** Letters that never follow each other in a Tamil word, and an end that none has. */
const NOT_TAMIL = /^[^aeiou]{2}|[kspv][^aeiou]|t[^aeioukpr]|[^aeiou]{3}|s$/

/** The same for a Tamil word and its Roman spellings (வினாத்தாள், vinathal); '' without a Tamil sound. */
export function soundOf(word: string): string {
  const lower = word.normalize('NFC').toLowerCase()
  if (TAMIL.test(lower)) return withoutEnding(folded(ofTamil(tamilStem(lower))))
  if (!/^\p{Script=Latin}[\p{Script=Latin}\p{Mn}]*$/u.test(lower)) return ''
  const key = folded(ofRoman(lower))
  return NOT_TAMIL.test(key) ? '' : withoutEnding(withoutPlural(key))
}

export function soundsOf(text: string): string[] {
  const words =
    text
      .normalize('NFC')
      .replace(/\p{Cf}/gu, '')
      .match(WORD) ?? []
  return [...new Set(words.map(soundOf))].filter((key) => key !== '')
}

function ofTamil(word: string) {
  let key = ''
  const letters = [...word.replaceAll('ற்ற', 'ட்ர')]
  for (const [at, letter] of letters.entries()) {
    const next = letters[at + 1] ?? ''
    const consonant = CONSONANTS[letter]
    if (consonant === undefined) key += VOWELS[letter] ?? ''
    else key += next === PULLI || (VOWELS[next] && !/\p{L}/u.test(next)) ? consonant : `${consonant}a`
  }
  return key
}

function ofRoman(word: string) {
  const plain = word.normalize('NFD').replace(/\p{M}/gu, '')
  return ROMAN.reduce((key, [letters, folded]) => key.replace(letters, folded), plain).replace(/[^a-z]/g, '')
}

function folded(key: string) {
  return HABITS.reduce((text, [letters, folded]) => text.replace(letters, folded), key)
}

function withoutPlural(key: string) {
  return key.length > 6 ? key.replace(/kal$/, '') : key
}

function withoutEnding(key: string) {
  const bare = key.replace(/u$/, '').replace(/am$/, 'a')
  return bare.length < SHORTEST ? '' : bare
}

/** Least letters of a stem, where the ending is sure and where it may be the noun's own. */
const SHORTEST_STEM = 2
const SHORTEST_OF_DOUBTFUL = 3
const LETTER = /\P{M}\p{M}*/gu

/** Cases, plural, "and", and the letter that sandhi doubles, longest first.
 * A sign before an ending belongs to the noun's last letter, which gets its pulli back. */
const ENDINGS: [RegExp, string][] = [
  [/த்(?:தின்|தில்|தை|திற்கு|துக்கு|துடன்|தால்|தோடு|திலிருந்து)$/u, 'ம்'],
  [/(?:க்)?(?:கள்|களை|களின்|களில்|களும்|களுக்கு|களுக்கான|களுடன்)$/u, ''],
  [/யுடன்$|யும்$|யின்$|யில்$/u, ''],
  [/(?:ு|\u0bbf)(?:டன்|க்கு|க்கான|ன்|ல்)$/u, '\u0bcd'],
  [/ு(?:ம்)$/u, '\u0bcd'],
  [/(?<!\u0bcd)(?:க்|ச்|த்|ப்)$/u, ''],
]

/** For NFC: வினாத்தாள்களில் → வினாத்தாள், கணிதத்தின் → கணிதம், அரையாண்டுத் → அரையாண்டு. */
function tamilStem(word: string): string {
  let stem = word
  for (const [ending, instead] of ENDINGS) {
    const bare = stem.replace(ending, instead)
    const least = instead === '\u0bcd' ? SHORTEST_OF_DOUBTFUL : SHORTEST_STEM
    if ((bare.match(LETTER)?.length ?? 0) >= least) stem = bare
  }
  return stem
}
