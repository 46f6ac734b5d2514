import { closeSync, fstatSync, openSync } from 'node:fs'
import type { PdfRefused } from '#domain/files/inspect-pdf.ts'
import { readDocument } from '../read-document.ts'
import { refusePdf } from '../refusals.ts'
import { OUT_OF_MEMORY_EXIT, type PagesTask } from '../tasks.ts'

/** Runs in a worker thread, one task at a time; null when every page was reported. */
export default async function readPages(task: PagesTask): Promise<PdfRefused | null> {
  const fd = openSync(task.path, 'r')
  try {
    const source = { fd, size: fstatSync(fd).size }
    const ended = await readDocument(task, source, (report) => task.port.postMessage(report))
    // Whoever asked goes on with a new worker from the page that was not reported.
    if (ended === 'worn') process.exit(OUT_OF_MEMORY_EXIT)
    return ended === 'done' ? null : refusePdf(ended)
  } finally {
    closeSync(fd)
    task.port.close()
  }
}
