import { createHash } from 'node:crypto'

/** Letters of the names that the site makes. */
const LETTERS = '23456789abcdefghijkmnpqrstuvwxyz'
const PAPERS = /(?<=\/papers\/)[a-z0-9]{12}(?=[/"])/g
/** A file's name ends with the time of its storing, and random letters. */
const FILES = /\d{8}T\d{9}Z-[a-z0-9]{8}(?=\.)/g

/**
 * A page of a made site as every run has it, so that its weight differs by a few bytes alone: each random name is another
 * one as long, and its pictures and the modules of a QR code (its address) are left out.
 */
export function deterministicHtml(html: string): string {
  const papers = [...new Set(html.match(PAPERS))]
  const files = [...new Set(html.match(FILES))]
  let page = withoutPictures(html)
    .replace(/(aria-label="QR [^>]*><path d=")[^"]*/, '$1')
    .replace(/(?<=127\.0\.0\.1(?::|%3A))\d+/g, '40000')
  for (const [at, name] of papers.entries()) page = page.replaceAll(name, lettersOf(`paper ${at}`, 12))
  for (const [at, name] of files.entries())
    page = page.replaceAll(name, `20260101T000000000Z-${lettersOf(`file ${at}`, 8)}`)
  return page
}

/** Pictures that come with a page depend on the paper, and on whether they were in memory. */
export function withoutPictures(html: string): string {
  return html.replace(/src="data:image[^"]*"/g, 'src=""')
}

function lettersOf(seed: string, length: number) {
  const bytes = createHash('sha256').update(seed).digest()
  return Array.from({ length }, (_, at) => LETTERS[(bytes[at] ?? 0) % LETTERS.length]).join('')
}
