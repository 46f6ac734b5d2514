import { isPdfInside } from '../files/check-file.ts'

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

/** Separates PDFs from other files; hidden files are in neither. What has neither ending nor type is looked into. */
export async function sortOut(files: File[]): Promise<{ pdfs: File[]; others: string[] }> {
  const visible = files.filter((file) => !file.name.startsWith('.') && file.name !== 'Thumbs.db')
  const arePdfs = await Promise.all(visible.map(isPdf))
  return {
    pdfs: visible.filter((_, at) => arePdfs[at]),
    others: visible.filter((_, at) => !arePdfs[at]).map(({ name }) => name),
  }
}

async function isPdf(file: File) {
  if (file.type === 'application/pdf' || /\.pdf$/i.test(file.name)) return true
  return file.type === '' && !/\.[a-z0-9]{1,5}$/i.test(file.name) && (await isPdfInside(file))
}
