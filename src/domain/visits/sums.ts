/** The views of all papers together, so that a year's sums are 365 rows. No paper has this id. */
export const ALL_PAPERS = ''

/** `day` is India's. Without a paper, `times` counts visits. */
export type DaySum = { day: string; paperId: string | null; times: number }
