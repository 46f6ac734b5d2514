import type { MessagePort } from 'node:worker_threads'
import type { PageRead } from '#domain/files/inspect-pdf.ts'

/** What every task that needs PDFium is given: PDFium, compiled once for all workers, and the most it may take. */
export type ForPdfium = { engine: WebAssembly.Module; memoryMiB: number }

/** What the main thread hands to a worker that inspects. */
export type InspectionTask = ForPdfium & { kind: 'pdf' | 'picture'; path: string; deadlineMs: number }

/** To a worker that draws and reads pages; each page is reported through `port` as soon as it is done. */
export type PagesTask = ForPdfium & { path: string; from: number; to: number; port: MessagePort }

/** What that worker reports: first how many pages there are, then each page in order. */
export type PageReport = { pages: number } | { read: PageRead } | { failed: number }

/** To a worker that puts PDFs into one. */
export type MergeTask = ForPdfium & { paths: string[]; to: string }

/** To a worker that writes a PDF anew without its active content. */
export type StripTask = ForPdfium & { path: string; to: string }

/** A worker ends itself with this code when PDFium ran out of memory: so that the memory is given back at once. */
export const OUT_OF_MEMORY_EXIT = 12
