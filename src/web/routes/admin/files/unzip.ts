const [LOCAL, ENTRY, END] = [0x04034b50, 0x02014b50, 0x06054b50]
const END_SIZE = 22
const LONGEST_COMMENT = 65_535
const [STORED, DEFLATED] = [0, 8]
const ENCRYPTED = 1
const IN_UTF8 = 0x800
/** Stands for a size that is written elsewhere: archives of more than 4 GiB. */
const ELSEWHERE = 0xffffffff

/** What a zip has, without folders and what computers add; `open` unpacks, and throws where the bytes are not as told. */
export type ZipEntry = { path: string; size: number; open(): Promise<Blob> }

/** Null when it is no zip that can be read here: damaged, encrypted, split or larger than 4 GiB. */
export async function readZip(zip: Blob): Promise<ZipEntry[] | null> {
  const tail = await viewOf(zip.slice(Math.max(0, zip.size - END_SIZE - LONGEST_COMMENT)))
  const end = endIn(tail)
  if (end < 0) return null
  const [count, length, start] = [tail.getUint16(end + 10, true), uint(tail, end + 12), uint(tail, end + 16)]
  if (start === ELSEWHERE || start + length > zip.size) return null
  const list = await viewOf(zip.slice(start, start + length))
  const entries: ZipEntry[] = []
  let at = 0
  for (let nth = 0; nth < count; nth++) {
    if (at + 46 > list.byteLength || uint(list, at) !== ENTRY) return null
    const flags = list.getUint16(at + 8, true)
    const method = list.getUint16(at + 10, true)
    const [packed, size, offset] = [uint(list, at + 20), uint(list, at + 24), uint(list, at + 42)]
    const nameLength = list.getUint16(at + 28, true)
    const path = nameIn(new Uint8Array(list.buffer, list.byteOffset + at + 46, nameLength), flags)
    at += 46 + nameLength + list.getUint16(at + 30, true) + list.getUint16(at + 32, true)
    if (flags & ENCRYPTED || [packed, size, offset].includes(ELSEWHERE)) return null
    if (![STORED, DEFLATED].includes(method)) return null
    if (isOfNobody(path)) continue
    entries.push({ path, size, open: () => unpack(zip, { offset, packed, size, method }) })
  }
  return entries
}

type Packed = { offset: number; packed: number; size: number; method: number }

async function unpack(zip: Blob, { offset, packed, size, method }: Packed): Promise<Blob> {
  const head = await viewOf(zip.slice(offset, offset + 30))
  if (head.byteLength < 30 || uint(head, 0) !== LOCAL) throw new Error('The zip is damaged')
  const start = offset + 30 + head.getUint16(26, true) + head.getUint16(28, true)
  const bytes = zip.slice(start, start + packed)
  if (method === STORED) return bytes
  const parts: BlobPart[] = []
  let length = 0
  const reader = bytes.stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    length += value.length
    // More than it says would fill the memory.
    if (length > size) {
      await reader.cancel()
      throw new Error('The zip holds more than it says')
    }
    parts.push(value)
  }
  return new Blob(parts)
}

function endIn(tail: DataView): number {
  for (let at = tail.byteLength - END_SIZE; at >= 0; at--) if (uint(tail, at) === END) return at
  return -1
}

function isOfNobody(path: string): boolean {
  return path.endsWith('/') || path.split('/').some((part) => part.startsWith('.') || part === '__MACOSX')
}

function nameIn(bytes: Uint8Array, flags: number): string {
  if (flags & IN_UTF8) return new TextDecoder().decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

async function viewOf(part: Blob): Promise<DataView> {
  return new DataView(await part.arrayBuffer())
}

function uint(view: DataView, at: number): number {
  return view.getUint32(at, true)
}
