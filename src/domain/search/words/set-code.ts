/** CBSE tells the sets of one paper apart by codes: "65/2/2", older "30/1", later "30/C/3". */

type FoundCode = { code: string; start: number; end: number }

const JOIN = String.raw`(?:\s?[/∕⁄]\s?|[-_‐‑–])`
/** No letter and no digit touches a code, but for the word that names it: "Set65/2/2". */
const START = String.raw`(?:(?<![\p{L}\p{M}\p{N}])|(?<=set|code|qp))`
const END = String.raw`(?![\p{L}\p{M}\p{N}])`
const THREE = new RegExp(`${START}(\\d{1,3})${JOIN}([a-z]|\\d)${JOIN}([a-d]|\\d)${END}`, 'giu')
/** Sets are 1 to 5 or A to D, and subjects 20 and more: 12/3 is a class with something, 22/7 a fraction. */
const TWO = new RegExp(`${START}([2-9]\\d|\\d{3})${JOIN}([1-5a-d])${END}`, 'giu')
const SPACED = new RegExp(`${START}([2-9]\\d|\\d{3})\\s+([cs]|\\d)\\s+(\\d)${END}`, 'giu')

/** A longer row of numbers, as a fraction's or a date's, is no code; a year after one is. */
const ROW_BEFORE = /\d\s?[/∕⁄.,]\s?$/u
const ROW_AFTER = /^(?:\s?[/∕⁄]\s?[\p{L}\p{N}]|[.,]\d)/u
const JOINED_BEFORE = new RegExp(`\\d${JOIN}$`, 'u')
const JOINED_AFTER = new RegExp(`^${JOIN}\\d`, 'u')
/** Next to other numbers between spaces; a class may be there. */
const NUMBERS_BEFORE = /(?<!\d)(?!(?:[6-9]|1[0-2])\s)\d{1,3}\s+$/u
const NUMBERS_AFTER = /^\s+\d{1,3}(?![\p{L}\p{N}])/u

/** In their order, each spelling read as one: 65-2-2, 65_2_2, 65 2 2, Set 65/2/2. Dates and fractions are none. */
export function findSetCodes(text: string): FoundCode[] {
  const three = matches(text, THREE, (before, after) => !ROW_BEFORE.test(before) && !ROW_AFTER.test(after))
  const others = [
    ...matches(text, SPACED, (before, after) => !NUMBERS_BEFORE.test(before) && !NUMBERS_AFTER.test(after)),
    ...matches(text, TWO, isTwoAlone),
  ]
  const found = [...three]
  for (const one of others)
    if (!found.some(({ start, end }) => one.start < end && start < one.end)) found.push(one)
  return found.sort((a, b) => a.start - b.start)
}

export function setCodesIn(text: string): string[] {
  return [...new Set(findSetCodes(text).map(({ code }) => code))]
}

/** On a page, only codes joined by strokes count: tables and sums are full of the rest. */
export function setCodesOfPage(text: string): string[] {
  const found = findSetCodes(text).filter(({ start, end }) => /[/∕⁄]/u.test(text.slice(start, end)))
  return [...new Set(found.map(({ code }) => code))]
}

/** What codes of the same series begin with, then of the same subject: of 65/2/2, "65/2" and "65". */
export function seriesOf(code: string): string[] {
  const [subject = '', series = ''] = code.split('/')
  return [`${subject}/${series}`, subject]
}

/** "3" of 65/2/3; null for codes whose last part is no set's number. */
export function setOfCode(code: string): string | null {
  const last = code.split('/').at(-1) ?? ''
  return /^[1-5]$/.test(last) ? last : null
}

/** How many parts, from the first on, two codes share; one more for the same code. */
export function sharedParts(code: string, other: string): number {
  if (code === other) return 4
  const parts = other.split('/')
  const differing = code.split('/').findIndex((part, at) => part !== parts[at])
  return differing < 0 ? code.split('/').length : differing
}

function isTwoAlone(before: string, after: string) {
  return ![ROW_BEFORE, JOINED_BEFORE].some((row) => row.test(before)) && !isInRow(after)
}

function isInRow(after: string) {
  return ROW_AFTER.test(after) || JOINED_AFTER.test(after)
}

function matches(text: string, pattern: RegExp, isAlone: (before: string, after: string) => boolean) {
  return [...text.matchAll(pattern)].flatMap(({ 0: found, index, ...parts }) => {
    const end = index + found.length
    if (!isAlone(text.slice(0, index), text.slice(end))) return []
    const code = [parts[1], parts[2], parts[3]].filter(Boolean).join('/').toLowerCase()
    return [{ code, start: index, end }]
  })
}
