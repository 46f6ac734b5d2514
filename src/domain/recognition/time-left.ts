import type { ReadingProgress } from '#domain/page-text/reading.server.ts'

/** Safe in the browser. `msPerPage` is measured on the last recognised pages; null before any was. */
export type ReadingPace = { msPerPage: number | null }

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
/** From then on minutes are more exact than what is known. */
const MOST_MINUTES = 90

/** How long so many pages take, as it is said: whole minutes up to 90, at least 1, then whole hours; null where no page
 * was measured yet. */
export function timeFor(
  pages: number,
  { msPerPage }: ReadingPace,
): { unit: 'minutes' | 'hours'; count: number } | null {
  if (msPerPage === null) return null
  const ms = pages * msPerPage
  const minutes = Math.max(1, Math.round(ms / MINUTE_MS))
  if (minutes <= MOST_MINUTES) return { unit: 'minutes', count: minutes }
  return { unit: 'hours', count: Math.round(ms / HOUR_MS) }
}

/** In percent; never 100 while pages wait. */
export function percentRead({ read, waiting }: ReadingProgress): number {
  return Math.floor((read * 100) / Math.max(1, read + waiting))
}

/** For the admin area: "2,279 scanned pages are still to be read: about 4 hours left, 7 % read." */
export function describeProgress(progress: ReadingProgress): string {
  const { waiting } = progress
  const pages = `${waiting.toLocaleString('en-IN')} scanned ${waiting === 1 ? 'page is' : 'pages are'} still to be read`
  const left = describeTimeFor(waiting, progress)
  return `${pages}: ${left ? `${left} left` : 'how long it takes is known after the first'}, ${percentRead(progress)} % read.`
}

/** For the admin area: "about 3 minutes", "about 4 hours"; null where no page was measured yet. */
export function describeTimeFor(pages: number, pace: ReadingPace): string | null {
  const time = timeFor(pages, pace)
  if (!time) return null
  return `about ${time.count} ${time.count === 1 ? time.unit.slice(0, -1) : time.unit}`
}
