/** Safe in the browser, and loaded with pages on which questions are picked. As many fit an address of 2 KiB. */
export const WORKSHEET_LIMIT = 100
/** Of questions of so many papers a worksheet is made. */
export const WORKSHEET_PAPERS = 50

/** A question of a worksheet as somebody picks or suggests it; `id` names it in its paper: "q17". */
export type PickedQuestion = { paperId: string; id: string }

export const QUESTION_ID = /^q(?<number>\d{1,3})(?:\.(?<part>\d{1,2}))?(?:-(?<again>\d{1,3}))?$/

/** What names a worksheet in one set where it is sat: a sitting of another set is another one. */
export function sheetId(code: string, { set, seed }: { set: string | null; seed: number | string }): string {
  return set === null || set === 'A' ? code : `${code}.${set}${seed}`
}

/** Where a list of questions comes in, be it picked, suggested or typed: the page that leads to their worksheet. */
export function pathOfPicked(questions: readonly PickedQuestion[]): string {
  return `/worksheet/picked?questions=${questions.map(writeReference).join(',')}`
}

/** PAPER.q17, as addresses name a question. */
const REFERENCE = new RegExp(`^(?<paperId>[a-z0-9-]{1,40})\\.(?<id>${QUESTION_ID.source.slice(1, -1)})$`)

export function writeReference({ paperId, id }: PickedQuestion): string {
  return `${paperId}.${id}`
}

/** Those of a list with commas between them that are named in the right way. */
export function readReferences(list: string): PickedQuestion[] {
  return list.split(',').flatMap((said) => {
    const { paperId, id } = REFERENCE.exec(said)?.groups ?? {}
    return paperId && id ? [{ paperId, id }] : []
  })
}

/** Null where one of them is none. */
export function readPicked(list: string): PickedQuestion[] | null {
  const questions = readReferences(list)
  return questions.length === list.split(',').length ? questions : null
}
