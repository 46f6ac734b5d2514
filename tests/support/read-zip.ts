import { crc32, inflateRawSync } from 'node:zlib'

export type ZipEntry = { name: string; bytes: Buffer; isUtf8: boolean }

/**
 * The files in a zip, found by its directory as an unpacking program finds them. Throws where the directory, a file's
 * own header, its length or its checksum disagree.
 */
export function readZip(zip: Buffer): ZipEntry[] {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06'))
  if (end < 0) throw new Error('No end of a directory')
  const [count, size, start] = [
    zip.readUInt16LE(end + 10),
    zip.readUInt32LE(end + 12),
    zip.readUInt32LE(end + 16),
  ]
  if (start + size !== end) throw new Error('The directory is not where its end says')
  const entries: ZipEntry[] = []
  let at = start
  while (at < end) {
    if (zip.readUInt32LE(at) !== 0x02014b50) throw new Error('The directory is broken')
    const [flags, method] = [zip.readUInt16LE(at + 8), zip.readUInt16LE(at + 10)]
    const [sum, packed, whole] = [
      zip.readUInt32LE(at + 16),
      zip.readUInt32LE(at + 20),
      zip.readUInt32LE(at + 24),
    ]
    const [nameLength, extra, comment] = [28, 30, 32].map((place) => zip.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ]
    const name = zip.subarray(at + 46, at + 46 + nameLength)
    const local = zip.readUInt32LE(at + 42)
    if (zip.readUInt32LE(local) !== 0x04034b50) throw new Error(`No file where the directory says: ${name}`)
    const localName = zip.readUInt16LE(local + 26)
    if (!zip.subarray(local + 30, local + 30 + localName).equals(name)) throw new Error(`Two names: ${name}`)
    const from = local + 30 + localName + zip.readUInt16LE(local + 28)
    const raw = zip.subarray(from, from + packed)
    const bytes = method === 0 ? raw : inflateRawSync(raw)
    if (bytes.length !== whole || crc32(bytes) !== sum) throw new Error(`Broken in the zip: ${name}`)
    entries.push({ name: name.toString('utf8'), bytes, isUtf8: (flags & 0x800) !== 0 })
    at += 46 + nameLength + extra + comment
  }
  if (entries.length !== count) throw new Error('The directory has another number of files')
  return entries
}
