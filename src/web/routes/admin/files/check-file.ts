import { PDF_LIMIT, THUMBNAIL_LIMIT, THUMBNAIL_TYPES } from '#domain/files/upload-limits.ts'

/** Magic numbers in hexadecimal. */
const BEGINNINGS: [start: string, name: string][] = [
  ['89504e47', 'a PNG image'],
  ['ffd8ff', 'a JPEG image'],
  ['47494638', 'a GIF image'],
  ['52494646', 'a WebP image'],
  ['504b0304', 'a Word, Excel or ZIP file'],
  ['d0cf11e0', 'an old Word or Excel file'],
]
/** The PDF header must lie within the first 1,024 bytes. */
const HEAD = 1024

/** What is wrong in a form or with a file, and at which field. */
export type Fault = { sentence: string; field?: string; code?: string }

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
  if (text.includes('%PDF-')) return null
  const start = Array.from(head.slice(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join('')
  const kind = BEGINNINGS.find(([beginning]) => start.startsWith(beginning))?.[1]
  const sentence = kind
    ? `This is ${kind}, whatever its name says; only PDF files are accepted.`
    : 'This is not a PDF, whatever its name says.'
  return { sentence, again: false }
}
