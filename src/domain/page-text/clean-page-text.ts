import { isOfItsScript, isOldFont } from './page-script.ts'
import { removeGarbage } from './remove-garbage.ts'
import {
  joinHyphenated,
  joinSpacedOut,
  joinTamilSpaces,
  orderTamil,
  repairBroken,
} from './repair-page-text.ts'

/** UTF-16 units; an ordinary page has 3,000. */
const MOST_KEPT = 20_000
/** Ligatures, full-width and mathematical letters, which stand for ordinary ones; ² and ³ stay. */
const DRESSED = /[\ufb00-\ufb06\uff01-\uff5e\u2100-\u214f\u2150-\u215f\u{1d400}-\u{1d7ff}]/gu
const SPACE = /\p{Zs}+/gu
const TAB = /[\t\v\f]/
const LINE_END = /\r\n|[\r\n\u2028\u2029]/
const HYPHEN = '\ufffe'
const CONTROL = /[\p{Cf}\p{Cc}]/gu
/** A line without a word of this many letters is never searched for: numbers, options, formulas. */
const WORD = /\p{Script=Latin}{3}|\p{Script=Greek}{3}|(?!\p{Script=Latin}|\p{Script=Greek})\p{L}[\p{L}\p{M}]/u
const ROMAN = /(?<!\p{L})[ivxlc]+(?!\p{L})/giu
/** From this share of letters lost to an old font on, the rest of the page is checked more strictly. */
const OF_OLD_FONT = 0.15

/** Lines of words, at most 20,000 UTF-16 units, broken words and Tamil letters repaired; lines without a word go.
 * '' for a scan, and for fonts whose letters are not what they show. */
export function cleanPageText(text: string): string {
  const plain = text
    .slice(0, MOST_KEPT)
    .toWellFormed()
    .replace(DRESSED, (letter) => letter.normalize('NFKC'))
    .normalize('NFC')
    .replaceAll('\x02', HYPHEN)
    .replace(CONTROL, (sign) => (TAB.test(sign) ? ' ' : LINE_END.test(sign) ? sign : ''))
  const lines = orderTamil(plain)
    .split(LINE_END)
    .map((line) => joinSpacedOut(line).replace(SPACE, ' ').trim())
  const repaired = repairBroken(joinTamilSpaces(joinHyphenated(lines.join('\n'), HYPHEN)))
  const readable = removeGarbage(repaired)
  const strict = lettersIn(readable) < lettersIn(repaired) * (1 - OF_OLD_FONT)
  return readable
    .split('\n')
    .map((line) =>
      line
        .split(' ')
        .filter((word) => isOfItsScript(word) && !(strict && isOldFont(word)))
        .join(' '),
    )
    .filter((line) => WORD.test(line.replace(ROMAN, '')))
    .join('\n')
    .slice(0, MOST_KEPT)
}

function lettersIn(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0
}
