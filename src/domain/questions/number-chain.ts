import type { Row } from './page-rows.ts'

/** A number at the beginning of a row: [4] for "4.", [2, 3] for "2.3."; `isSure` when a dot, bracket or Q says that it counts. */
export type Numbered = {
  number: readonly number[]
  isSure: boolean
  /** Whether it stands among a paper's instructions, which are numbered as well. */
  isInstruction: boolean
  row: Row
  /** Place of its row among all rows, in reading order. */
  at: number
  left: number
  right: number
  top: number
}

const NUMBER =
  /^(?<word>Q(?:ues(?:tion)?)?\s*\.?\s*(?:No\s*\.?\s*)?|प्रश्न\s*(?:सं(?:ख्या)?\.?\s*)?|வினா\s*(?:எண்\s*)?)?(?<first>\d{1,3})(?:\.(?<second>\d{1,2}))?\s*(?<end>[.):\]]|(?=\s|$))(?<rest>.*)$/iu
/** "5 cm", "3 marks", "2 = x": a number that goes on is no question's. */
const GOES_ON = /^\s*(?:[=+×*<>%°,/–-]|(?:cm|mm|km|m|kg|g|marks?|hours?|minutes?|अंक)\b)/iu
const INSTRUCTIONS =
  /^(?:general |important |special )?instructions?\b|^सामान्य निर्देश|^(?:परीक्षार्थियों के लिए )?निर्देश|^(?:பொது )?(?:அறிவுரை|குறிப்பு)/iu
const HIGHEST = 300
/** Numbers of one paper begin or end at one edge, give or take so many pixels of 1440. */
export const SAME_LEFT = 26
/** From page to page; scans are laid on the glass by hand. */
const SAME_LEFT_OF_PAGES = 70
/** What recognition makes of rules and dirt in the margin. */
const DIRT = /^[|!'`’‘.,:;_~–—-]+\s*/

/** What may be a question's number: the first of its row. */
export function numbersIn(rows: readonly Row[], isSection: (at: number) => boolean): Numbered[] {
  let [isWithin, ones, from] = [false, 0, 0]
  return rows.flatMap((row, at) => {
    if (INSTRUCTIONS.test(row.text.trim())) [isWithin, ones, from] = [true, 0, row.page]
    else if (isSection(at) || row.page > from + 1) isWithin = false
    const [run] = row.runs
    const match = run && NUMBER.exec(run[4].trim().replace(DIRT, ''))
    if (!run || !match?.groups) return []
    const { word, first, second, end, rest = '' } = match.groups
    const isSure = Boolean(word) || end !== ''
    if ((!isSure || second === undefined) && GOES_ON.test(rest)) return []
    // "2.5 cm", "0.5": decimals, not the fifth question of section 2.
    if (second !== undefined && !end && !word) return []
    const number = [Number(first), ...(second === undefined ? [] : [Number(second)])]
    if (number.some((part) => part === 0 || part > HIGHEST)) return []
    if (isSure && isWithin && number.join() === '1') ones += 1
    if (ones > 1) isWithin = false
    const [left, top, width] = run
    const digits = isSure && rest.trim() !== '' ? left + Math.min(width, 60) : left + width
    return [{ number, isSure, isInstruction: isWithin, row, at, left, right: digits, top }]
  })
}

type Link = { score: number; before: number | null; parts: number }

/**
 * The best chain of consecutive numbers in reading order: at the same left or right edge, with few gaps, begun late
 * rather than early (instructions come before questions), and from 1 again only where `isSection` says that a section
 * begins between two rows.
 */
export function bestChain(
  numbers: readonly Numbered[],
  isSection: (from: number, to: number) => boolean,
): Numbered[] {
  const links: Link[] = []
  let best = -1
  for (const [here, item] of numbers.entries()) {
    let link: Link = { score: startOf(item), before: null, parts: 1 }
    for (let there = here - 1; there >= 0; there--) {
      const before = numbers[there] as Numbered
      const known = links[there] as Link
      const step = stepOf(before, item, isSection)
      if (step === null) continue
      const score = known.score + step
      if (score > link.score) link = { score, before: there, parts: known.parts + 1 }
    }
    links.push(link)
    if (best < 0 || link.score > (links[best] as Link).score + 1e-9) best = here
  }
  const chain: Numbered[] = []
  for (let at: number | null = best; at !== null && at >= 0; at = (links[at] as Link).before)
    chain.unshift(numbers[at] as Numbered)
  return chain
}

function worthOf({ isSure, isInstruction }: Numbered): number {
  if (isInstruction) return 0.05
  return isSure ? 1 : 0.4
}

function startOf(item: Numbered): number {
  const { number } = item
  const late = (number.at(-1) ?? 1) - 1 + (number.length > 1 ? (number[0] ?? 1) - 1 : 0)
  return worthOf(item) - 0.35 * late
}

/** What it is worth that one follows the other; null where it cannot. */
function stepOf(
  one: Numbered,
  other: Numbered,
  isSection: (from: number, to: number) => boolean,
): number | null {
  if (one.number.length !== other.number.length) return null
  const gap = gapOf(one.number, other.number)
  const isAgain =
    other.number.every((part) => part === 1) &&
    one.number.length === 1 &&
    isSection(-1, one.at) &&
    isSection(one.at, other.at)
  if (gap === null && !isAgain) return null
  const apart = one.row.page === other.row.page ? SAME_LEFT : SAME_LEFT_OF_PAGES
  const isAligned =
    Math.abs(one.left - other.left) <= apart ||
    Math.abs(one.right - other.right) <= apart ||
    (one.row.column !== other.row.column && one.number.length > 0)
  const pagesBetween = other.row.page - one.row.page
  return (
    worthOf(other) -
    (isAligned ? 0 : 0.7) -
    (gap === null ? 2.5 : 0.45 * (gap - 1)) -
    0.002 * (other.at - one.at) -
    (pagesBetween > 3 ? 0.1 * (pagesBetween - 3) : 0)
  )
}

/** 1 for the next number, 2 where one is missing, at most 4; null for any other. */
function gapOf(one: readonly number[], other: readonly number[]): number | null {
  const last = one.length - 1
  const [from = 0, to = 0] = [one[last], other[last]]
  if (last === 1 && one[0] !== other[0]) return other[0] === (one[0] ?? 0) + 1 && to === 1 ? 1 : null
  const gap = to - from
  return gap >= 1 && gap <= 4 ? gap : null
}
