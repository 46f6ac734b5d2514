import type { PageRead, TextRead } from '#domain/files/inspect-pdf.ts'
import type { Turn, Turns } from '#domain/page-turns/turn.ts'

type ForPdfium = { memoryMiB: number }
/** What workers get beside their task, from `compile-pdfium.ts`. */
export type WithEngine = { engine: WebAssembly.Module }

export type PdfTask = ForPdfium & { kind: 'pdf'; path: string; turn?: Turn }
export type InspectionTask =
  | PdfTask
  | { kind: 'picture'; path: string; deadlineMs: number; decoderBytes: number }

/** Each page is reported as soon as it is done, as a picture too where it is drawn. */
export type PagesTask = ForPdfium & {
  path: string
  from: number
  to: number
  turns?: Turns
  isDrawn: boolean
}

/** First the number of pages, then each page in order. */
export type PageReport<Read = PageRead | TextRead> = { pages: number } | { read: Read } | { failed: number }

export type MergeTask = ForPdfium & { paths: string[]; to: string }

/** Writes the PDF without its active content, or without its encryption. */
export type StripTask = ForPdfium & { path: string; to: string; without: 'active-content' | 'lock' }
