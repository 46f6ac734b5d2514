/** Least letters of a stem, where the ending is sure and where it may be the noun's own. */
const SHORTEST = 2
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
export function tamilStem(word: string): string {
  let stem = word
  for (const [ending, instead] of ENDINGS) {
    const bare = stem.replace(ending, instead)
    const least = instead === '\u0bcd' ? SHORTEST_OF_DOUBTFUL : SHORTEST
    if ((bare.match(LETTER)?.length ?? 0) >= least) stem = bare
  }
  return stem
}
