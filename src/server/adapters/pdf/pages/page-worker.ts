import { closeSync, fstatSync, openSync } from 'node:fs'
import type { PdfRefused } from '#domain/files/inspect-pdf.ts'
import { OUT_OF_MEMORY_EXIT, type Reporting } from '#server/jobs/job-messages.ts'
import type { PagesTask, WithEngine } from '../inspector.ts'
import { lowerPriority } from '../inspector.ts'
import { readDocument } from '../read-document.ts'
import { refusePdf } from '../refusals.ts'

lowerPriority()

/** Null when every page was reported. */
export default async function readPages(
  task: PagesTask & WithEngine & Reporting,
): Promise<PdfRefused | null> {
  const fd = openSync(task.path, 'r')
  try {
    const source = { fd, size: fstatSync(fd).size }
    const ended = await readDocument(task, source, (report) => task.port.postMessage(report))
    // The caller resumes in a new worker at the first page that was not reported.
    if (ended === 'worn') process.exit(OUT_OF_MEMORY_EXIT)
    return ended === 'done' ? null : refusePdf(ended)
  } finally {
    closeSync(fd)
  }
}
