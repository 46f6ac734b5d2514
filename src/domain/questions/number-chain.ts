// Longer than other files: what may be a number, and which of them follow each other, is judged by one set of marks.
import { NUMBERED, type Row } from './page-rows.ts'

/** A number at the beginning of a row: [4] for "4.", [2, 3] for "2.3."; `isSure` when a dot, bracket or Q says that it counts. */
export type Numbered = {
  number: readonly number[]
  isSure: boolean
  /** Whether it is among a paper's instructions, which are numbered as well. */
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
/** Of a file of answers: "Ans 5.", "Solution 5", "A5:" as well. */
const ANSWER =
  /^(?:ans(?:wer)?|sol(?:ution|n)?|a|उत्तर|हल|விடை)\s*[.:]?\s*(?:no\s*\.?\s*|of\s+)?(?=(?:Q\s*\.?\s*)?\d{1,3}\s*(?:[.):\]–-]|\s|$))/iu
/** "5 cm", "3 marks", "2 = x", "7 to 12": a number that goes on is no question's. */
const GOES_ON = /^\s*(?:[=+×*<>%°,/–-]|(?:to|से|முதல்)\s+\d|(?:cm|mm|km|m|kg|g|marks?|hours?|minutes?|अंक)\b)/iu
const INSTRUCTIONS =
  /^(?:general |important |special )?instructions?\b|^सामान्य निर्देश|^(?:परीक्षार्थियों के लिए )?निर्देश|^(?:பொது )?(?:அறிவுரை|குறிப்பு)/iu
/** As recognition reads "13.", "30." and "5.": "l3.", "3O.", "S."; and "4," */
const MISREAD = /^(?<digits>(?=.{0,2}\d)[\dlI|OoSBZ]{1,3}|S)\s*[.,:)]+(?=\s|\p{L}|\(|$)/u
const DIGIT_OF: Record<string, string> = { l: '1', I: '1', '|': '1', O: '0', o: '0', S: '5', B: '8', Z: '2' }
export const OPTION = /^[([]?(?:[a-e]|[ivx]{1,4})[)\].]/i
/** Of an option or a part, whatever recognition makes of its letter; "4." may be read as "a.". */
const IN_BRACKETS = /^[([]|^\S{1,4}[)\]]/
/** A few signs, and then words. */
const MARK = /^\S{1,4}\s+\S.{6,}/u
const INSTRUCTS = /^\S+ संख्या|questions?\s+n|carry/iu
/** The least distance of questions: in those of their lines, and in that of others. */
const [MORE_THAN_LINES, AS_FAR] = [1.4, 0.85]
const HIGHEST = 300
const FEW_LETTERS = 6
/** Numbers of one paper begin or end at one edge, give or take so many pixels of 1440. */
export const SAME_LEFT = 26
/** From page to page; scans are laid on the glass by hand. */
const SAME_LEFT_OF_PAGES = 70
/** What recognition makes of rules and dirt in the margin. */
const DIRT = /^[|!'`’‘.,:;_~–—-]+(?:\s+|$|(?=\d))/

/** What may be a question's number: the first of its row. Those of answers may have a word before them. */
export function numbersIn(
  rows: readonly Row[],
  isSection: (at: number) => boolean,
  ofAnswers = false,
): Numbered[] {
  let [isWithin, ones, from] = [false, 0, 0]
  return rows.flatMap((row, at) => {
    if (INSTRUCTIONS.test(row.text.trim())) [isWithin, ones, from] = [true, 0, row.page]
    else if (isSection(at) || row.page > from + 1) isWithin = false
    const run = row.runs.find(([, , , , said]) => said.replace(DIRT, '').trim() !== '')
    const said = run?.[4].trim().replace(DIRT, '') ?? ''
    const word = ofAnswers ? (ANSWER.exec(said)?.[0] ?? '') : ''
    const text = said.slice(word.length)
    const match = NUMBER.exec(text)
    const misread = match ? null : misreadNumber(text)
    if (run && misread) {
      const [left, top, width] = run
      const place = { row, at, left, right: left + Math.min(width, 60), top }
      return [{ number: [misread], isSure: false, isInstruction: isWithin, ...place }]
    }
    if (!run || !match?.groups) return []
    const { word: ofQuestion, first, second, end, rest = '' } = match.groups
    // The first cell of a row in a marking scheme.
    const isCell = ofAnswers && rest === '' && row.runs.length > 1
    const isSure = Boolean(word || ofQuestion) || end !== '' || isCell
    if ((!isSure || second === undefined) && GOES_ON.test(rest)) return []
    // "2.5 cm", "0.5": decimals, not the fifth question of section 2.
    if (second !== undefined && !end && !word && !ofQuestion) return []
    const number = [Number(first), ...(second === undefined ? [] : [Number(second)])]
    if (number.some((part) => part === 0 || part > HIGHEST)) return []
    if (isSure && isWithin && number.join() === '1') ones += 1
    if (ones > 1) isWithin = false
    const [left, top, width] = run
    const digits = isSure && rest.trim() !== '' ? left + Math.min(width, 60) : left + width
    return [{ number, isSure, isInstruction: isWithin, row, at, left, right: digits, top }]
  })
}

function misreadNumber(text: string): number | null {
  const digits = MISREAD.exec(text)?.groups?.digits?.replace(/\D/g, (letter) => DIGIT_OF[letter] ?? letter)
  return digits && Number(digits) > 0 && Number(digits) <= HIGHEST ? Number(digits) : null
}

/** Of numbers that may come before another, the nearest: a table repeats one thousands of times. */
const LOOKED_BACK = 40
const LONGEST_GAP = 4
const PER_ROW = 0.002

type Link = { score: number; before: number | null }

/**
 * The best chain of consecutive numbers in reading order: at the same left or right edge, with few gaps, begun late
 * rather than early (instructions come before questions), and from 1 again only after a section's heading; `sectionAt`
 * is the row of the last heading up to each row, -1 without one. Takes time by the count of numbers.
 */
export function bestChain(numbers: readonly Numbered[], sectionAt: readonly number[]): Numbered[] {
  const links: Link[] = []
  const placesOf = new Map<string, number[]>()
  const endOfSection = createEndOfSection(numbers, links, sectionAt)
  let best = -1
  for (const [here, item] of numbers.entries()) {
    const link: Link = { score: startOf(item), before: null }
    const follow = (there: number, cost: number) => {
      const [before, known] = [numbers[there], links[there]]
      const score = before && known ? known.score + stepOf(before, item) - cost : Number.NEGATIVE_INFINITY
      if (score > link.score) Object.assign(link, { score, before: there })
    }
    for (const { key, cost } of keysBefore(item))
      for (const there of placesOf.get(key)?.slice(-LOOKED_BACK).reverse() ?? []) follow(there, cost)
    const ended = endOfSection(item)
    if (ended !== null) follow(ended, 2.5)
    links.push(link)
    for (const key of keysOf(item)) placesOf.set(key, pushed(placesOf.get(key), here))
    if (best < 0 || link.score > (links[best]?.score ?? 0) + 1e-9) best = here
  }
  const chain: Numbered[] = []
  for (let at: number | null = best; at !== null && at >= 0; at = links[at]?.before ?? null)
    chain.unshift(numbers[at] as Numbered)
  return chain
}

/** The row at which a question begins, and its left edge. */
type Begin = { at: number; left: number }

/**
 * Numbers that recognition does not read: where some are missing between two, and exactly as many rows between these look
 * like the beginnings of questions. Where not as many do, nothing is taken for one.
 */
export function withUnread(
  chain: Numbered[],
  numbers: readonly Numbered[],
  rows: readonly Row[],
  isSection: (at: number) => boolean,
): Numbered[] {
  const known = afterInstructions(chain, numbers, rows, isSection)
  return known.flatMap((one, place) => {
    const next = known[place + 1]
    const [last = 0, following = 0] = [one.number[0], next?.number[0]]
    const missing = following - last - 1
    if (!next || one.number.length > 1 || missing < 1) return [one]
    const found = [atNumbers, atWords]
      .map((look) => look(one, next, rows, missing).filter(({ at }) => !isSection(at)))
      .find((some) => some.length === missing)
    return [one, ...(found ?? []).map((begin, nth) => unread(last + 1 + nth, begin, rows))]
  })
}

/** Where the 1 is one of the instructions, which go on with a 2 of their own, question 1 begins on the page after these. */
function afterInstructions(
  chain: Numbered[],
  numbers: readonly Numbered[],
  rows: readonly Row[],
  isSection: (at: number) => boolean,
): Numbered[] {
  const [first, second] = chain
  if (!first?.isInstruction || second?.isInstruction || second?.number.join() !== '2') return chain
  const { page } = first.row
  const isList = numbers.some(
    ({ number, row, isInstruction }) => isInstruction && number.join() === '2' && row.page === page,
  )
  const at = rows.findIndex((row, place) => row.page > page && !isSection(place))
  const left = Math.min(second.left, rows[at]?.left ?? 0)
  return isList && at >= 0 && at < second.at ? chain.with(0, unread(1, { at, left }, rows)) : chain
}

function unread(number: number, { at, left }: Begin, rows: readonly Row[]): Numbered {
  const row = rows[at] as Row
  return { number: [number], row, at, left, right: left, top: row.top, isSure: false, isInstruction: false }
}

/** Rows at the edge of two numbers that begin with a few signs and go on with words; none where others begin there. */
function atNumbers(one: Numbered, next: Numbered, rows: readonly Row[]): Begin[] {
  const atEdge = rows.slice(one.at + 1, next.at).flatMap((row, place) => {
    const at = one.at + 1 + place
    const edges = [one, next].filter(({ row: { page } }) => page === row.page).map(({ left }) => left)
    const isAtEdge = edges.some((left) => Math.abs(left - row.left) <= SAME_LEFT)
    const words = [rows[at - 1], rows[at + 1]].find((other) => other && isRightOf(other, row))
    const text = row.runs.length > 1 || !words ? row.text : `${row.text} ${words.text}`
    return isAtEdge && !INSTRUCTS.test(text) && !IN_BRACKETS.test(text) ? [{ at, left: row.left, text }] : []
  })
  const options = atEdge.filter(({ text }) => OPTION.test(text))
  const begins = options.length === 1 ? atEdge : atEdge.filter((each) => !options.includes(each))
  return begins.every(({ text }) => MARK.test(text)) ? begins : []
}

function isRightOf(other: Row, { page, right, top, bottom }: Row): boolean {
  const shared = Math.min(other.bottom, bottom) - Math.max(other.top, top)
  return other.page === page && other.left > right && shared >= (bottom - top) / 2
}

/**
 * Of a scan, rows at the edge of the words of two numbers that are about as far below the row above as these numbers, when
 * all others there are nearer; in the language of both, which a translation is not.
 */
function atWords(one: Numbered, next: Numbered, rows: readonly Row[], missing: number): Begin[] {
  const known = [one, next].flatMap(({ row, left, at }) => {
    const words = row.runs.find((run) => run[0] > left)
    return words ? [{ page: row.page, left, words: words[0], gap: gapAbove(rows, at) }] : []
  })
  if (!one.row.scan || differ(one.row, next.row)) return []
  const least = Math.max(0, ...known.map(({ gap }) => gap).filter(Number.isFinite)) * AS_FAR
  const begins = rows.slice(one.at + 1, next.at).flatMap((row, place) => {
    const at = one.at + 1 + place
    const edge = row.runs.find(({ 4: text }) => text.replace(DIRT, '').trim())?.[0] ?? row.left
    const like = known.find(({ page, words }) => page === row.page && Math.abs(words - edge) <= SAME_LEFT)
    if (!like || isRightOf(row, next.row)) return []
    return [{ at, left: Math.min(edge, like.left), gap: gapAbove(rows, at), row }]
  })
  const ordered = begins.toSorted((a, b) => b.gap - a.gap)
  const [chosen, others] = [ordered.slice(0, missing), ordered.slice(missing)]
  const most = Math.max(...others.map(({ gap }) => gap))
  const areBegins = chosen.every(({ gap, row }) => {
    const isFar = Number.isFinite(gap) && gap >= Math.max(least, most * MORE_THAN_LINES)
    const isAlike = !differ(row, one.row) && !differ(row, next.row)
    return isFar && isAlike && !OPTION.test(row.text) && !NUMBERED.test(row.text)
  })
  return areBegins && others.length > 0 ? chosen.sort((a, b) => a.at - b.at) : []
}

/** How far its lower edge is below that of the words above it, of which lines have one after the other. */
function gapAbove(rows: readonly Row[], at: number): number {
  const row = rows[at] as Row
  const above = [rows[at - 1], rows[at - 2]].find((other) => other && other.left < row.right)
  const isSame = above?.page === row.page && above.column === row.column
  return isSame ? row.bottom - above.bottom : Number.POSITIVE_INFINITY
}

/** Whether both have words, and not of one script. */
function differ(...both: [Row, Row]): boolean {
  const [one, other] = both.map(({ text }) => {
    const count = (letters: RegExp) => text.match(letters)?.length ?? 0
    return count(/\p{L}/gu) >= FEW_LETTERS ? count(/\p{Script=Latin}/gu) * 2 > count(/\p{L}/gu) : null
  })
  return one !== null && other !== null && one !== other
}

/** Under which a number is found by the next: "17", or "2.3" and "2.*" for the first of the next section. */
function keysOf({ number }: Numbered): string[] {
  return number.length === 1 ? [number.join('.')] : [number.join('.'), `${number[0]}.*`]
}

function keysBefore({ number }: Numbered): { key: string; cost: number }[] {
  const last = number.at(-1) ?? 0
  const within = number.slice(0, -1)
  const gaps = Array.from({ length: Math.min(LONGEST_GAP, last - 1) }, (_, at) => ({
    key: [...within, last - 1 - at].join('.'),
    cost: 0.45 * at,
  }))
  return within[0] !== undefined && last === 1 ? [...gaps, { key: `${within[0] - 1}.*`, cost: 0 }] : gaps
}

/** For a 1 after a section's heading: the best number of an earlier section to follow. */
function createEndOfSection(
  numbers: readonly Numbered[],
  links: readonly Link[],
  sectionAt: readonly number[],
) {
  let [next, best] = [0, -1]
  const worthAt = (at: number) => (links[at]?.score ?? 0) + PER_ROW * (numbers[at]?.at ?? 0)
  return (item: Numbered): number | null => {
    const heading = sectionAt[item.at] ?? -1
    for (; (numbers[next]?.at ?? Number.POSITIVE_INFINITY) < heading && next < links.length; next++) {
      const { number, at } = numbers[next] as Numbered
      const isIn = number.length === 1 && (sectionAt[at] ?? -1) >= 0
      if (isIn && (best < 0 || worthAt(next) > worthAt(best))) best = next
    }
    return best >= 0 && heading >= 0 && item.number.join() === '1' ? best : null
  }
}

function pushed(places: number[] | undefined, place: number): number[] {
  if (!places) return [place]
  places.push(place)
  return places
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

/** What it is worth that one follows the other, which it may. */
function stepOf(one: Numbered, other: Numbered): number {
  const apart = one.row.page === other.row.page ? SAME_LEFT : SAME_LEFT_OF_PAGES
  const isAligned =
    Math.abs(one.left - other.left) <= apart ||
    Math.abs(one.right - other.right) <= apart ||
    one.row.column !== other.row.column
  const pagesBetween = other.row.page - one.row.page
  return (
    worthOf(other) -
    (isAligned ? 0 : 0.7) -
    PER_ROW * (other.at - one.at) -
    (pagesBetween > 3 ? 0.1 * (pagesBetween - 3) : 0)
  )
}
