/** Stands for all papers together in the sums of views by day, so that a year's sums are 365 rows. No paper has this id. */
export const ALL_PAPERS = ''

/** So many views of a paper on a day in India; without a paper, so many visits. */
export type DaySum = { day: string; paperId: string | null; times: number }
