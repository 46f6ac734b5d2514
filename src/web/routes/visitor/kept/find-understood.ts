import { SPELLINGS } from '#domain/paper/spellings.ts'
import { countSaid } from '#domain/search/finding/inside/at-home.ts'
import { markLine } from '#domain/search/finding/inside/marked-line.ts'
import { holdsTerms, searchWords } from '#domain/search/understanding/query.ts'
import { readSynonyms } from '#domain/search/understanding/synonyms.ts'
import { understandQuery } from '#domain/search/understanding/understand.ts'
import type { Part, Term } from '#domain/search/understanding/understood.ts'
import type { TitleWords } from '#domain/search/understanding/vocabulary.ts'
import { soundOf } from '#domain/search/words/sounds.ts'
import { titleWordsOf } from '#domain/search/words/title-words.ts'
import schoolTerms from '../../../../../school-terms.txt?raw'
import synonyms from '../../../../../synonyms.txt?raw'
import type { KeptPaper } from '../keeping/keep/kept-store.ts'
import type { FoundKept } from './find-kept.ts'

const vocabulary = readSynonyms(synonyms, SPELLINGS, schoolTerms)

/** Understands what was typed as the search of the site does: classes, boards, subjects, months and years in any
 * language narrow, other words are found in titles, then on pages, with their synonyms. In the order of `papers`. */
export function findUnderstood(papers: readonly KeptPaper[], text: string, now = new Date()): FoundKept[] {
  const said = new Map(papers.map((paper) => [paper, wordsOf(paper)]))
  const titles = titleWordsOf([...said.values()].flatMap((words) => words.split(' ')))
  const { parts, terms } = understandQuery(text, vocabulary, { titles, now })
  if (parts.length + terms.length === 0) return papers.map((paper) => ({ paper, inside: null }))
  const within = papers.filter((paper) => parts.every((part) => isOf(paper, part)))
  const asked = terms.map((term) => ({ term, ways: waysOf(term, titles) }))
  const isNamed = (paper: KeptPaper) =>
    asked.every(({ ways }) => ways.some((way) => holdsTerms(said.get(paper) ?? '', way)))
  const named = within.filter(isNamed)
  const inside = within
    .filter((paper) => !named.includes(paper))
    .flatMap((paper) => foundInside(paper, terms))
  return [...named.map((paper) => ({ paper, inside: null })), ...inside]
}

function isOf({ paper }: KeptPaper, { facet, value }: Part) {
  return facet === 'answered' ? paper.referenceLink !== null : String(paper[facet]) === value
}

/** Lower case: title, fields, variant and board, as the site's index knows them. */
function wordsOf({ paper }: KeptPaper): string {
  const { title, words } = searchWords({ ...paper, month: 1 })
  const rest = [paper.variant, paper.board && `${paper.board} Board`].filter(Boolean)
  return [title, words.replace('January', paper.month), ...rest]
    .join(' ')
    .toLowerCase()
    .replace(/[\s,:;()]+/g, ' ')
}

/** Also as titles spell it, and as it sounds in Tamil. */
function waysOf({ typed, ways, inFields = [] }: Term, titles: TitleWords): string[][] {
  const [word = '', ...others] = ways[0] ?? [typed.toLowerCase()]
  const isOne = others.length === 0
  const near = isOne && !titles.has(word) ? titles.closeTo(word) : []
  const sound = isOne ? soundOf(word) : ''
  const alike = sound === '' ? [] : titles.begun('').filter((other) => soundOf(other) === sound)
  return [...ways, ...inFields, ...[...near, ...alike].map((other) => [other])]
}

function foundInside(paper: KeptPaper, terms: Term[]): FoundKept[] {
  if (terms.length === 0) return []
  const countTerms = countSaid(terms)
  const others = terms.filter(({ subjects }) => !subjects)
  const at = paper.texts.findIndex((page) => {
    const has = ({ ways }: Term) => ways.some((way) => holdsTerms(page, way))
    return others.every(has) && countTerms(page, paper.paper.subject) !== null
  })
  if (at < 0) return []
  const words = terms.flatMap(({ ways }) => ways.filter((way, nth) => nth === 0 || way.length === 1).flat())
  const rows = terms.flatMap(({ ways }) => ways.slice(1).filter((way) => way.length > 1))
  return [
    { paper, inside: { page: at + 1, snippet: markLine(paper.texts[at] ?? '', words, rows)?.line ?? '' } },
  ]
}
