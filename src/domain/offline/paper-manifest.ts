import type { PageSize } from '../page-images/page-image.ts'
import { pageName } from '../page-turns/turn.ts'
import type { PublishedPaper } from '../paper/paper.ts'

/** Safe in the browser. What a device fetches to save a paper; all sizes in bytes. */
export type PaperManifest = {
  paper: PublishedPaper
  /** Pages are at `${base}/${pageName(page, turn)}-720.webp`, null without a picture. */
  pages: (PageSize | null)[]
  base: string
  /** Whether no more pictures will come. */
  isDone: boolean
  /** Pages of its answers, as its own; null where these have no pictures. */
  answers: AnswerPages | null
  /** `answers` with the pictures of their pages. */
  bytes: { pages: number; file: number; answers: number }
}

type AnswerPages = { pages: (PageSize | null)[]; base: string }

/** What a page's text with its positions weighs on a device: 2,700 bytes in four real papers of 58 pages, and a part of the picture on cards. */
const TEXT_BYTES = 3_500

/** Before anything is fetched; what was fetched is weighed itself. */
export function estimateBytes({ pages, bytes }: Pick<PaperManifest, 'pages' | 'bytes'>, withFile: boolean) {
  return bytes.pages + pages.length * TEXT_BYTES + bytes.answers + (withFile ? bytes.file : 0)
}

/** The address of its answers, which are saved with it; null where there are none, or where they are on another site. */
export function answersOf({ referenceLink }: Pick<PublishedPaper, 'referenceLink'>): string | null {
  return referenceLink?.startsWith(FILES) ? referenceLink : null
}

/** All that can be fetched of it besides its pages. */
export function filesOf(paper: Pick<PublishedPaper, 'link' | 'thumbnail' | 'referenceLink'>): string[] {
  return [paper.link, paper.thumbnail, answersOf(paper)].filter((path) => path !== null)
}

export const FILES = '/files/'

/** Another one where the paper has another file or other answers, or its pictures were rendered again or turned, or have grown in number. */
export function versionOf({
  base,
  pages,
  paper,
  answers,
}: Pick<PaperManifest, 'base' | 'pages' | 'paper'> & Partial<Pick<PaperManifest, 'answers'>>): string {
  const rendered = (some: AnswerPages) => [
    some.base,
    some.pages.filter(Boolean).length,
    ...some.pages.flatMap((size, at) => (size?.turn ? pageName(at + 1, size.turn) : [])),
  ]
  return [...rendered({ base, pages }), answersOf(paper), ...(answers ? rendered(answers) : [])].join(' ')
}
