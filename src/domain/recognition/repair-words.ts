const RUN = /[\p{L}\p{M}]+/gu
const SCRIPTS = ['Latin', 'Greek', 'Tamil', 'Devanagari', 'Telugu', 'Kannada', 'Malayalam', 'Bengali'].map(
  (script) => new RegExp(String.raw`\p{Script=${script}}`, 'u'),
)

/** Letters of two scripts next to each other, which nobody prints: "Maथs". "A-இல்" and "x²" are words. */
export function mixesScripts(word: string): boolean {
  return (word.match(RUN) ?? []).some((run) => SCRIPTS.filter((script) => script.test(run)).length > 1)
}

const OPTION = /^\(([A-Ea-e])\)/
/** What is read for the letters of options. */
const MISREAD = /^\(([0O8&6])\)/
/** An option stands so many lines from another one. */
const NEAR = 3

/** "(8)" and "(0)" next to options (A) and (C), or in small letters "(6)" and "(0)", as the letters that they are; "(0)"
 * elsewhere becomes ''. A number of a list, "(8)" after "(7)", stays. */
export function repairOptions(lines: string[][]): string[][] {
  const words = lines.flat()
  return lines.map((line, at) => {
    const near = lines.slice(Math.max(0, at - NEAR), at + NEAR + 1).flat()
    return line.map((word) => {
      const sign = MISREAD.exec(word)?.[1]
      if (!sign) return word
      const letters = near.flatMap((each) => OPTION.exec(each)?.[1] ?? [])
      if (letters.length === 0 || (sign !== '0' && isCounted(words, sign))) return word === '(0)' ? '' : word
      const letter = sign === '0' || sign === 'O' ? 'D' : 'B'
      const isSmall = letters.filter((each) => each === each.toLowerCase()).length * 2 > letters.length
      return word.replace(MISREAD, `(${isSmall ? letter.toLowerCase() : letter})`)
    })
  })
}

function isCounted(words: string[], sign: string): boolean {
  const number = Number(sign)
  return [number - 1, number + 1].some((next) => words.some((word) => word.startsWith(`(${next})`)))
}
