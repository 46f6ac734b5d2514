import { DEFAULT_STATE, type State } from '#domain/paper/exams-and-subjects.ts'
import { describeVariantFields } from '#domain/paper/paper-fields.ts'
import { SPELLINGS } from '#domain/paper/spellings.ts'
import { markLine } from '#domain/search/finding/marked-line.ts'
import { createTermCounter } from '#domain/search/finding/subject-affinity.ts'
import { holdsTerms, type Part, searchWords, type Term } from '#domain/search/understanding/query.ts'
import { readSynonyms } from '#domain/search/understanding/synonyms.ts'
import { understandQuery } from '#domain/search/understanding/understand.ts'
import type { TitleWords } from '#domain/search/understanding/vocabulary.ts'
import { titleWordsOf } from '#domain/search/words/search-text.ts'
import { soundOf } from '#domain/search/words/sounds.ts'
import schoolTerms from '../../../../../school-terms.txt?raw'
import synonyms from '../../../../../synonyms.txt?raw'
import type { SavedPaper } from '../downloads/offline-store.ts'
import type { FoundSaved } from './search-saved.ts'

const vocabulary = readSynonyms(synonyms, SPELLINGS, schoolTerms)

/** Understands what was typed as the search of the site does: classes, boards, subjects, months and years in any
 * language narrow, other words are found in titles, then on pages, with their synonyms. In the order of `papers`. */
export function searchUnderstood(
  papers: readonly SavedPaper[],
  text: string,
  { now = new Date(), own = DEFAULT_STATE }: { now?: Date; own?: State } = {},
): FoundSaved[] {
  const wordsByPaper = new Map(papers.map((paper) => [paper, wordsOf(paper)]))
  const titles = titleWordsOf([...wordsByPaper.values()].flatMap((words) => words.split(' ')))
  const all = new Set(papers.map((paper) => stateOf(paper, own)).filter((state) => state !== null))
  const states = all.size > 1 ? [...all] : []
  const { parts, terms } = understandQuery(text, vocabulary, { titles, now, states, ownState: own })
  if (parts.length + terms.length === 0) return papers.map((paper) => ({ paper, inside: null }))
  const within = papers.filter((paper) => parts.every((part) => isOf(paper, part, own)))
  const wanted = terms.map((term) => ({ term, ways: waysOf(term, titles) }))
  const isNamed = (paper: SavedPaper) =>
    wanted.every(({ ways }) => ways.some((way) => holdsTerms(wordsByPaper.get(paper) ?? '', way)))
  const named = within.filter(isNamed)
  const inside = within
    .filter((paper) => !named.includes(paper))
    .flatMap((paper) => foundInside(paper, terms))
  return [...named.map((paper) => ({ paper, inside: null })), ...inside]
}

/** Whose board set it; null where it is none of a state. */
function stateOf({ paper }: SavedPaper, own: string): string | null {
  return paper.type === 'state' ? paper.board || own : null
}

function isOf(saved: SavedPaper, { facet, value }: Part, own: string) {
  const { paper } = saved
  if (facet === 'board') return stateOf(saved, own) === value
  return facet === 'answered' ? paper.referenceLink !== null : String(paper[facet]) === value
}

/** Lower case: title, fields, variant and board, as the site's index knows them. */
function wordsOf({ paper }: SavedPaper): string {
  const { title, words } = searchWords({ ...paper, month: 1 })
  return [title, words.replace('January', paper.month), ...describeVariantFields(paper)]
    .join(' ')
    .toLowerCase()
    .replace(/[\s,:;()]+/g, ' ')
}

/** Also as titles spell it, and as it sounds in Tamil. */
function waysOf({ typed, ways, inFields = [] }: Term, titles: TitleWords): string[][] {
  const [word = '', ...rest] = ways[0] ?? [typed.toLowerCase()]
  const isOne = rest.length === 0
  const near = isOne && !titles.has(word) ? titles.closeTo(word) : []
  const sound = isOne ? soundOf(word) : ''
  const alike = sound === '' ? [] : titles.begun('').filter((other) => soundOf(other) === sound)
  return [...ways, ...inFields, ...[...near, ...alike].map((other) => [other])]
}

function foundInside(paper: SavedPaper, terms: Term[]): FoundSaved[] {
  if (terms.length === 0) return []
  const countTerms = createTermCounter(terms)
  const withoutSubjects = terms.filter(({ subjects }) => !subjects)
  const at = paper.texts.findIndex((page) => {
    const has = ({ ways }: Term) => ways.some((way) => holdsTerms(page, way))
    return withoutSubjects.every(has) && countTerms(page, paper.paper.subject) !== null
  })
  if (at < 0) return []
  const words = terms.flatMap(({ ways }) => ways.filter((way, nth) => nth === 0 || way.length === 1).flat())
  const rows = terms.flatMap(({ ways }) => ways.slice(1).filter((way) => way.length > 1))
  return [
    { paper, inside: { page: at + 1, snippet: markLine(paper.texts[at] ?? '', words, rows)?.line ?? '' } },
  ]
}
