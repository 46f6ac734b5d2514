import { MONTHS, PAPER_TYPES } from '../paper/paper.ts'
import { describeVariantFields, type VariantFields } from '../paper/paper-fields.ts'
import { unsaidParts } from '../paper/variant.ts'

/** Safe in the browser. */

const LEAST_SHARED = 0.75
/** From this length on, a word may differ by one typing error. */
const LONG_WORD = 6

/** They say nothing that the fields do not say, or are in every title. */
const FILLERS = new Set<string>([
  ...PAPER_TYPES,
  ...MONTHS.map((month) => month.toLowerCase()),
  ...(
    'a an and at by for from in of on or the to with pdf paper papers question questions qp exam exams examination ' +
    'examinations test class grade std standard th subject icse board tn tamilnadu tamil nadu ' +
    'medium sitting visually candidates sslc hsc xth jan feb mar apr jun jul aug sep sept oct nov dec'
  ).split(' '),
])
/** Different papers of one exam differ by such a word alone. */
const DECIDING = new Set(
  (
    'basic standard half quarterly annual yearly monthly weekly revision model sample practice mock supplementary compartment ' +
    'improvement answers mains advanced prelims preliminary english tamil hindi theory practical ' +
    'delhi outside india foreign impaired'
  ).split(' '),
)
const SAME_WORDS = new Map(
  Object.entries({
    math: 'mathematics',
    maths: 'mathematics',
    accounts: 'accountancy',
    cs: 'computer',
    answer: 'answers',
    key: 'answers',
    keys: 'answers',
    solution: 'answers',
    solutions: 'answers',
    solved: 'answers',
    scheme: 'answers',
    halfyearly: 'half yearly',
    sqp: 'sample',
    main: 'mains',
    first: '1',
    second: '2',
    third: '3',
    fourth: '4',
    adv: 'advanced',
  }),
)
const YEAR = /^(19|20)\d\d$/
/** 65/1/1, as tokens are written here. */
const CODE = /^\d+(z\d+)+$/
const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii']
/** After these, a number or a single letter tells papers apart. */
const COUNTED =
  /^(set|series|region|code|part|paper|section|version|type|shift|slot|day|unit|chapter|volume|term|no|number|q)$/

type Shelf = { grade: string; subject: string }
type Named = { title: string } & Partial<VariantFields>

/** Most words the same in any order, a long one but for one typo; numbers of sets, regions, sittings, and "basic", must
 * agree, whether title or variant says them. */
export function likenessTo(named: Named, shelf: Shelf): (other: Named) => boolean {
  const a = read(whole(named), shelf)
  return (other) => {
    const b = read(whole(other), shelf)
    if (a.marks !== b.marks || areApart(a.years, b.years)) return false
    const all = a.words.length + b.words.length
    if (all === 0) return true
    const rest = [...b.words]
    for (const word of a.words) {
      const at = rest.findIndex((candidate) => isSameWord(word, candidate))
      if (at >= 0) rest.splice(at, 1)
    }
    const shared = b.words.length - rest.length
    return (2 * shared) / all >= LEAST_SHARED
  }
}

/** Boards are compared by themselves. */
function whole({ title, board: _, ...apart }: Named): string {
  return [title, ...unsaidParts(describeVariantFields(apart).join(', '), title)].join(', ')
}

/** `marks` tell a title from others; "2023-24" counts as both its years. */
function read(title: string, shelf: Shelf) {
  const words: string[] = []
  const marks = new Set<string>()
  const years = new Set<string>()
  const own = new Set(tokensOf(shelf.subject))
  const tokens = tokensOf(title)
  for (const [at, token] of tokens.entries()) {
    const before = tokens[at - 1] ?? ''
    const isCounted = COUNTED.test(before)
    const number = isCounted ? countOf(token) : numberOf(token)
    const deciding = wordIn(DECIDING, token)
    if (!isCounted && YEAR.test(token)) years.add(token)
    else if (YEAR.test(before) && isNext(before, token)) years.add(String(Number(before) + 1))
    else if (number === shelf.grade && !isCounted) continue
    else if (number) marks.add(isCounted && !CODE.test(number) ? `${before}${number}` : number)
    else if (wordIn(own, token) || wordIn(FILLERS, token) || COUNTED.test(token)) continue
    else if (deciding && !isClassWord(token, before)) marks.add(deciding)
    else if (!deciding) words.push(token)
  }
  return { words, marks: [...marks].sort().join(' '), years }
}

function areApart(one: Set<string>, other: Set<string>) {
  return one.size > 0 && other.size > 0 && one.isDisjointFrom(other)
}

function isNext(year: string, token: string) {
  return token === String(Number(year) + 1).slice(2)
}

/** In lower case; "65/1/1" and "12th" are one number each, "+2" is class 12. */
function tokensOf(title: string): string[] {
  const text = title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(\d)\s*(?:st|nd|rd|th)\b/g, '$1')
    .replace(/\+\s*([12])\b/g, '1$1')
    .replace(/\d+(?:\s*\/\s*\d+)+/g, (code) => code.replace(/\s*\/\s*/g, 'z'))
    .replace(/([a-z]{2})(?=\d)/g, '$1 ')
  return (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).flatMap((word) =>
    (SAME_WORDS.get(word) ?? word).split(' '),
  )
}

function numberOf(token: string): string {
  if (/^\d/.test(token)) return token
  const roman = ROMAN.indexOf(token)
  return roman >= 0 ? String(roman + 1) : ''
}

/** After "set" and the like, letters count, too. */
function countOf(token: string): string {
  return numberOf(token) || (/^\p{L}$/u.test(token) || /^[a-z]\d+$/.test(token) ? token : '')
}

/** "12th standard" and "standard 12" name a class; "Mathematics Standard" is a paper of its own. */
function isClassWord(token: string, before: string) {
  return token === 'standard' && numberOf(before) !== ''
}

function wordIn(words: Set<string>, token: string): string {
  if (words.has(token)) return token
  if (token.length < LONG_WORD) return ''
  for (const word of words) if (isSameWord(word, token)) return word
  return ''
}

function isSameWord(one: string, other: string): boolean {
  if (one === other) return true
  if (Math.min(one.length, other.length) < LONG_WORD || Math.abs(one.length - other.length) > 1) return false
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  let start = 0
  while (start < short.length && short[start] === long[start]) start += 1
  if (short.length < long.length) return short.slice(start) === long.slice(start + 1)
  if (short.slice(start + 1) === long.slice(start + 1)) return true
  const areSwapped = short[start] === long[start + 1] && short[start + 1] === long[start]
  return areSwapped && short.slice(start + 2) === long.slice(start + 2)
}
