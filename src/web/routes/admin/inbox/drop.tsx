import { useEffect, useRef, useState } from 'react'
import { PDF_LIMIT } from '#domain/files/upload-limits.ts'
import { isPdfInside } from '../files/check-file.ts'

export function DropAnywhere({ onFiles, words }: { onFiles: (files: File[]) => void; words: string }) {
  const [isOver, setOver] = useState(false)
  const depth = useRef(0)
  useEffect(() => {
    const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true
    const move = (by: number) => (event: DragEvent) => {
      if (!holdsFiles(event)) return
      event.preventDefault()
      depth.current = Math.max(0, depth.current + by)
      setOver(depth.current > 0)
    }
    const drop = (event: DragEvent) => {
      if (!holdsFiles(event) || !event.dataTransfer) return
      depth.current = 0
      setOver(false)
      // Files dropped on a file field are that field's.
      if ((event.target as Element).closest?.('input[type=file]')) return
      event.preventDefault()
      void filesDropped(event.dataTransfer).then((files) => files.length > 0 && onFiles(files))
    }
    const handlers = { dragenter: move(1), dragover: move(0), dragleave: move(-1), drop }
    for (const [name, handler] of Object.entries(handlers))
      window.addEventListener(name, handler as EventListener)
    return () => {
      for (const [name, handler] of Object.entries(handlers))
        window.removeEventListener(name, handler as EventListener)
    }
  }, [onFiles])
  if (!isOver) return null
  return (
    <div className="inbox-over">
      <p>{words}</p>
    </div>
  )
}

/** In characters, from the nearest folder outwards. */
const LONGEST_PATH = 500
/** `webkitRelativePath` is set for chosen files only, not for dropped ones. */
const folders = new WeakMap<File, string>()

/** Separated by slashes; '' for a file without a folder. */
export function foldersOf(file: File): string {
  const path = file.webkitRelativePath
  const all = path ? path.slice(0, Math.max(0, path.lastIndexOf('/'))) : (folders.get(file) ?? '')
  return all.slice(-LONGEST_PATH).toWellFormed()
}

/** Recursive; hidden files are skipped. */
export async function filesDropped(transfer: DataTransfer): Promise<File[]> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry?.() ?? [])
  if (entries.length === 0) return [...transfer.files]
  const found = await Promise.all(entries.map(filesOf))
  return found.flat()
}

async function filesOf(entry: FileSystemEntry): Promise<File[]> {
  if (entry.name.startsWith('.')) return []
  if (entry.isFile) return await oneFile(entry as FileSystemFileEntry)
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const inside: FileSystemEntry[] = []
  // readEntries returns at most a hundred at a time.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    )
    if (some.length === 0) break
    inside.push(...some)
  }
  inside.sort((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }))
  return (await Promise.all(inside.map(filesOf))).flat()
}

function oneFile(entry: FileSystemFileEntry) {
  return new Promise<File[]>((resolve) => {
    entry.file(
      (file) => {
        folders.set(file, entry.fullPath.slice(1, Math.max(1, entry.fullPath.lastIndexOf('/'))))
        resolve([file])
      },
      () => resolve([]),
    )
  })
}

/** What was chosen or dropped: PDFs, those in zips too; names of what is none; and out of which zips how many came. */
export type Sorted = { pdfs: File[]; others: string[]; unpacked: { zip: string; pdfs: number }[] }

/** Hidden files are in neither. What has neither ending nor type is looked into. At most `limit` files come out of zips. */
export async function sortOut(files: File[], limit: number): Promise<Sorted> {
  const sorted: Sorted = { pdfs: [], others: [], unpacked: [] }
  for (const file of files) {
    if (file.name.startsWith('.') || file.name === 'Thumbs.db') continue
    if (await isPdf(file)) sorted.pdfs.push(file)
    else if (!/\.zip$/i.test(file.name)) sorted.others.push(file.name)
    else await unpackInto(sorted, file, limit)
  }
  return sorted
}

/** Its name is the nearest folder of what is at its top. */
async function unpackInto(sorted: Sorted, zip: File, limit: number) {
  const entries = (await readZip(zip).catch(() => null)) ?? []
  const folder = [foldersOf(zip), zip.name.replace(/\.zip$/i, '')].filter(Boolean).join('/')
  let pdfs = 0
  for (const { path, size, open } of entries) {
    const [name = '', ...within] = path.split('/').reverse()
    const isWanted = /\.pdf$/i.test(name) && size <= PDF_LIMIT && sorted.pdfs.length < limit
    const bytes = isWanted ? await open().catch(() => null) : null
    if (!bytes) {
      sorted.others.push(`${zip.name}/${path}`)
      continue
    }
    const file = new File([bytes], name, { type: 'application/pdf' })
    folders.set(file, [folder, ...within.reverse()].join('/'))
    sorted.pdfs.push(file)
    pdfs += 1
  }
  if (entries.length === 0) sorted.others.push(zip.name)
  if (pdfs > 0) sorted.unpacked.push({ zip: zip.name, pdfs })
}

/** As if it had been in this folder. */
export function putInFolder(file: File, folder: string): File {
  folders.set(file, folder)
  return file
}

async function isPdf(file: File) {
  if (file.type === 'application/pdf' || /\.pdf$/i.test(file.name)) return true
  return file.type === '' && !/\.[a-z0-9]{1,5}$/i.test(file.name) && (await isPdfInside(file))
}

const [LOCAL, ENTRY, END] = [0x04034b50, 0x02014b50, 0x06054b50]
const END_SIZE = 22
const LONGEST_COMMENT = 65_535
const [STORED, DEFLATED] = [0, 8]
const ENCRYPTED = 1
const IN_UTF8 = 0x800
/** Stands for a size that is written elsewhere: archives of more than 4 GiB. */
const ELSEWHERE = 0xffffffff

/** What a zip has, without folders and what computers add; `open` unpacks, and throws where the bytes are not as told. */
type ZipEntry = { path: string; size: number; open(): Promise<Blob> }

/** Null when it is no zip that can be read here: damaged, encrypted, split or larger than 4 GiB. */
async function readZip(zip: Blob): Promise<ZipEntry[] | null> {
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
    if (isSystemFile(path)) continue
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

function isSystemFile(path: string): boolean {
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
