import type { Facet } from '#domain/paper/filters.ts'
import { OTHER_SUBJECT } from '#domain/paper/paper.ts'
import { SPELLINGS, type Spelling } from '#domain/paper/spellings.ts'
import { readText, tokensOf } from '../words/search-text.ts'
import { soundOf } from '../words/sounds.ts'
import { labelOf, NAMES } from './facet-names.ts'
import { stateBoardMeanings } from './state-board-meanings.ts'
import { FACET_SECTIONS, fault, LISTS, type Line, linesOf } from './synonyms-file.ts'
import type { Meaning, Meant, Vocabulary } from './vocabulary.ts'

const SHORTEST_CORRECTION = 4

type Written = { meaning: Meaning; line: number }

/** Lines of the file take precedence over the site's own. Throws SynonymsError for the first faulty line. */
export function readSynonyms(text: string, spellings: readonly Spelling[] = SPELLINGS): Vocabulary {
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
  const meaning: Meaning = same?.meaning ?? { kind, meant, ways: [] }
  for (const each of [...named, ...line.spellings]) {
    const also = /^\(also (.+)\)$/.exec(each)?.[1]
    if (also !== undefined) {
      meaning.ways.push(spelt(also, line).split(' '))
      continue
    }
    const [, plain = each, exception] = /^(.*?)\s*\(not with (.+)\)$/.exec(each) ?? []
    const spelling = spelt(plain, line)
    const other = written.get(spelling)
    if (other?.line) fault(line.number, `"${plain}" stands in line ${other.line} already`)
    const unless = exception === undefined ? undefined : valueNamed(exception, line)
    if (other && other.meaning !== meaning) dropWay(other.meaning, spelling)
    meaning.ways.push(spelling.split(' '))
    written.set(spelling, { meaning: unless ? { ...meaning, unless } : meaning, line: line.number })
  }
}

/** The site's own names for everything, and their spellings. */
function wordsKnown(spellings: readonly Spelling[]): Map<string, Written> {
  const known = new Map(stateBoardMeanings().map(([words, meaning]) => [words, { meaning, line: OWN }]))
  const meanings: Meaning[] = []
  const add = (meant: Meant[], written: string[]) => {
    const meaning = meanings.find((each) => isSame(each.meant, meant)) ?? { kind: 'facet', meant, ways: [] }
    if (!meanings.includes(meaning)) meanings.push(meaning)
    for (const each of written) {
      const words = tokensOf(readText(each)).map(({ word }) => word)
      meaning.ways.push(words)
      known.set(words.join(' '), { meaning, line: OWN })
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
  return known
}
/** In place of a line of the file. */
const OWN = 0
/** Values whose labels are words like others: "other" and "yes". */
const UNSAID: readonly string[] = [OTHER_SUBJECT, 'yes']
const SPELT = ['type', 'grade', 'subject', 'month'] as const

function nameOf(value: string): Meant {
  return NAMES.find((each) => each.value === value) as Meant
}

function isSame(one: Meant[], other: Meant[]) {
  const key = (meant: Meant[]) => meant.map(({ facet, value }) => `${facet}=${value}`).join(' ')
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
    fault(line.number, `"${line.name}" does not belong into [${line.section}]`)
  }
  return meant
}

function valueNamed(name: string, line: Line): Meant {
  const found = NAMES.find((each) => labelOf(each) === name)
  return found ?? fault(line.number, `there is no "${name}" on the site`)
}

function spelt(text: string, line: Line) {
  const words = tokensOf(readText(text)).map(({ word }) => word)
  if (words.length === 0) fault(line.number, `"${text}" has no letters`)
  return words.join(' ')
}

function soundsOfAll(meanings: Map<string, Meaning>) {
  const sounds = new Map<string, Meaning>()
  const ambiguous = new Set<string>()
  for (const [spelling, meaning] of meanings) {
    if (!/\p{Script=Tamil}/u.test(spelling)) continue
    const keys = spelling.split(' ').map(soundOf)
    const key = keys.join(' ')
    // Months and exams are English words in Tamil letters: "June" sounds like "soon".
    const borrowed = meaning.meant.some(({ facet }) => facet === 'month' || facet === 'type')
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
