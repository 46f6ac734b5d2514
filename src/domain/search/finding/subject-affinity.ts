import type { Subject } from '#domain/paper/paper.ts'
import type { Term } from '../understanding/query.ts'
import { beginningOf } from './closeness.ts'

/** Whose papers have a subject's terms, its own first: up to class 10 physics is a part of Science, and an exam's
 * paper has all subjects in one. */
const TAUGHT_IN: Partial<Record<Subject, readonly Subject[]>> = {
  Mathematics: ['Mathematics', 'Business Maths', 'all'],
  Physics: ['Physics', 'Science', 'all'],
  Chemistry: ['Chemistry', 'Science', 'all'],
  Biology: ['Biology', 'Science', 'all'],
  Science: ['Science', 'Physics', 'Chemistry', 'Biology', 'all'],
}
/** Where nothing that was typed is a term of another subject: this is a centre for mathematics. */
const OWN: readonly Subject[] = ['Mathematics']

/** The subjects whose pages go first. */
export function ownSubjectsOf(terms: Pick<Term, 'subjects'>[]): readonly Subject[] {
  const named = terms.flatMap(({ subjects = [] }) => subjects.flatMap(taughtIn))
  return named.length > 0 ? [...new Set(named)] : OWN
}

export function isOwnSubject({ subjects }: Pick<Term, 'subjects'>, subject: string): boolean {
  return !subjects || subjects.some((each) => taughtIn(each).includes(subject as Subject))
}

function taughtIn(subject: Subject) {
  return TAUGHT_IN[subject] ?? [subject]
}

/** How many terms of subjects a page says with their words in a row; null where it does not really have them all: the
 * index knows neither which words follow each other nor, of English ones, more than their stems. At home a term is said
 * by its words in any form or by a synonym, elsewhere by the typed words themselves: "integral" is no "integration". */
export function createTermCounter(terms: Term[]): (text: string, subject: string) => number | null {
  const patterns = terms
    .filter(({ subjects }) => subjects)
    .map((term) => {
      const [typed = [term.typed.toLowerCase()]] = term.ways
      return {
        term,
        rows: term.ways.map((way) => inARow(way, anyForm)),
        forms: typed.map((word) => inARow([word], anyForm)),
        itself: typed.map((word) => inARow([word], sameWord)),
      }
    })
  return (text, subject) => {
    const lower = text.toLowerCase()
    const has = (pattern: RegExp) => pattern.test(lower)
    let said = 0
    for (const { term, rows, forms, itself } of patterns) {
      const isHome = isOwnSubject(term, subject)
      const isRow = (isHome ? rows : rows.slice(0, 1)).some(has)
      if (isHome ? !isRow && !forms.every(has) : !itself.every(has)) return null
      if (isRow) said++
    }
    return said
  }
}

function inARow(words: string[], formOf: (word: string) => string) {
  const between = String.raw`(?:['’]s)?[^\p{L}\p{M}\p{N}]{1,4}`
  return new RegExp(
    String.raw`(?<![\p{L}\p{M}\p{N}])${words.map(formOf).join(between)}(?![\p{L}\p{M}\p{N}])`,
    'u',
  )
}

function anyForm(word: string) {
  return String.raw`${escaped(beginningOf(word))}[\p{L}\p{M}]*`
}

/** With an English plural, or an ending of Tamil or Hindi. */
function sameWord(word: string) {
  const isEnglish = /^[a-z]+$/.test(word)
  return isEnglish ? `${word.replace(/(?<=..)s$/, '')}(?:s|es)?` : String.raw`${escaped(word)}[\p{L}\p{M}]*`
}

function escaped(text: string) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
