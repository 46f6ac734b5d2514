import type { PageRead } from '#domain/files/inspect-pdf.ts'

type ForPdfium = { memoryMiB: number }
/** What workers get beside their task, from `compile-pdfium.ts`. */
export type WithEngine = { engine: WebAssembly.Module }

export type PdfTask = ForPdfium & { kind: 'pdf'; path: string }
export type InspectionTask =
  | PdfTask
  | { kind: 'picture'; path: string; deadlineMs: number; decoderBytes: number }

/** Each page is reported as soon as it is done. */
export type PagesTask = ForPdfium & { path: string; from: number; to: number }

/** First the number of pages, then each page in order. */
export type PageReport = { pages: number } | { read: PageRead } | { failed: number }

export type MergeTask = ForPdfium & { paths: string[]; to: string }

export type StripTask = ForPdfium & { path: string; to: string }
