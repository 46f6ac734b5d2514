import { drawBlock, type Letters, type Text } from './letters.ts'
import { clustersOf } from './line-within.ts'

/** What we have letters for. The rest would stand there as boxes with numbers in them. */
const UNKNOWN = /[^\p{Script=Latin}\p{Script=Tamil}\p{Script=Greek}\p{Script=Common}\p{Script=Inherited}]/gu
const SIGNS = /[\p{Extended_Pictographic}\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu
/** Of the pictographs only emoji; these are letters of ours. */
const KEPT = '©®™'
const SIZES = [108, 96, 84, 74, 66, 58, 52, 46, 42, 38]
/** Letters from this size on need air above and below; smaller ones may fill the box. */
const LARGE = 50
const AIR = 0.84
/** How much narrower lines are tried, so that the last is not a single word. */
const NARROWER = [0.9, 0.8, 0.7, 0.6]

/** A title in letters as large as the box allows; where the smallest are still too large, it ends in "…". */
export async function drawTitle(
  title: string,
  letters: Omit<Letters, 'size'>,
  box: { width: number; height: number },
): Promise<Text> {
  for (const size of SIZES) {
    const text = await drawBlock(title, { ...letters, size }, box.width)
    const height = size >= LARGE ? box.height * AIR : box.height
    if (fits(text, { ...box, height })) return await balance(title, { ...letters, size }, text, box.width)
  }
  return await shorten(title, { ...letters, size: SIZES.at(-1) as number }, box)
}

/** The title without what cannot be drawn; empty when nothing is left. */
export function legible(title: string): string {
  return title
    .replace(UNKNOWN, ' ')
    .replace(SIGNS, (sign) => (KEPT.includes(sign) ? sign : ' '))
    .replace(/\s+/g, ' ')
    .trim()
}

/** The same lines of more equal length, as long as they do not become more. */
async function balance(title: string, letters: Letters, widest: Text, width: number) {
  let best = widest
  for (const share of NARROWER) {
    const text = await drawBlock(title, letters, Math.round(width * share))
    if (text.height > widest.height + letters.size / 2 || text.width > width * share + 1) break
    best = text
  }
  return best
}

/** Halves its way to the most letters that fit. */
async function shorten(title: string, letters: Letters, box: { width: number; height: number }) {
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
