import { STATES } from '#domain/paper/exams-and-subjects.ts'
import type { Facet } from '#domain/paper/filters.ts'
import { OTHER_SUBJECT, type SchoolGrade } from '#domain/paper/paper.ts'
import { SPELLINGS, type Spelling } from '#domain/paper/spellings.ts'
import {
  BOARD_EXAMS,
  OWN_EXAMS,
  STATE_BOARDS,
  STATE_NAMES,
  TAMIL_NADU_BOARD,
} from '#domain/paper/state-boards.ts'
import { readText, tokensOf } from '../words/search-text.ts'
import { soundOf } from '../words/sounds.ts'
import { labelOf, NAMES } from './facet-candidates.ts'
import { saidInSchools } from './query.ts'
import { FACET_SECTIONS, fault, formsOf, LISTS, type Line, linesOf, termLinesOf } from './synonyms-file.ts'
import type { FacetValue, Meaning, Vocabulary } from './vocabulary.ts'

const SHORTEST_CORRECTION = 4

type Written = { meaning: Meaning; line?: Line }

/** Of synonyms.txt and school-terms.txt. Their lines take precedence over the site's own. Throws SynonymsError for the
 * first faulty line. */
export function readSynonyms(
  text: string,
  spellings: readonly Spelling[] = SPELLINGS,
  terms = '',
): Vocabulary {
  const lists = { classWords: [], numbered: [], counted: [], leftAsTyped: [], questionWords: [] } as Record<
    (typeof LISTS)[keyof typeof LISTS],
    string[]
  >
  const written = wordsKnown(spellings)
  for (const line of linesOf(text)) {
    const list = LISTS[line.section as keyof typeof LISTS]
    if (list) lists[list].push(...[line.name, ...line.spellings].map((each) => spelt(each, line)))
    else addMeaning(written, line)
  }
  const asTyped = new Set(Object.values(lists).flat())
  const added = termLinesOf(terms).map((line) => ({ line, meaning: addMeaning(written, line) }))
  for (const { line, meaning } of added) addForms(written, line, meaning, asTyped)
  for (const ways of new Set([...written.values()].map(({ meaning }) => meaning.ways)))
    ways.splice(0, ways.length, ...withoutLonger(ways))
  const meanings = new Map([...written].map(([spelling, { meaning }]) => [spelling, meaning]))
  return {
    meanings,
    sounds: soundsOfAll(meanings),
    spellings: [...meanings.keys()].sort(),
    corrections: correctionsOf(meanings, [...lists.classWords, ...lists.numbered]),
    longest: Math.max(1, ...[...meanings.keys()].map((spelling) => spelling.split(' ').length)),
    classWords: new Set(lists.classWords),
    numbered: new Set(lists.numbered),
    counted: new Set(lists.counted),
    leftAsTyped: new Set(lists.leftAsTyped),
    questionWords: new Set(lists.questionWords),
  }
}

function addMeaning(written: Map<string, Written>, line: Line) {
  const facet = FACET_SECTIONS[line.section]
  const meant = facet ? meantBy(line, facet) : []
  const kind = facet ? 'facet' : line.section === 'Words' ? 'word' : 'stop'
  const [first] = meant
  // Nobody writes the name of several at once, "State Board + Class 10".
  const named = meant.length > 1 ? [] : first?.facet === 'answered' ? ['with answers'] : [line.name]
  const same =
    facet &&
    [...written.values()].find(({ meaning: its }) => !its.unless && !its.also && isSame(its.meant, meant))
  const { subjects } = line
  const meaning: Meaning = same?.meaning ?? { kind, meant, ways: [], ...(subjects && { subjects }) }
  const months = line.spellings.flatMap((each) => /^\(in (.+)\)$/.exec(each)?.[1] ?? [])
  if (months.length > 0) meaning.inFields = months.map((month) => saidInSchools(monthNamed(month, line)))
  for (const each of [...named, ...line.spellings].filter((spelling) => !spelling.startsWith('(in '))) {
    const also = /^\(also (.+)\)$/.exec(each)?.[1]
    if (also !== undefined) {
      meaning.ways.push(spelt(also, line).split(' '))
      continue
    }
    const [, plain = each, exception] = /^(.*?)\s*\(not with (.+)\)$/.exec(each) ?? []
    const spelling = spelt(plain, line)
    const other = written.get(spelling)
    if (other?.line)
      fault(line, `"${plain}" is in line ${other.line.number} ${ofFile(other.line, line)}already`)
    if (other && subjects)
      fault(line, `"${plain}" already means ${other.meaning.meant.map(labelOf).join(', ')}`)
    const unless = exception === undefined ? undefined : valueNamed(exception, line)
    if (other && other.meaning !== meaning) dropWay(other.meaning, spelling)
    meaning.ways.push(spelling.split(' '))
    written.set(spelling, { meaning: unless ? { ...meaning, unless } : meaning, line })
  }
  return meaning
}

function ofFile(other: Line, { file }: Line) {
  return other.file === file ? '' : `of ${other.file} `
}

/** Unless they are written or have a meaning of their own. */
function addForms(written: Map<string, Written>, line: Line, meaning: Meaning, asTyped: ReadonlySet<string>) {
  for (const form of formsOf(line)) {
    const spelling = spelt(form, line)
    if (spelling.length >= SHORTEST_CORRECTION && !written.has(spelling) && !asTyped.has(spelling))
      written.set(spelling, { meaning, line })
  }
}

/** The site's own names for everything, and their spellings. */
function wordsKnown(spellings: readonly Spelling[]): Map<string, Written> {
  const known = new Map(stateBoardMeanings().map(([words, meaning]) => [words, { meaning } as Written]))
  const meanings: Meaning[] = []
  const add = (meant: FacetValue[], written: string[]) => {
    const meaning = meanings.find((each) => isSame(each.meant, meant)) ?? { kind: 'facet', meant, ways: [] }
    if (!meanings.includes(meaning)) meanings.push(meaning)
    for (const each of written) {
      const words = tokensOf(readText(each)).map(({ word }) => word)
      meaning.ways.push(words)
      known.set(words.join(' '), { meaning })
    }
  }
  for (const name of NAMES) if (!UNSAID.includes(name.value)) add([name], [labelOf(name)])
  for (const { words, unsure, searched, ...meant } of spellings) {
    const facets = SPELT.flatMap((facet) => meant[facet] ?? []).map((value) => nameOf(value))
    add(
      facets,
      [words, unsure, searched].flatMap((list) => list?.split(', ') ?? []),
    )
  }
  const ofState = meanings.find((each) => isSame(each.meant, [nameOf('state')]))
  if (ofState) for (const [words, meaning] of tamilNaduMeanings(ofState)) known.set(words, { meaning })
  return known
}
/** Values whose labels are words like others: "other" and "yes". */
const UNSAID: readonly string[] = [OTHER_SUBJECT, 'yes']
const SPELT = ['type', 'grade', 'subject', 'month'] as const

function nameOf(value: string): FacetValue {
  return NAMES.find((each) => each.value === value) as FacetValue
}

function isSame(one: FacetValue[], other: FacetValue[]) {
  const key = (meant: FacetValue[]) => meant.map(({ facet, value }) => `${facet}=${value}`).join(' ')
  return key(one) === key(other)
}

function dropWay({ ways }: Meaning, spelling: string) {
  const at = ways.findIndex((way) => way.join(' ') === spelling)
  if (at >= 0) ways.splice(at, 1)
}

/** Whatever has "model question paper" has "model": the shorter way finds both. */
function withoutLonger(ways: string[][]) {
  const rows = ways.map((way) => ` ${way.join(' ')} `)
  return ways.filter((_, at) => {
    const row = rows[at] as string
    return !rows.some((other, place) => place !== at && row.includes(other) && (row !== other || place < at))
  })
}

function meantBy(line: Line, facet: Facet) {
  const meant = line.name.split('+').map((name) => valueNamed(name.trim(), line))
  if (!meant.some((each) => each.facet === facet)) {
    fault(line, `"${line.name}" does not belong into [${line.section}]`)
  }
  return meant
}

function valueNamed(name: string, line: Line): FacetValue {
  const found = NAMES.find((each) => labelOf(each) === name)
  return found ?? fault(line, `there is no "${name}" on the site`)
}

function monthNamed(name: string, line: Line): string {
  const { facet, value } = valueNamed(name, line)
  return facet === 'month' ? value : fault(line, `"${name}" is no month`)
}

function spelt(text: string, line: Line) {
  const words = tokensOf(readText(text)).map(({ word }) => word)
  if (words.length === 0) fault(line, `"${text}" has no letters`)
  return words.join(' ')
}

function soundsOfAll(meanings: Map<string, Meaning>) {
  const sounds = new Map<string, Meaning>()
  const ambiguous = new Set<string>()
  for (const [spelling, meaning] of meanings) {
    if (!/\p{Script=Tamil}/u.test(spelling)) continue
    const keys = spelling.split(' ').map(soundOf)
    const key = keys.join(' ')
    // Months, exams and states are other languages' words in Tamil letters: "June" sounds like "soon".
    const borrowed = meaning.meant.some(
      ({ facet }) => facet === 'month' || facet === 'type' || facet === 'board',
    )
    if (keys.includes('') || borrowed) continue
    if ((sounds.get(key) ?? meaning) !== meaning) ambiguous.add(key)
    sounds.set(key, meaning)
  }
  for (const key of ambiguous) sounds.delete(key)
  return sounds
}

function correctionsOf(meanings: Map<string, Meaning>, others: string[]) {
  const words = [...others, ...[...meanings.keys()].flatMap((spelling) => spelling.split(' '))]
  return [...new Set(words)].filter((word) => [...word].length >= SHORTEST_CORRECTION && !/\d/.test(word))
}

/** "Bihar board", "bseb", "2nd puc": the State Board, perhaps a class, and the state; where there are no others' papers, its
 * name in titles. "Bihar" alone is the state or, there, a word. */
function stateBoardMeanings(): [words: string, Meaning][] {
  const boards = STATE_BOARDS.flatMap(({ state, own = '', short = '' }) => {
    const names = [state.toLowerCase(), ...list(short)]
    const besides = (words: string[]) => names.flatMap((name) => words.map((word) => `${name} ${word}`))
    return [
      ...meaningsOf([...list(own), ...besides(['board', 'state board'])], state),
      ...BOARD_EXAMS.flatMap(([exams, grade]) => meaningsOf(besides(list(exams)), state, grade)),
    ]
  })
  const names = STATES.flatMap((state): [string, Meaning][] => {
    const ways = list(STATE_NAMES[state]).map(wordsOf)
    const meaning: Meaning = { kind: 'facet', meant: [{ facet: 'board', value: state }], ways }
    return ways.map((way) => [way.join(' '), meaning])
  })
  const exams = OWN_EXAMS.flatMap(([words, grade, state]) => meaningsOf(list(words), state, grade))
  return [...names, ...boards, ...exams]
}

/** "Samacheer", "matric": instead of the State Board of any state, that of Tamil Nadu. */
function tamilNaduMeanings({ ways }: Pick<Meaning, 'ways'>): [words: string, Meaning][] {
  const meant: Meaning['meant'] = [
    { facet: 'type', value: 'state' },
    { facet: 'board', value: 'Tamil Nadu' },
  ]
  const meaning: Meaning = { kind: 'facet', meant, ways }
  return list(TAMIL_NADU_BOARD).map((spelling) => [wordsOf(spelling).join(' '), meaning])
}

function meaningsOf(spellings: string[], state: string, grade?: SchoolGrade): [string, Meaning][] {
  const also = [state.toLowerCase().split(' ')]
  const meant: Meaning['meant'] = [{ facet: 'type', value: 'state' }]
  if (grade) meant.push({ facet: 'grade', value: grade })
  meant.push({ facet: 'board', value: state })
  return spellings.map((spelling) => {
    const words = wordsOf(spelling.replace(/(\d) (st|nd|rd|th)\b/g, '$1$2'))
    return [words.join(' '), { kind: 'facet', meant, ways: [], also }]
  })
}

function wordsOf(spelling: string) {
  return tokensOf(readText(spelling)).map(({ word }) => word)
}

function list(words: string) {
  return words.split(', ').filter(Boolean)
}
