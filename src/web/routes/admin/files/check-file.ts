import type { PDFDict } from '@cantoo/pdf-lib'
import type { Hints } from '#domain/autofill/hints.ts'
import { readHints } from '#domain/autofill/read-hints.ts'
import { PDF_LIMIT, THUMBNAIL_LIMIT, THUMBNAIL_TYPES } from '#domain/files/upload-limits.ts'

/** Of the tree of names, against one that leads in a circle. */
const DEEPEST = 20

/** The PDFs that are attached to a portfolio, and how many of its files are none or too large. Throws for one that cannot be read here. */
export async function pdfsInPortfolio(file: File): Promise<{ pdfs: File[]; left: number }> {
  const pdf = await import('@cantoo/pdf-lib')
  const key = pdf.PDFName.of
  const document = await pdf.PDFDocument.load(await file.arrayBuffer(), { updateMetadata: false })
  const names = document.catalog.lookupMaybe(key('Names'), pdf.PDFDict)
  const root = names?.lookupMaybe(key('EmbeddedFiles'), pdf.PDFDict)
  const attached = root ? filesUnder(root) : []
  const pdfs = attached.flatMap(pdfOf)
  return { pdfs, left: attached.length - pdfs.length }

  function filesUnder(node: PDFDict, depth = 0): PDFDict[] {
    const inside = node.lookupMaybe(key('Names'), pdf.PDFArray)
    const below = depth < DEEPEST ? node.lookupMaybe(key('Kids'), pdf.PDFArray) : undefined
    const own = Array.from({ length: Math.floor((inside?.size() ?? 0) / 2) }, (_, at) =>
      inside?.lookup(2 * at + 1),
    )
    const kids = Array.from({ length: below?.size() ?? 0 }, (_, at) => below?.lookup(at))
    const isDict = (object: unknown) => object instanceof pdf.PDFDict
    return [...own.filter(isDict), ...kids.filter(isDict).flatMap((kid) => filesUnder(kid, depth + 1))]
  }

  function pdfOf(spec: PDFDict): File[] {
    const embedded = spec.lookupMaybe(key('EF'), pdf.PDFDict)
    const stream = embedded?.lookup(key('F')) ?? embedded?.lookup(key('UF'))
    if (!(stream instanceof pdf.PDFRawStream)) return []
    const data = pdf.decodePDFRawStream(stream).decode()
    const isPdf = new TextDecoder('latin1').decode(data.subarray(0, 1024)).includes('%PDF-')
    if (!isPdf || data.length > PDF_LIMIT) return []
    const said = spec.lookup(key('UF')) ?? spec.lookup(key('F'))
    const isText = said instanceof pdf.PDFString || said instanceof pdf.PDFHexString
    const name = isText ? said.decodeText() : 'paper'
    const named = /\.pdf$/i.test(name) ? name : `${name}.pdf`
    return [new File([data as Uint8Array<ArrayBuffer>], named, { type: 'application/pdf' })]
  }
}

const AS_PHOTOS = 'Make a PDF of it under Photos of a paper.'
const SAVE_AS_PDF = 'Open it in Word or Google Docs and save it as PDF.'
const UNPACK = 'Unpack it and choose the PDFs inside.'

/** Magic numbers in hexadecimal, what they are of, and what helps. */
const BEGINNINGS: [start: string, name: string, way: string][] = [
  ['89504e47', 'a PNG image', AS_PHOTOS],
  ['ffd8ff', 'a JPEG image', AS_PHOTOS],
  ['47494638', 'a GIF image', AS_PHOTOS],
  ['52494646', 'a WebP image', AS_PHOTOS],
  [
    '504b0304',
    'a Word, Excel or ZIP file',
    `${SAVE_AS_PDF} A ZIP of PDFs goes under Many files, which takes them out, if its name ends in .zip.`,
  ],
  ['d0cf11e0', 'an old Word or Excel file', SAVE_AS_PDF],
]
/** By the ending of a name. */
const WAYS: [ending: RegExp, way: string][] = [
  [/\.(zip|rar|7z)$/i, UNPACK],
  [/\.(docx?|odt|rtf|xlsx?|pptx?)$/i, SAVE_AS_PDF],
  [/\.(hei[cf]|jpe?g|png|webp|gif|avif)$/i, AS_PHOTOS],
]
const ZIP = 'PK\x03\x04'
/** The PDF header must be within the first 1,024 bytes. */
const HEAD = 1024

/** What is wrong in a form or with a file, and at which field; `again` is false where only another file helps. */
export type Fault = { sentence: string; field?: string; code?: string; again?: false }

/** What is wrong with a chosen file, or null. */
export function faultOfFile(name: 'file' | 'thumbnail', file: File): Fault | null {
  const limit = name === 'file' ? PDF_LIMIT : THUMBNAIL_LIMIT
  if (file.size === 0) return { field: name, sentence: 'This file is empty; choose another.' }
  if (file.size > limit)
    return {
      field: name,
      sentence: `This file is larger than ${limit / 1024 ** 2} MiB; choose a smaller one.`,
    }
  if (name === 'thumbnail' && !THUMBNAIL_TYPES.includes(file.type)) {
    return { field: name, sentence: 'The thumbnail must be a PNG, JPEG, WebP, GIF or AVIF image.' }
  }
  return null
}

/** What is wrong with a file as far as the browser can see, or null. */
export async function checkPdf(file: File): Promise<(Fault & { again: false }) | null> {
  const fault = faultOfFile('file', file)
  if (fault) return { ...fault, again: false }
  const head = new Uint8Array(await file.slice(0, HEAD).arrayBuffer())
  const text = Array.from(head, (byte) => String.fromCharCode(byte)).join('')
  if (text.includes('%PDF-') && !text.startsWith(ZIP)) return null
  if (/^\s*<(!doctype|html|head|body)/i.test(text)) {
    return {
      sentence:
        'This is a web page saved as .pdf, not the paper: open its link in the browser and download the PDF again.',
      again: false,
    }
  }
  const start = Array.from(head.slice(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join('')
  const [, kind, way] = BEGINNINGS.find(([beginning]) => start.startsWith(beginning)) ?? []
  const sentence = kind
    ? `This is ${kind}, whatever its name says; only PDF files are accepted. ${way}`
    : 'This is not a PDF, whatever its name says.'
  return { sentence, again: false }
}

/** Whether a file's bytes are a PDF's, whatever its name says. */
export async function isPdfInside(file: File): Promise<boolean> {
  return (await checkPdf(file)) === null
}

/** Why files that are no PDFs were left out, and what helps with each kind of them. */
export function describeLeftOut(names: string[]): string {
  const some = names.slice(0, 3).join(', ') + (names.length > 3 ? ` and ${names.length - 3} more` : '')
  const ways = WAYS.filter(([ending]) => names.some((name) => ending.test(name))).map(([, way]) => way)
  return [`Left out, because only PDF files become papers: ${some}.`, ...ways].join(' ')
}

/** The SHA-256 of a file in hexadecimal; null where the browser has none to offer: plain http on a network address. */
export async function hashFile(file: File): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null
  const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export function hintsOfName(fileName: string, folders = ''): Hints {
  return readHints({ fileName, folders, firstPage: '', now: new Date() })
}
