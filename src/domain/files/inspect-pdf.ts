/** Most pages that a paper may have. */
export const MAX_PAGES = 1000
/** A PDF says so within its first bytes; 11 of 241 real papers have a few others before `%PDF-`. */
export const PDF_HEADER_BYTES = 1024
/** Most text of page 1 that is read, in UTF-16 units; an ordinary page has 3,000. */
export const PAGE_TEXT_LIMIT = 20_000
/** Width of every thumbnail, in pixels; a taller page or picture is kept within the height. */
export const THUMBNAIL_WIDTH = 480
export const THUMBNAIL_MAX_HEIGHT = 1358
/** Most pixels that a picture may have when decoded. */
export const MAX_IMAGE_PIXELS = 40_000_000
/** Most bytes that a picture may take when decoded: 40 megapixels in colour fit, unless they are deeper than 8 bits. */
export const MAX_IMAGE_BYTES = 200 * 1024 * 1024

/** A page is drawn this wide once; the smaller picture is made from the larger one. */
export const PAGE_WIDTH = 1440
export const SMALL_PAGE_WIDTH = 720
/** A page is at most this many times taller than wide, or wider than tall; past it, it lies on white within these. */
export const LONGEST_PAGE_RATIO = 6
/** Most pages that PDFs merged into one may have together. */
export const MAX_MERGED_PAGES = 2000

export type PdfRefusal =
  | 'not-a-pdf'
  | 'empty'
  | 'password'
  | 'no-pages'
  | 'too-many-pages'
  | 'active-content'
  | 'active-content-stays'
  | 'broken'
  | 'took-too-long'
  | 'too-much-memory'

export type ImageRefusal =
  | 'not-an-image'
  | 'svg'
  | 'too-many-pixels'
  | 'broken'
  | 'took-too-long'
  | 'too-much-memory'

/**
 * What became of an uploaded PDF; `thumbnail` is page 1 as WebP, 480 pixels wide, `text` what page 1 says: '' for a scan,
 * often rubbish where the fonts are old (see domain/reading/drop-rubbish.ts).
 */
export type PdfInspection =
  | { accepted: true; pages: number; thumbnail: Uint8Array; text: string }
  | { accepted: false; reason: PdfRefusal; sentence: string }

/** What became of an uploaded picture; `image` is made anew from its pixels, at most 480 pixels wide. */
export type ImageInspection =
  | { accepted: true; image: Uint8Array; contentType: 'image/webp'; width: number; height: number }
  | { accepted: false; reason: ImageRefusal; sentence: string }

/** A page that was read: its pictures as WebP, 1440 (`width` × `height`) and 720 pixels wide, and what it says. */
export type PageRead = {
  page: number
  width: number
  height: number
  small: Uint8Array
  large: Uint8Array
  text: string
}

export type PdfRefused = { accepted: false; reason: PdfRefusal; sentence: string }

/**
 * What was read of a PDF with `pages` pages, in their order; `failed` are those that could not be drawn or took too
 * long. `text` is cleaned (see domain/reading/page-words.ts).
 */
export type PagesRead = { pages: number; read: PageRead[]; failed: number[] } | PdfRefused

/** What became of several PDFs put into one; `size` in bytes. */
export type PdfsMerged =
  | { merged: true; pages: number; size: number }
  | { merged: false; reason: PdfRefusal; sentence: string }

/** What became of a PDF whose active content was to be removed; `size` in bytes, hashes as of a received file. */
export type ActiveContentRemoved = { removed: true; size: number; md5: string; sha256: string } | PdfRefused

/**
 * Judges files that arrived. A bad file, a slow one and one that breaks the engine are all answers; only a path that
 * cannot be read rejects.
 */
export type Inspector = {
  /** Whether the file at `path` is a PDF that the site may offer; with its pages and a thumbnail if so. */
  inspectPdf(path: string): Promise<PdfInspection>
  /**
   * Writes the PDF at `path` anew, there, without its scripts and all else for which it would be refused as active; it
   * has to be inspected again. Refused, it stays as it was: when it is encrypted, damaged, or too large for that.
   */
  removeActiveContent(path: string): Promise<ActiveContentRemoved>
  /** The picture at `path` as a thumbnail that is safe to serve. */
  prepareThumbnail(path: string): Promise<ImageInspection>
  /** Draws and reads the pages `from` to `to` (from 1, both included) of the PDF at `path`, which has been accepted. */
  readPages(path: string, range: { from: number; to: number }): Promise<PagesRead>
  /** Puts the pages of all PDFs, in this order, into one new file at `to`; leaves no file there when it refuses. */
  mergePdfs(paths: string[], to: string): Promise<PdfsMerged>
  /** Ends the workers; inspections still running are answered `took-too-long`. */
  close(): Promise<void>
}
