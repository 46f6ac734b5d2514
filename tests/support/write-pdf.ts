import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'

/** PDF objects by number; a Buffer is a stream from `stream()`, object 1 the catalog. */
export type Objects = Record<number, string | Buffer>
export type Layout = { before?: string; packed?: boolean; padding?: number; trailer?: string }

/** A stream object of these bytes; `entries` are more entries of its dictionary. */
export function stream(entries: string, data: Uint8Array | string): Buffer {
  const bytes = Buffer.from(data)
  const head = `<<${entries}/Length ${bytes.length}>>stream\n`
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\nendstream')])
}

/**
 * The file of these objects; `before` is put before `%PDF-`. `packed` puts all but streams into two object streams:
 * numbers below 10 into one, the others into one that grows by `padding` incompressible bytes.
 */
export function writePdf(
  objects: Objects,
  { before = '', packed, padding = 0, trailer = '' }: Layout = {},
): Buffer {
  if (packed) return writePacked(objects, padding)
  const file = startFile(before)
  for (const [number, object] of Object.entries(objects)) file.add(Number(number), object)
  const rows = [...file.offsets].map(
    ([number, at]) => `${number} 1\n${String(at).padStart(10, '0')} 00000 n \n`,
  )
  const size = Math.max(...file.offsets.keys()) + 1
  const xref = `xref\n0 1\n0000000000 65535 f \n${rows.join('')}trailer\n<</Root 1 0 R/Size ${size}${trailer}>>`
  return file.end(Buffer.from(xref))
}

function startFile(before: string) {
  const parts = [Buffer.from(`${before}%PDF-1.7\n`)]
  const offsets = new Map<number, number>()
  const length = () => parts.reduce((sum, part) => sum + part.length, 0)
  const add = (number: number, object: string | Buffer) => {
    offsets.set(number, length() - before.length)
    parts.push(Buffer.from(`${number} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n'))
  }
  const end = (xref: Buffer) =>
    Buffer.concat([...parts, xref, Buffer.from(`\nstartxref\n${length() - before.length}\n%%EOF\n`)])
  return { offsets, add, end, length }
}

function writePacked(objects: Objects, padding: number): Buffer {
  const numbers = Object.keys(objects).map(Number)
  const packed = numbers.filter((number) => typeof objects[number] === 'string')
  const groups = [packed.filter((number) => number < 10), packed.filter((number) => number >= 10)]
  const last = Math.max(...numbers)
  const table = last + groups.length + 1
  const file = startFile('')
  for (const number of numbers) if (!packed.includes(number)) file.add(number, objects[number] ?? '')
  const rows = Buffer.alloc(7 * (table + 1))
  for (const [nth, group] of groups.entries()) {
    const container = last + 1 + nth
    file.add(container, objectStream(objects, group, nth === 0 ? 0 : padding))
    for (const [index, number] of group.entries()) writeRow(rows, number, [2, container, index])
  }
  for (const [number, at] of file.offsets) writeRow(rows, number, [1, at, 0])
  writeRow(rows, table, [1, file.length(), 0])
  const xref = stream(`/Type/XRef/Root 1 0 R/W[1 4 2]/Size ${table + 1}`, rows)
  return file.end(Buffer.concat([Buffer.from(`${table} 0 obj\n`), xref, Buffer.from('\nendobj')]))
}

function objectStream(objects: Objects, group: number[], padding: number): Buffer {
  let body = ''
  const places = group.map((number) => {
    const place = `${number} ${body.length} `
    body += `${objects[number]} `
    return place
  })
  body += `(${randomBytes(padding / 2).toString('hex')})`
  const head = places.join('')
  const entries = `/Type/ObjStm/N ${group.length}/First ${head.length}/Filter/FlateDecode`
  return stream(entries, deflateSync(head + body))
}

function writeRow(rows: Buffer, number: number, [type, first, second]: [number, number, number]) {
  rows.writeUInt8(type, number * 7)
  rows.writeUInt32BE(first, number * 7 + 1)
  rows.writeUInt16BE(second, number * 7 + 5)
}
