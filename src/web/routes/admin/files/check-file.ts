import { PDF_LIMIT, THUMBNAIL_LIMIT, THUMBNAIL_TYPES } from '#domain/files/upload-limits.ts'

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
/** The PDF header must lie within the first 1,024 bytes. */
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
export function sayLeftOut(names: string[]): string {
  const some = names.slice(0, 3).join(', ') + (names.length > 3 ? ` and ${names.length - 3} more` : '')
  const ways = WAYS.filter(([ending]) => names.some((name) => ending.test(name))).map(([, way]) => way)
  return [`Left out, because only PDF files become papers: ${some}.`, ...ways].join(' ')
}
