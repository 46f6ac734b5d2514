import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { type ImageInspection, PDF_HEADER_BYTES, type PdfInspection } from '#domain/files/inspect-pdf.ts'
import { OUT_OF_MEMORY_EXIT } from '#server/jobs/job-messages.ts'
import { pageThumbnail, prepareThumbnail } from './pages/picture.ts'
import { inspectDocument } from './pdfium-document.ts'
import { refuseActive, refuseCutShort, refusePdf } from './refusals.ts'
import type { InspectionTask, PdfTask, WithEngine } from './tasks.ts'

const ZIP = Buffer.from('PK\x03\x04')

export default function inspect(task: InspectionTask & WithEngine): Promise<PdfInspection | ImageInspection> {
  return task.kind === 'pdf' ? inspectPdf(task) : prepareThumbnail(task.path, task)
}

async function inspectPdf({ path, turn, memoryMiB, engine }: PdfTask & WithEngine): Promise<PdfInspection> {
  const fd = openSync(path, 'r')
  try {
    const size = fstatSync(fd).size
    if (size === 0) return refusePdf('empty')
    if (!hasPdfHeader(fd)) return refusePdf('not-a-pdf')
    const found = await inspectDocument(engine, memoryMiB, { fd, size }, turn)
    if ('refused' in found && found.refused === 'too-much-memory') process.exit(OUT_OF_MEMORY_EXIT)
    if ('refused' in found && found.refused === 'broken' && !hasPdfEnd(fd, size)) return refuseCutShort()
    if ('refused' in found) return refusePdf(found.refused)
    if ('active' in found) return refuseActive(found.active, found)
    const { pages, pixels, text, made, isLocked } = found
    return { accepted: true, pages, thumbnail: await pageThumbnail(pixels), text, made, isLocked }
  } finally {
    closeSync(fd)
  }
}

function hasPdfHeader(fd: number): boolean {
  const bytes = Buffer.alloc(PDF_HEADER_BYTES)
  readSync(fd, bytes, 0, bytes.length, 0)
  // A zip may have a PDF as it is near its beginning.
  return bytes.includes('%PDF-') && !bytes.subarray(0, ZIP.length).equals(ZIP)
}

function hasPdfEnd(fd: number, size: number): boolean {
  const bytes = Buffer.alloc(Math.min(size, PDF_HEADER_BYTES))
  readSync(fd, bytes, 0, bytes.length, size - bytes.length)
  return bytes.includes('%%EOF')
}
