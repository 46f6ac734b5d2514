import { FIRST_YEAR, SCHOOL_GRADES } from '#domain/paper/paper.ts'
import { currentYear } from '#domain/time/india-time.ts'
import { isOrdinal, numberIn, type Token } from '../words/search-text.ts'
import { findSetCodes } from '../words/set-code.ts'
import { type Claim, covers } from './claims.ts'
import type { Meaning, Vocabulary } from './vocabulary.ts'

/** Written apart from their number: "10 th", "11 aam vaguppu". */
const ORDINAL_ENDINGS = ['th', 'ம்', 'ஆம்', 'வது', 'ஆவது', 'aam', 'aavathu', 'vathu', 'vadhu', 'वीं', 'वी', 'ठी']
const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii']

type Reading = { text: string; tokens: Token[]; words: string[]; vocabulary: Vocabulary; now: Date }

/** Before a set code, these add nothing: "Set 65/2/2", "Code No. 65/2/2". */
const NAMES_CODE = ['set', 'code', 'no', 'number']

/** Adds claims of numbers: set codes, years, classes, and "chapter 10", "10 marks", "2021-22", which are none.
 * A number takes a word next to it out of a claim that asks for nothing: "paper 1". */
export function claimNumbers(claims: Claim[], reading: Reading): Claim[] {
  let all = claims
  for (const claim of codesIn(claims, reading)) {
    all = [...all.flatMap((each) => outside(each, claim)), claim].sort((a, b) => a.from - b.from)
  }
  for (let at = 0; at < reading.words.length; at++) {
    if (covers(all, at) && !isStop(all, at)) continue
    const claim = claimAt(at, all, reading)
    if (!claim) continue
    all = [...all.flatMap((each) => outside(each, claim)), claim].sort((a, b) => a.from - b.from)
    at = claim.to - 1
  }
  return all
}

function claimAt(at: number, claims: Claim[], reading: Reading): Claim | undefined {
  const { words, vocabulary } = reading
  const word = words[at] as string
  const ofSet = setAt(at, claims, reading)
  if (ofSet) return ofSet
  const roman = ROMAN.indexOf(word) + 1
  const number = numberIn(word) ?? (roman || undefined)
  if (number === undefined) return
  const special = yearAt(at, number, reading) ?? codeAt(at, reading)
  if (special) return special
  const ordinal = isOrdinal(word)
  const grade = SCHOOL_GRADES.find((each) => Number(each) === number)
  const before = words[at - 1] ?? ''
  const isFree = (place: number) => !covers(claims, place) || isStop(claims, place)
  if (vocabulary.numbered.has(before) && !ordinal && isFree(at - 1)) {
    // "question paper 12" is of class 12, "paper 1" of no class.
    if (!grade || !isStop(claims, at - 1))
      return { from: at - 1, to: at + 1, meaning: counted(before, number) }
  } else if (covers(claims, at)) return
  if (!grade && /^\d+$/.test(word) && vocabulary.counted.has(words[at + 1] ?? '') && isFree(at + 1)) {
    return { from: at, to: at + 2, meaning: plain('word', [words.slice(at, at + 2)]) }
  }
  if (!grade || joins(at, reading)) return
  const after = words[at + 1] ?? ''
  const end = !ordinal && ORDINAL_ENDINGS.includes(after) ? at + 2 : at + 1
  const next = words[end] ?? ''
  if (vocabulary.classWords.has(next) && isFree(end))
    return { from: at, to: end + 1, meaning: ofGrade(grade) }
  if (vocabulary.classWords.has(before) && isFree(at - 1)) {
    return { from: at - 1, to: end, meaning: ofGrade(grade) }
  }
  const isOfNext = (ordinal ? vocabulary.numbered : vocabulary.counted).has(next)
  if (isOfNext && isFree(end) && !isLongStop(claims, end)) {
    const kind = isStop(claims, end) && !ordinal ? 'stop' : 'word'
    return { from: at, to: end + 1, meaning: plain(kind, [[...words.slice(at, end), next]]) }
  }
  return { from: at, to: end, meaning: ofGrade(grade) }
}

/** "Set 2", "set no. 2", "set B". */
function setAt(at: number, claims: Claim[], { words }: Reading): Claim | undefined {
  const name = words[at] as string
  const from = ['no', 'number'].includes(words[at - 1] ?? '') ? at - 2 : at - 1
  if (words[from] !== 'set' || covers(claims, from) || !/^(?:\d{1,2}|i{1,3}|iv|v|[a-d])$/.test(name)) return
  const number = ROMAN.indexOf(name) + 1 || Number(name)
  const numbers = number ? [String(number), ROMAN[number - 1] ?? ''].filter(Boolean) : [name]
  const ways = numbers.flatMap((each) => [['set', each], [`set${each}`]])
  return { from, to: at + 1, meaning: { ...plain('word', ways), isPhrase: true } }
}

function codesIn(claims: Claim[], { text, tokens, words }: Reading): Claim[] {
  return findSetCodes(text).flatMap(({ code, start, end }) => {
    let from = tokens.findIndex((token) => token.start >= start)
    const to = tokens.findLastIndex((token) => token.end <= end) + 1
    // Where letters touch the code, they and it are one word.
    if (from < 0 || tokens[from]?.start !== start || tokens[to - 1]?.end !== end) return []
    const ways = [words.slice(from, to)]
    const isFree = (at: number) => !covers(claims, at) || isStop(claims, at)
    while (NAMES_CODE.includes(words[from - 1] ?? '') && isFree(from - 1)) from--
    return [{ from, to, meaning: { ...plain('word', ways), code } }]
  })
}

function yearAt(at: number, number: number, { text, tokens, words, now }: Reading): Claim | undefined {
  if (!/^\d{4}$/.test(words[at] ?? '') || number < FIRST_YEAR || number > currentYear(now) + 1) return
  const between = text.slice(tokens[at]?.end, tokens[at + 1]?.start)
  const following = String(number + 1)
  if (/^\s?[-–—/]\s?$/.test(between) && [following, following.slice(2)].includes(words[at + 1] ?? '')) {
    // A school year: its papers are of the one year or the other.
    const ways = [words.slice(at, at + 2), [String(number)], [following]]
    return { from: at, to: at + 2, meaning: plain('word', ways) }
  }
  const value = String(number)
  return {
    from: at,
    to: at + 1,
    meaning: { kind: 'facet', meant: [{ facet: 'year', value }], ways: [[value]] },
  }
}

/** "65/4/1", "30-1": a paper's code in numbers. */
function codeAt(at: number, reading: Reading): Claim | undefined {
  let to = at + 1
  while (isJoined(to, reading)) to++
  if (to - at < 2) return
  return { from: at, to, meaning: plain('word', [reading.words.slice(at, to)]) }
}

function isJoined(at: number, { text, tokens, words }: Reading) {
  const isPart = (place: number) => /^(?:\d{1,3}|[a-d])$/.test(words[place] ?? '')
  return isPart(at - 1) && isPart(at) && /^[-/_]$/.test(text.slice(tokens[at - 1]?.end, tokens[at]?.start))
}

/** Joined to another number by a sign, part of a code or a date; or in a sum: "x + 6 = 0". */
function joins(at: number, { text, tokens, words }: Reading) {
  const before = text.slice(tokens[at - 1]?.end ?? 0, tokens[at]?.start)
  const after = text.slice(tokens[at]?.end, tokens[at + 1]?.start)
  if (/[=×÷*^<>≤≥√°%]|\s[-–+/]\s/.test(`${before}|${after}`)) return true
  const isNumber = (place: number) => /^\d{1,3}$/.test(words[place] ?? '')
  return (isNumber(at - 1) && /^[-–/.]$/.test(before)) || (isNumber(at + 1) && /^[-–/.]$/.test(after))
}

function ofGrade(value: (typeof SCHOOL_GRADES)[number]): Meaning {
  const roman = ROMAN[Number(value) - 1] as string
  return { kind: 'facet', meant: [{ facet: 'grade', value }], ways: [[value], [`${value}th`], [roman]] }
}

function counted(word: string, number: number): Meaning {
  const roman = ROMAN[number - 1]
  return plain(
    'word',
    roman
      ? [
          [word, String(number)],
          [word, roman],
        ]
      : [[word, String(number)]],
  )
}

function plain(kind: 'word' | 'stop', ways: string[][]): Meaning {
  return { kind, meant: [], ways }
}

function isStop(claims: Claim[], at: number) {
  return claims.some(({ from, to, meaning }) => from <= at && at < to && meaning.kind === 'stop')
}

function isLongStop(claims: Claim[], at: number) {
  return claims.some(({ from, to }) => from === at && to - from > 1)
}

function outside(claim: Claim, taker: Claim): Claim[] {
  if (claim.to <= taker.from || claim.from >= taker.to) return [claim]
  return [
    { ...claim, to: Math.min(claim.to, taker.from) },
    { ...claim, from: Math.max(claim.from, taker.to) },
  ].filter(({ from, to }) => from < to)
}
