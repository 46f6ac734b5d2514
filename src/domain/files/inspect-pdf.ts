import type { TextLine } from '#domain/page-text/text-line.ts'
import type { Turn, Turns } from '#domain/page-turns/turn.ts'

export const MAX_PAGES = 1000
/** A PDF says so within its first bytes; 11 of 241 real papers have a few others before `%PDF-`. */
export const PDF_HEADER_BYTES = 1024
/** UTF-16 units of page 1 that are read; an ordinary page has 3,000. */
export const PAGE_TEXT_LIMIT = 20_000
/** In pixels; what is taller is fitted into the height. */
export const THUMBNAIL_WIDTH = 480
export const THUMBNAIL_MAX_HEIGHT = 1358
/** Limits of a decoded picture: 40 megapixels fit into the bytes, unless they are deeper than 8 bits. */
export const MAX_IMAGE_PIXELS = 40_000_000
export const MAX_IMAGE_BYTES = 200 * 1024 * 1024

/** In pixels: a page is rendered large once, and the small picture is made from that. */
export const PAGE_WIDTH = 1440
export const SMALL_PAGE_WIDTH = 720
/** A page that is longer or wider than this is placed on white within it. */
export const LONGEST_PAGE_RATIO = 6
export const MAX_MERGED_PAGES = 2000

export type PdfRefusal =
  | 'not-a-pdf'
  | 'empty'
  | 'password'
  | 'no-pages'
  | 'portfolio'
  | 'too-many-pages'
  | 'active-content'
  | 'active-content-stays'
  | 'broken'
  | 'took-too-long'
  | 'too-much-memory'
  | 'interrupted'

export type ImageRefusal =
  | 'not-an-image'
  | 'svg'
  | 'too-many-pixels'
  | 'broken'
  | 'took-too-long'
  | 'too-much-memory'
  | 'interrupted'

/** What is said where nothing is known to be wrong with the file; `what` is "PDF" or "picture". */
export function describeInterrupted(what: string): string {
  return `Reading this ${what} was interrupted by the server, which has too little free memory or too much other work. The ${what} may be fine. Try again in a minute; if this comes back, tell whoever runs the server.`
}

/** `thumbnail` is page 1 as WebP; `text` is '' for a scan, and often garbage where the fonts are old; `made` is the day,
 * as 2018-02-27, on which the file says that it was made; of one that `isLocked` PDF programs print nothing. */
export type PdfInspection =
  | { accepted: true; pages: number; thumbnail: Uint8Array; text: string; made?: string; isLocked?: boolean }
  | { accepted: false; reason: PdfRefusal; sentence: string }

/** `image` is made again from the pixels, never the bytes that came. */
export type ImageInspection =
  | { accepted: true; image: Uint8Array; contentType: string; width: number; height: number }
  | { accepted: false; reason: ImageRefusal; sentence: string }

/** `small` and `large` are WebP, 720 and 1440 pixels wide; `width` × `height` is the large one's size. They are turned by
 * `turn`, `lines` are not. `isUnread`: the file does not say what the page shows. */
export type PageRead = {
  page: number
  width: number
  height: number
  small: Uint8Array
  large: Uint8Array
  turn?: Turn
  isSpread?: true
  text: string
  lines: TextLine[]
  isUnread: boolean
}

export type TextRead = Pick<PageRead, 'page' | 'text' | 'lines' | 'isUnread'>

export type PdfRefused = { accepted: false; reason: PdfRefusal; sentence: string }

/** `failed` pages could not be rendered or took too long; `text` of the others is cleaned. */
export type PagesRead<Read = PageRead> = { pages: number; read: Read[]; failed: number[] } | PdfRefused

export type PdfsMerged =
  | { merged: true; pages: number; size: number }
  | { merged: false; reason: PdfRefusal; sentence: string }

export type PdfRewritten = { removed: true; size: number; md5: string; sha256: string } | PdfRefused

/** Bad files, slow ones and those that break the engine are answers; only an unreadable path rejects. */
export type Inspector = {
  /** `turn`: of page 1, on its thumbnail. */
  inspectPdf(path: string, turn?: Turn): Promise<PdfInspection>
  /** Rewrites the file in place; inspect it again. Refused (encrypted, damaged, too large), it is untouched. */
  removeActiveContent(path: string): Promise<PdfRewritten>
  /** Rewrites a PDF that opens without a password in place, without its encryption. Refused, it is untouched. */
  removeLock(path: string): Promise<PdfRewritten>
  prepareThumbnail(path: string): Promise<ImageInspection>
  /** Pages `from` to `to`, from 1, both included, of a PDF that has been accepted; turned as `turns` says. */
  readPages(path: string, range: { from: number; to: number; turns?: Turns }): Promise<PagesRead>
  /** The same without pictures, in a fiftieth of the time. */
  readTexts(path: string, range: { from: number; to: number }): Promise<PagesRead<TextRead>>
  /** In this order, into a new file at `to`; leaves no file there when it refuses. `ranges`: of which pages of each, "1-3,7". */
  mergePdfs(paths: string[], to: string, ranges?: (string | null)[]): Promise<PdfsMerged>
  /** Inspections still running are answered `took-too-long`. */
  close(): Promise<void>
}
