import type { PageSize } from '../page-images/page-parts.ts'
import type { PublishedPaper } from '../paper/paper.ts'

/** Safe in the browser. What a device fetches to keep a paper; all sizes in bytes. */
export type KeepablePaper = {
  paper: PublishedPaper
  /** Pages are at `${base}/${page}-720.webp`, null without a picture. */
  pages: (PageSize | null)[]
  base: string
  /** Whether no more pictures will come. */
  isDone: boolean
  bytes: { pages: number; file: number }
}

/** What a page's text with its positions weighs on a device: 2,700 bytes in four real papers of 58 pages, and a part of the picture on cards. */
const TEXT_BYTES = 3_500

/** Before anything is fetched; what was fetched is weighed itself. */
export function estimateBytes({ pages, bytes }: Pick<KeepablePaper, 'pages' | 'bytes'>, withFile: boolean) {
  return bytes.pages + pages.length * TEXT_BYTES + (withFile ? bytes.file : 0)
}

/** Another one where the paper has another file, or its pictures were drawn anew or have grown in number. */
export function versionOf({ base, pages }: Pick<KeepablePaper, 'base' | 'pages'>): string {
  return `${base} ${pages.filter(Boolean).length}`
}
