import type { PageRead } from '#domain/files/inspect-pdf.ts'
import type { Reporting } from '#server/jobs/job-messages.ts'

type ForPdfium = { memoryMiB: number }

export type InspectionTask = { path: string } & (
  | (ForPdfium & { kind: 'pdf' })
  | { kind: 'picture'; deadlineMs: number; decoderBytes: number }
)

/** Each page is reported as soon as it is done. */
export type PagesTask = ForPdfium & { path: string; from: number; to: number }
export type ReportingPages = PagesTask & Reporting

/** First the number of pages, then each page in order. */
export type PageReport = { pages: number } | { read: PageRead } | { failed: number }

export type MergeTask = ForPdfium & { paths: string[]; to: string }

export type StripTask = ForPdfium & { path: string; to: string }
