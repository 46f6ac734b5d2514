import { clustersOf, drawBlock, type Text, type TextStyle } from './render-text.ts'

/** Characters without glyphs in our fonts would be drawn as boxes. */
const UNKNOWN =
  /[^\p{Script=Latin}\p{Script=Tamil}\p{Script=Devanagari}\p{Script=Greek}\p{Script=Common}\p{Script=Inherited}]/gu
/** With what colours, joins or frames a pictograph: alone, each would be a box. */
const SIGNS =
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\p{Variation_Selector}\p{Cc}\p{Cf}\p{Co}\p{Cn}]|\u20e3/gu
/** Our fonts have these pictographs, and the two that are not seen join and part letters of Indian scripts. */
const KEPT = '©®™\u200C\u200D'
/** Between pictographs that were left out, they join nothing. */
const LOST_JOINS = /(?<=^|\s)[\u200C\u200D]+(?=\s|$)/g
const SIZES = [108, 96, 84, 74, 66, 58, 52, 46, 42, 38]
/** Letters of this size and more need air above and below. */
const LARGE = 50
const AIR = 0.84
/** Narrower lines are tried, so that the last is not a single word. */
const NARROWER = [0.9, 0.8, 0.7, 0.6]

/** The largest letters that fit; "…" where the smallest do not. */
export async function drawTitle(
  title: string,
  letters: Omit<TextStyle, 'size'>,
  box: { width: number; height: number },
): Promise<Text> {
  for (const size of SIZES) {
    const text = await drawBlock(title, { ...letters, size }, box.width)
    const height = size >= LARGE ? box.height * AIR : box.height
    if (fits(text, { ...box, height })) return await balance(title, { ...letters, size }, text, box.width)
  }
  return await shorten(title, { ...letters, size: SIZES.at(-1) as number }, box)
}

export function legible(title: string): string {
  return title
    .replace(UNKNOWN, ' ')
    .replace(SIGNS, (sign) => (KEPT.includes(sign) ? sign : ' '))
    .replace(LOST_JOINS, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Balances the lines, without adding any. */
async function balance(title: string, letters: TextStyle, widest: Text, width: number) {
  let best = widest
  for (const share of NARROWER) {
    const text = await drawBlock(title, letters, Math.round(width * share))
    if (text.height > widest.height + letters.size / 2 || text.width > width * share + 1) break
    best = text
  }
  return best
}

async function shorten(title: string, letters: TextStyle, box: { width: number; height: number }) {
  const parts = clustersOf(title)
  const drawn = (count: number) =>
    drawBlock(`${parts.slice(0, count).join('').trimEnd()}…`, letters, box.width)
  let [fitting, tooMany] = [1, parts.length]
  while (tooMany - fitting > 1) {
    const middle = Math.floor((fitting + tooMany) / 2)
    if (fits(await drawn(middle), box)) fitting = middle
    else tooMany = middle
  }
  return await drawn(fitting)
}

function fits(text: Text, box: { width: number; height: number }) {
  return text.width <= box.width + 1 && text.height <= box.height
}
