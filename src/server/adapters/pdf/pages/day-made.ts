import type { Pdfium } from '../pdfium.ts'

/** A date as PDF writes it, "D:20180227115818+05'30'", with room for a longer one. */
const MOST_BYTES = 128
const TAG = new TextEncoder().encode('CreationDate\0')

/** The day, as 2018-02-27, on which a document says that it was made. */
export function readDayMade({ api, bytes }: Pdfium, document: number): string | undefined {
  const buffer = api.malloc(MOST_BYTES)
  if (!buffer) return
  bytes(buffer, TAG.length).set(TAG)
  const told = api.FPDF_GetMetaText(document, buffer, buffer, MOST_BYTES)
  const text = told > 0 && told <= MOST_BYTES ? bytes(buffer, told).slice() : new Uint8Array()
  api.free(buffer)
  const written = new TextDecoder('utf-16le').decode(text)
  const [, year, month, day] = /^D:(\d{4})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])/.exec(written) ?? []
  return day ? `${year}-${month}-${day}` : undefined
}
