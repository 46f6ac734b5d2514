import type { Month, Subject } from '#domain/paper/paper.ts'

/** Safe in the browser. A hint that is not `sure` is shown as doubtful; null means that nothing is known. */
export type Hint<Value> = { value: Value; sure: boolean } | null

/** Unchanged fields keep the words of the name or page; `understood` is what the fields were when it was read. */
export type TitleParts = {
  /** "CBSE", "Class 12", "Applied Mathematics", "March 2024" or "2021-22"; '' for what was not said. */
  board: string
  grade: string
  subject: string
  when: string
  /** "Chapter 2 Sample Question Paper with Answers"; `set` is "Set 1" in rows of earlier versions, whose variant is not told. */
  middle: string
  set: string
  /** As printed, "65/4/1"; and of an entrance exam's month. Rows that were kept by an earlier version lack both. */
  code?: string
  day?: string
  understood: { degree: string; subject: string; month: string; year: string; variant?: string }
}

/** Who says a field, in which words. `series`: the letters behind "Series" on page 1; `made`: the PDF's own date, and nothing
 * else; `usual`: nobody, but such exams are usually held then; `guess`: the words say it in part only. */
export type Told = {
  by: 'name' | 'page' | 'folder' | 'code' | 'series' | 'made' | 'usual' | 'guess'
  words: string
}
/** By the name of the field. */
export type ToldFields = { [field: string]: Told }

export type Hints = {
  title: Hint<string>
  degree: Hint<string>
  subject: Hint<Subject>
  month: Hint<Month>
  year: Hint<number>
  /** "Standard, Set 3"; null where nothing tells it apart. */
  variant: Hint<string>
  /** The state whose board it is of, where that is said. */
  board: Hint<string>
  /** Whether it seems to be answers: a key, a marking scheme, solutions. */
  isAnswers: boolean
  /** Null when the title is the name's own words, which follow no field. */
  titleParts: TitleParts | null
  /** Rows that were kept by an earlier version lack it. */
  told?: ToldFields | undefined
}
