import { PDFDocument } from '@cantoo/pdf-lib'
import {
  openDocument,
  type Refusal,
  readFrom,
  type Source,
  whyItBroke,
  whyNotOpened,
} from '../open-document.ts'
import type { Callbacks } from '../pdfium.ts'
import { startPdfium } from '../pdfium.ts'
import { stripObjects } from './strip-objects.ts'

const [WRITTEN_ANEW, WITHOUT_ENCRYPTION, NOT_ENCRYPTED] = [2, 3, -1]

type Written = { bytes: Buffer; pages: number } | { refused: Refusal | 'locked' }

/** PDFium writes it twice: first, so that we change what PDFium reads; last, to drop what nothing refers to. */
export async function stripDocument(
  module: WebAssembly.Module,
  memoryMiB: number,
  source: Source,
): Promise<Written> {
  const written = await rewrite(module, memoryMiB, readFrom(source), source.size)
  if ('refused' in written) return written
  const document = await PDFDocument.load(written.bytes, {
    updateMetadata: false,
    throwOnInvalidObject: true,
  })
  stripObjects(document)
  const stripped = await document.save({ useObjectStreams: false, updateFieldAppearances: false })
  return await writeAgain(module, memoryMiB, stripped, written.pages)
}

/** The same pages without encryption, of a document that opens without a password. */
export async function unlockDocument(
  module: WebAssembly.Module,
  memoryMiB: number,
  source: Source,
): Promise<Written> {
  const written = await rewrite(module, memoryMiB, readFrom(source), source.size, WITHOUT_ENCRYPTION)
  return 'refused' in written ? written : await writeAgain(module, memoryMiB, written.bytes, written.pages)
}

/** Refuses what does not open now, is encrypted or has another number of pages. */
async function writeAgain(
  module: WebAssembly.Module,
  memoryMiB: number,
  bytes: Uint8Array,
  pages: number,
): Promise<Written> {
  const last = await rewrite(module, memoryMiB, readFromMemory(bytes), bytes.length)
  return 'refused' in last || last.pages === pages ? last : { refused: 'broken' }
}

async function rewrite(
  module: WebAssembly.Module,
  memoryMiB: number,
  read: Callbacks['read'],
  size: number,
  how = WRITTEN_ANEW,
): Promise<Written> {
  const blocks: Buffer[] = []
  const write: Callbacks['write'] = (block) => {
    blocks.push(Buffer.from(block))
    return 1
  }
  const pdfium = await startPdfium(module, memoryMiB, { read, write })
  const { api } = pdfium
  try {
    const document = openDocument(pdfium, { fd: -1, size })
    if (!document) return { refused: whyNotOpened(pdfium) }
    const isEncrypted = api.FPDF_GetSecurityHandlerRevision(document) !== NOT_ENCRYPTED
    if (isEncrypted && how !== WITHOUT_ENCRYPTION) return { refused: 'locked' }
    const pages = api.FPDF_GetPageCount(document)
    const saved = api.FPDF_SaveAsCopy(document, pdfium.struct(1, pdfium.writePointer), how)
    if (pdfium.outOfMemory()) return { refused: 'too-much-memory' }
    return saved ? { bytes: Buffer.concat(blocks), pages } : { refused: 'broken' }
  } catch (error) {
    return { refused: whyItBroke(pdfium, error) }
  }
}

function readFromMemory(bytes: Uint8Array): Callbacks['read'] {
  return (position, target) => {
    const part = bytes.subarray(position, position + target.length)
    target.set(part)
    return part.length === target.length ? 1 : 0
  }
}
