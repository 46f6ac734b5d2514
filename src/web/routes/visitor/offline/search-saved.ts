import { variantFieldsOf } from '#domain/paper/paper-fields.ts'
import type { SavedPaper } from '../downloads/offline-store.ts'

/** A saved paper with the words of a search: in its title and facts, or on a page of it. */
export type FoundSaved = { paper: SavedPaper; inside: { page: number; snippet: string } | null }

/** Letters next to the words that are found on a page. */
const AROUND = 60

/** All words must be in the title or its facts, or together on one page. In the order of `papers`; titles first. */
export function searchSaved(papers: readonly SavedPaper[], text: string): FoundSaved[] {
  const words = wordsOf(text)
  if (words.length === 0) return papers.map((paper) => ({ paper, inside: null }))
  const named = papers.filter((paper) => hasAll(factsOf(paper), words))
  const others = papers.filter((paper) => !named.includes(paper))
  const within = others.flatMap((paper) => {
    const at = paper.texts.findIndex((page) => hasAll(page, words))
    if (at < 0) return []
    return [{ paper, inside: { page: at + 1, snippet: snippetOf(paper.texts[at] ?? '', words) } }]
  })
  return [...named.map((paper) => ({ paper, inside: null })), ...within]
}

function factsOf({ paper }: SavedPaper) {
  const { title, type, grade, subject, month, year } = paper
  const apart = Object.values(variantFieldsOf(paper))
  return [title, type, `class ${grade}`, `${grade}th`, subject, month, year, ...apart].join(' ')
}

function hasAll(text: string, words: string[]) {
  const said = fold(text)
  return words.every((word) => said.includes(word))
}

function wordsOf(text: string) {
  return fold(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
}

function fold(text: string) {
  return text.normalize('NFC').toLowerCase()
}

/** One line around the first of the words. */
function snippetOf(text: string, words: string[]) {
  const line = text.normalize('NFC').replace(/\s+/g, ' ')
  const at = Math.max(0, line.toLowerCase().indexOf(words[0] ?? ''))
  const from = Math.max(0, line.lastIndexOf(' ', Math.max(0, at - AROUND)) + 1)
  const to = line.indexOf(' ', at + AROUND)
  const cut = line.slice(from, to < 0 ? undefined : to)
  return `${from > 0 ? '… ' : ''}${cut}${to < 0 ? '' : ' …'}`
}
