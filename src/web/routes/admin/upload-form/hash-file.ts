import type { Failure } from '../inbox/queue/inbox-row.ts'
import { faultOfFile } from './check-upload.ts'

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

/** What the browser itself can find, or null. */
export async function lookAtFile(file: File): Promise<Failure | null> {
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

/** In hexadecimal; null on plain http outside localhost, where there is no `crypto.subtle`. */
export async function hashFile(file: File): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null
  const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
