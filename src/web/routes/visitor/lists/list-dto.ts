import { FACETS, type FacetCounts } from '#domain/paper/filters.ts'
import type { FoundQuestion } from '#domain/search/questions/read-found-questions.server.ts'
import { type PaperDto, packPaper, unpackPaper } from '../paper-card/paper-dto.ts'
import type { ReadList } from './failed-list.ts'
import { type AskedYear, type CardQuestion, packYear } from './question-card.tsx'

type Counted = Pick<ReadList, 'nearest' | 'facets' | 'years'>
type PackedFacets = Record<keyof FacetCounts, string>
type Packed = { nearest: PaperDto[]; facets: PackedFacets | null; years: string }

/** For the way into the browser: a hundred counts next to the filters weigh 1 KB, not 6. */
export function packList<List extends Counted>(list: List): Omit<List, keyof Counted> & Packed {
  return {
    ...list,
    nearest: list.nearest.map(packPaper),
    facets: list.facets && packFacets(list.facets),
    years: list.years.join(' '),
  }
}

export function unpackList<List extends Packed>(packed: List): Omit<List, keyof Packed> & Counted {
  return {
    ...packed,
    nearest: packed.nearest.map(unpackPaper),
    facets: packed.facets && unpackFacets(packed.facets),
    years: packed.years.split(' ').filter(Boolean).map(Number),
  }
}

export function packFound<List extends Counted & Pick<ReadList, 'papers'>>(list: List) {
  return { ...packList(list), papers: list.papers.map(packPaper) }
}

export function unpackFound<List extends Packed & { papers: PaperDto[] }>(packed: List) {
  return { ...unpackList(packed), papers: packed.papers.map(unpackPaper) }
}

/** Values have spaces, but neither bars nor a number at their end: "Social Science 305|English 600+". */
function packFacets(facets: FacetCounts): PackedFacets {
  const pack = ({ value, papers, more }: FacetCounts['type'][number]) =>
    `${value} ${papers}${more ? '+' : ''}`
  return Object.fromEntries(FACETS.map((facet) => [facet, facets[facet].map(pack).join('|')])) as PackedFacets
}

function unpackFacets(packed: PackedFacets): FacetCounts {
  return Object.fromEntries(
    FACETS.map((facet) => [facet, packed[facet].split('|').filter(Boolean).map(unpackCount)]),
  ) as FacetCounts
}

function unpackCount(text: string): FacetCounts['type'][number] {
  const space = text.lastIndexOf(' ')
  const count = { value: text.slice(0, space), papers: Number.parseInt(text.slice(space + 1), 10) }
  return text.endsWith('+') ? { ...count, more: true } : count
}

/** For the way into the browser. */
export type PackedQuestion = Omit<FoundQuestion, 'paper' | 'askedIn'> & {
  paper: PaperDto
  askedIn: AskedYear[]
}

export function packQuestion({ paper, askedIn, ...question }: FoundQuestion): PackedQuestion {
  return { ...question, askedIn: askedIn.map(packYear), paper: packPaper(paper) }
}

export function unpackQuestion({ paper, ...question }: PackedQuestion): CardQuestion {
  return { ...question, paper: unpackPaper(paper) }
}
