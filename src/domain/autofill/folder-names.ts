import { cleanName } from './clean-name.ts'
import { type Evidence, readWords } from './evidence.ts'
import { wordsOf } from './words/words.ts'

const MOST_FOLDERS = 6

/** Nearest first: all of it doubtful, and without codes, which belong to one file. */
export function readFolders(folders: string, now: Date): Evidence[] {
  const names = folders.split('/').filter(Boolean).reverse().slice(0, MOST_FOLDERS)
  return names.map((name) => doubted(readWords(wordsOf(cleanName(name)), now)))
}

function doubted(evidence: Evidence): Evidence {
  const weak = <Told extends { sure: boolean }>(told: Told[]) =>
    told.map((each) => ({ ...each, sure: false }))
  const { boards, grades, subjects, months, years } = evidence
  return {
    ...evidence,
    boards: weak(boards),
    grades: weak(grades),
    subjects: weak(subjects),
    months: weak(months),
    years: weak(years),
    code: undefined,
    counts: [],
    answers: undefined,
  }
}
