import { closeSync, fstatSync, openSync } from 'node:fs'
import type { PdfRefused } from '#domain/files/inspect-pdf.ts'
import { OUT_OF_MEMORY_EXIT } from '#server/jobs/job-messages.ts'
import { compiledPdfium } from '../compile-pdfium.ts'
import { lowerPriority } from '../lower-priority.ts'
import { readDocument } from '../read-document.ts'
import { refusePdf } from '../refusals.ts'
import type { ReportingPages } from '../tasks.ts'

lowerPriority()

/** Null when every page was reported. */
export default async function readPages(task: ReportingPages): Promise<PdfRefused | null> {
  const fd = openSync(task.path, 'r')
  try {
    const source = { fd, size: fstatSync(fd).size }
    const engine = await compiledPdfium()
    const ended = await readDocument(engine, task, source, (report) => task.port.postMessage(report))
    // The caller resumes in a new worker at the first page that was not reported.
    if (ended === 'worn') process.exit(OUT_OF_MEMORY_EXIT)
    return ended === 'done' ? null : refusePdf(ended)
  } finally {
    closeSync(fd)
  }
}
