import { createHash } from 'node:crypto'
import { closeSync, fstatSync, openSync, writeFileSync } from 'node:fs'
import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNull,
  type PDFObject,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib'
import type { PdfRewritten } from '#domain/files/inspect-pdf.ts'
import { OUT_OF_MEMORY_EXIT } from '#server/jobs/job-messages.ts'
import type { StripTask, WithEngine } from '../inspector.ts'
import {
  type Callbacks,
  explainOpenError,
  explainPdfiumError,
  openDocument,
  type Refusal,
  readFrom,
  type Source,
  startPdfium,
} from '../pdfium.ts'
import { refusePdf, refuseRemoving } from '../refusals.ts'
import { ACTIVE_NAMES, isNetworkPath, isScriptAddress } from './active-content.ts'

const NAMES = {
  S: PDFName.of('S'),
  JS: PDFName.of('JS'),
  Subtype: PDFName.of('Subtype'),
  EF: PDFName.of('EF'),
  Stamp: PDFName.of('Stamp'),
}
const PATHS = ['F', 'UF', 'DOS', 'Unix', 'Mac'].map((key) => PDFName.of(key))
const ADDRESSES = ['URI', 'Base'].map((key) => PDFName.of(key))
/** Of use only to viewers that run scripts. */
const NEVER = ['XFA', 'NeedsRendering', 'JavaScript'].map((key) => PDFName.of(key))
/** Without these a playing annotation keeps its picture, as a stamp. */
const PLAYS = ['RichMediaContent', 'RichMediaSettings', 'Movie', 'A', 'AA', '3DD', '3DV', '3DA', '3DI', '3DB']
const PLAYING = PLAYS.map((key) => PDFName.of(key))

/** Removes actions, XFA forms, scripts and playing media; what is on the pages stays. */
function stripObjects(document: PDFDocument): void {
  const { context } = document
  const seen = new Set<PDFObject>()
  const pending: PDFObject[] = context.enumerateIndirectObjects().map(([, object]) => object)
  for (let object = pending.pop(); object; object = pending.pop()) {
    if (seen.has(object)) continue
    seen.add(object)
    if (object instanceof PDFArray) stripArray(object, pending)
    else if (object instanceof PDFDict) stripDictionary(object, pending)
    else if (object instanceof PDFStream) pending.push(object.dict)
  }
}

function stripArray(array: PDFArray, pending: PDFObject[]) {
  for (let i = 0; i < array.size(); i++) {
    const value = array.lookup(i)
    if (isActive(value)) array.set(i, PDFNull)
    else if (value) pending.push(value)
  }
}

function stripDictionary(dictionary: PDFDict, pending: PDFObject[]) {
  for (const key of NEVER) dictionary.delete(key)
  if (ACTIVE_NAMES.has(nameAt(dictionary, NAMES.Subtype))) {
    dictionary.set(NAMES.Subtype, NAMES.Stamp)
    for (const key of PLAYING) dictionary.delete(key)
  }
  if (dictionary.has(NAMES.S)) dictionary.delete(NAMES.JS)
  for (const key of dictionary.keys()) {
    const value = dictionary.lookup(key)
    const isAddress = ADDRESSES.includes(key) && isScriptAddress(textOf(value))
    const isPath = PATHS.includes(key) && !dictionary.has(NAMES.EF) && isNetworkPath(textOf(value))
    if (isAddress || isPath || isActive(value)) dictionary.delete(key)
    else if (value) pending.push(value)
  }
}

function isActive(value: PDFObject | undefined): boolean {
  const dictionary = value instanceof PDFStream ? value.dict : value
  if (!(dictionary instanceof PDFDict)) return false
  if (dictionary.has(NAMES.S) && dictionary.has(NAMES.JS)) return true
  return ACTIVE_NAMES.has(nameAt(dictionary, NAMES.S))
}

function nameAt(dictionary: PDFDict, key: PDFName): string | undefined {
  const value = dictionary.lookup(key)
  return value instanceof PDFName ? value.decodeText() : undefined
}

/** As the scanner reads it: without spaces, line ends and zero bytes. */
function textOf(value: PDFObject | undefined): string {
  if (!(value instanceof PDFString || value instanceof PDFHexString)) return ''
  return Buffer.from(value.asBytes().filter((byte) => byte > 0x20)).toString('latin1')
}

const [WRITTEN_ANEW, WITHOUT_ENCRYPTION, NOT_ENCRYPTED] = [2, 3, -1]

type Written = { bytes: Buffer; pages: number } | { refused: Refusal | 'locked' }

/** PDFium writes it twice: first, so that we change what PDFium reads; last, to drop what nothing refers to. */
async function stripDocument(
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
async function unlockDocument(
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
    if (!document) return { refused: explainOpenError(pdfium) }
    const isEncrypted = api.FPDF_GetSecurityHandlerRevision(document) !== NOT_ENCRYPTED
    if (isEncrypted && how !== WITHOUT_ENCRYPTION) return { refused: 'locked' }
    const pages = api.FPDF_GetPageCount(document)
    const saved = api.FPDF_SaveAsCopy(document, pdfium.struct(1, pdfium.writePointer), how)
    if (pdfium.outOfMemory()) return { refused: 'too-much-memory' }
    return saved ? { bytes: Buffer.concat(blocks), pages } : { refused: 'broken' }
  } catch (error) {
    return { refused: explainPdfiumError(pdfium, error) }
  }
}

function readFromMemory(bytes: Uint8Array): Callbacks['read'] {
  return (position, target) => {
    const part = bytes.subarray(position, position + target.length)
    target.set(part)
    return part.length === target.length ? 1 : 0
  }
}

/** In a worker thread, which is ended past its deadline; the server then removes `to`. */
export default async function strip(task: StripTask & WithEngine): Promise<PdfRewritten> {
  const fd = openSync(task.path, 'r')
  try {
    const source = { fd, size: fstatSync(fd).size }
    const isLock = task.without === 'lock'
    const stripped = await (isLock ? unlockDocument : stripDocument)(task.engine, task.memoryMiB, source)
    if ('refused' in stripped) {
      if (stripped.refused === 'too-much-memory') process.exit(OUT_OF_MEMORY_EXIT)
      if (!isLock) return refuseRemoving(stripped.refused)
      return refusePdf(stripped.refused === 'locked' ? 'broken' : stripped.refused)
    }
    const { bytes } = stripped
    writeFileSync(task.to, bytes, { flag: 'wx', mode: 0o600 })
    const md5 = createHash('md5').update(bytes).digest('base64')
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return { removed: true, size: bytes.length, md5, sha256 }
  } finally {
    closeSync(fd)
  }
}
