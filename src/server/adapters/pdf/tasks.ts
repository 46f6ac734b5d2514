import type { MessagePort } from 'node:worker_threads'
import type { PageRead } from '#domain/files/inspect-pdf.ts'

export type ForPdfium = { engine: WebAssembly.Module; memoryMiB: number }

export type InspectionTask = ForPdfium & { kind: 'pdf' | 'picture'; path: string; deadlineMs: number }

/** Each page is reported through `port` as soon as it is done. */
export type PagesTask = ForPdfium & { path: string; from: number; to: number; port: MessagePort }

/** First the number of pages, then each page in order. */
export type PageReport = { pages: number } | { read: PageRead } | { failed: number }

export type MergeTask = ForPdfium & { paths: string[]; to: string }

export type StripTask = ForPdfium & { path: string; to: string }

/** The exit code of a worker whose PDFium ran out of memory: exiting frees it at once. */
export const OUT_OF_MEMORY_EXIT = 12
