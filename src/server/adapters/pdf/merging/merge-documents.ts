import { MAX_MERGED_PAGES } from '#domain/files/inspect-pdf.ts'
import {
  openDocument,
  type Refusal,
  readFrom,
  type Source,
  whyItBroke,
  whyNotOpened,
} from '../open-document.ts'
import { type Callbacks, type Pdfium, startPdfium } from '../pdfium.ts'

const WRITTEN_ANEW = 2

type Merged = { pages: number } | { refused: Refusal }

/** PDFium keeps the new file in memory, so `memoryMiB` bounds the sources together. */
export async function mergeDocuments(
  module: WebAssembly.Module,
  memoryMiB: number,
  sources: Source[],
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
    return { refused: whyItBroke(pdfium, error) }
  }
}

function append(pdfium: Pdfium, callbacks: Callbacks, sources: Source[]): number | Refusal {
  const { api } = pdfium
  const merged = api.FPDF_CreateNewDocument()
  for (const source of sources) {
    callbacks.read = readFrom(source)
    const document = openDocument(pdfium, source)
    if (!document) return whyNotOpened(pdfium)
    const [before, added] = [api.FPDF_GetPageCount(merged), api.FPDF_GetPageCount(document)]
    if (added < 1) return 'no-pages'
    if (before + added > MAX_MERGED_PAGES) return 'too-many-pages'
    if (!api.FPDF_ImportPages(merged, document, 0, before)) return 'broken'
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
