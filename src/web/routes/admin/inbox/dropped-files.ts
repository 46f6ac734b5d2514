import { PDF_LIMIT } from '#domain/files/upload-limits.ts'
import { isPdfInside } from '../files/check-file.ts'
import { readZip } from '../files/unzip.ts'

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

/** As if it had lain in this folder. */
export function putInFolder(file: File, folder: string): File {
  folders.set(file, folder)
  return file
}

async function isPdf(file: File) {
  if (file.type === 'application/pdf' || /\.pdf$/i.test(file.name)) return true
  return file.type === '' && !/\.[a-z0-9]{1,5}$/i.test(file.name) && (await isPdfInside(file))
}
