import { closeSync, fstatSync, openSync, rmSync, writeSync } from 'node:fs'
import { MAX_MERGED_PAGES, type PdfsMerged } from '#domain/files/inspect-pdf.ts'
import { OUT_OF_MEMORY_EXIT } from '#server/jobs/job-messages.ts'
import type { MergeTask, WithEngine } from './inspector.ts'
import {
  type Callbacks,
  explainOpenError,
  explainPdfiumError,
  openDocument,
  type Pdfium,
  type Refusal,
  readFrom,
  type Source,
  startPdfium,
} from './pdfium.ts'
import { refuseMerging } from './refusals.ts'

const WRITTEN_ANEW = 2

/** `range`: of its pages, "1-3,7"; all where it is null. */
type Part = Source & { range: string | null }
type Merged = { pages: number } | { refused: Refusal }

/** PDFium keeps the new file in memory, so `memoryMiB` bounds the sources together. */
async function mergeDocuments(
  module: WebAssembly.Module,
  memoryMiB: number,
  sources: Part[],
  write: (block: Uint8Array) => void,
): Promise<Merged> {
  const callbacks: Callbacks = { read: () => 0, write: () => 0 }
  const pdfium = await startPdfium(module, memoryMiB, callbacks)
  try {
    const merged = append(pdfium, callbacks, sources)
    if (pdfium.outOfMemory()) return { refused: 'too-much-memory' }
    if (typeof merged === 'string') return { refused: merged }
    return save(pdfium, callbacks, merged, write)
  } catch (error) {
    return { refused: explainPdfiumError(pdfium, error) }
  }
}

function append(pdfium: Pdfium, callbacks: Callbacks, sources: Part[]): number | Refusal {
  const { api } = pdfium
  const merged = api.FPDF_CreateNewDocument()
  for (const source of sources) {
    callbacks.read = readFrom(source)
    const document = openDocument(pdfium, source)
    if (!document) return explainOpenError(pdfium)
    const [before, added] = [api.FPDF_GetPageCount(merged), api.FPDF_GetPageCount(document)]
    if (added < 1) return 'no-pages'
    if (before + added > MAX_MERGED_PAGES) return 'too-many-pages'
    const range = source.range ? pdfium.text(source.range) : 0
    if (!api.FPDF_ImportPages(merged, document, range, before)) return 'broken'
    api.FPDF_CloseDocument(document)
  }
  return merged
}

function save(
  pdfium: Pdfium,
  callbacks: Callbacks,
  merged: number,
  write: (block: Uint8Array) => void,
): Merged {
  const pages = pdfium.api.FPDF_GetPageCount(merged)
  callbacks.write = (block) => {
    write(block)
    return 1
  }
  const saved = pdfium.api.FPDF_SaveAsCopy(merged, pdfium.struct(1, pdfium.writePointer), WRITTEN_ANEW)
  return saved ? { pages } : { refused: 'broken' }
}

const BLOCK = 256 * 1024

/** In a worker thread, which is ended past its deadline; the server then removes `to`. */
export default async function merge({
  paths,
  to,
  ranges = [],
  memoryMiB,
  engine,
}: MergeTask & WithEngine): Promise<PdfsMerged> {
  const fds: number[] = []
  try {
    const sources = paths.map((path, at) => {
      const fd = openSync(path, 'r')
      fds.push(fd)
      return { fd, size: fstatSync(fd).size, range: ranges[at] ?? null }
    })
    const target = openSync(to, 'wx')
    fds.push(target)
    const file = writeInBlocks(target)
    const result = await mergeDocuments(engine, memoryMiB, sources, file.write)
    if ('pages' in result) return { merged: true, pages: result.pages, size: file.end() }
    rmSync(to)
    if (result.refused === 'too-much-memory') process.exit(OUT_OF_MEMORY_EXIT)
    return refuseMerging(result.refused)
  } finally {
    for (const fd of fds) closeSync(fd)
  }
}

function writeInBlocks(fd: number) {
  const block = Buffer.alloc(BLOCK)
  let [filled, written] = [0, 0]
  function flush() {
    for (let at = 0; at < filled; ) at += writeSync(fd, block, at, filled - at)
    written += filled
    filled = 0
  }
  function write(bytes: Uint8Array) {
    for (let at = 0; at < bytes.length; ) {
      const part = bytes.subarray(at, at + BLOCK - filled)
      block.set(part, filled)
      filled += part.length
      at += part.length
      if (filled === BLOCK) flush()
    }
  }
  function end(): number {
    flush()
    return written
  }
  return { write, end }
}
