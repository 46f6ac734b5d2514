import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { type ImageInspection, PDF_HEADER_BYTES, type PdfInspection } from '#domain/files/inspect-pdf.ts'
import { pageThumbnail, prepareThumbnail } from './pages/picture.ts'
import { lookAtPdf } from './pdfium-document.ts'
import { refuseActive, refusePdf } from './refusals.ts'
import { type InspectionTask, OUT_OF_MEMORY_EXIT } from './tasks.ts'

/** Runs in a worker thread, one task at a time; the main thread ends it past its deadline. */
export default function inspect(task: InspectionTask): Promise<PdfInspection | ImageInspection> {
  return task.kind === 'pdf' ? inspectPdf(task) : prepareThumbnail(task.path, task.deadlineMs)
}

async function inspectPdf({ path, engine, memoryMiB }: InspectionTask): Promise<PdfInspection> {
  const fd = openSync(path, 'r')
  try {
    const size = fstatSync(fd).size
    if (size === 0) return refusePdf('empty')
    if (!saysPdf(fd)) return refusePdf('not-a-pdf')
    const look = await lookAtPdf(engine, memoryMiB, { fd, size })
    if ('refused' in look && look.refused === 'too-much-memory') process.exit(OUT_OF_MEMORY_EXIT)
    if ('refused' in look) return refusePdf(look.refused)
    if ('active' in look) return refuseActive(look.active, look)
    const { pages, pixels, text } = look
    return { accepted: true, pages, thumbnail: await pageThumbnail(pixels), text }
  } finally {
    closeSync(fd)
  }
}

function saysPdf(fd: number): boolean {
  const bytes = Buffer.alloc(PDF_HEADER_BYTES)
  readSync(fd, bytes, 0, bytes.length, 0)
  return bytes.includes('%PDF-')
}
