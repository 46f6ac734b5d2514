import type { Messages } from '../language/messages.ts'
import type { Paper } from '../paper/paper.ts'

/** As many ids fit an address of 2 KiB with room to spare. */
export const PICK_LIMIT = 50
/** Streamed, so only the connection and the phone's storage limit it. */
const ZIP_SIZE_LIMIT = 200 * 1024 * 1024
/** A merged PDF is made whole in a worker's memory, which must not run out. */
export const MERGED_SIZE_LIMIT = 60 * 1024 * 1024
const MERGED_PAGES_LIMIT = 500

export type PickedPaper = Pick<Paper, 'id' | 'title' | 'pages' | 'size'>
export type BundleKind = 'pdf' | 'zip'
type Weight = Pick<Paper, 'pages' | 'size'>

export function weightOf(papers: readonly Weight[]): Weight {
  return papers.reduce((sum, { pages, size }) => ({ pages: sum.pages + pages, size: sum.size + size }), {
    pages: 0,
    size: 0,
  })
}

/** Why these papers cannot be one file, as a sentence; null when they can. */
export function bundleLimitExceeded(kind: BundleKind, papers: readonly Weight[], m: Messages): string | null {
  const { pages, size } = weightOf(papers)
  const megabytes = (bytes: number) => bytes / 1024 / 1024
  if (papers.length > PICK_LIMIT) return m.picked_at_most({ count: PICK_LIMIT })
  if (kind === 'zip')
    return size > ZIP_SIZE_LIMIT ? m.picked_zip_too_big({ megabytes: megabytes(ZIP_SIZE_LIMIT) }) : null
  if (pages > MERGED_PAGES_LIMIT) return m.picked_pdf_too_long({ count: MERGED_PAGES_LIMIT })
  return size > MERGED_SIZE_LIMIT ? m.picked_pdf_too_big({ megabytes: megabytes(MERGED_SIZE_LIMIT) }) : null
}

export function bundlePath(kind: BundleKind, papers: readonly Pick<Paper, 'id'>[]): string {
  return `/papers.${kind}?ids=${papers.map(({ id }) => id).join(',')}`
}

export function papersLabel(count: number): string {
  return `${count} ${count === 1 ? 'paper' : 'papers'}`
}

/** One PDF of some pages alone: "1-3,7" of a paper, '' for all of it. */
export function partPath(parts: readonly { id: string; pages: string }[]): string {
  const pages = parts.map((part) => part.pages).join(';')
  return `/papers.pdf?ids=${parts.map(({ id }) => id).join(',')}&pages=${pages}`
}

/** Pages in their order as "1-3,7". */
export function writePages(pages: readonly number[]): string {
  const runs: [number, number][] = []
  for (const page of pages) {
    const last = runs.at(-1)
    if (last && page === last[1] + 1) last[1] = page
    else runs.push([page, page])
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(',')
}

/** How many pages "1-3, 7" are of a paper of so many; null where it says none, or one that is not there. */
export function countPages(said: string, pages: number): number | null {
  const parts = said.replace(/\s+/g, '').replaceAll('–', '-').split(',')
  let count = 0
  for (const part of parts) {
    const { from, to = from } = /^(?<from>[1-9]\d{0,3})(?:-(?<to>[1-9]\d{0,3}))?$/.exec(part)?.groups ?? {}
    if (!from || Number(to) < Number(from) || Number(to) > pages) return null
    count += Number(to) - Number(from) + 1
  }
  return count
}

/** About what some pages of a paper weigh, in bytes. */
export function sizeOfPart({ pages, size }: Weight, count: number): number {
  return pages > 0 ? Math.round((size * Math.min(count, pages)) / pages) : size
}
