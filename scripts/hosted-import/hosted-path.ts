import { believable } from './documents.ts'

const STORES = /^https?:\/\/[^/]*(googleapis\.com|firebasestorage\.app|appspot\.com)\//i

/** The path of a stored file, from its download address or as it is; null for an address somewhere else. */
export function hostedPathOf(link: string): string | null {
  const text = link.trim()
  const object = /^https?:\/\/[^?#]*\/o\/([^?#]+)/i.exec(text)?.[1]
  if (object) return decoded(object)
  const bucket = /^(?:gs:\/\/|https:\/\/storage\.googleapis\.com\/)[^/]+\/([^?#]+)/i.exec(text)?.[1]
  if (bucket) return decoded(bucket)
  if (/^[a-z][a-z0-9+.-]*:/i.test(text) || text === '') return null
  return decoded(text.replace(/^\/+/, ''))
}

/** Whether the address is one of the hosted store, where nothing will answer any more. */
export function isHosted(link: string): boolean {
  return STORES.test(link.trim()) || /^gs:\/\//i.test(link.trim())
}

/** `maths paper_1699000000000.pdf` is "maths paper.pdf", stored at a time that is null where it has none. */
export function nameAndTime(path: string): { name: string; storedAt: Date | null } {
  const last = path.slice(path.lastIndexOf('/') + 1)
  const [, stem, time, ending = ''] = /^(.+)_(\d{10}|\d{13})(\.[A-Za-z0-9]{1,5})?$/.exec(last) ?? []
  if (!stem || !time) return { name: last, storedAt: null }
  const storedAt = believable(new Date(Number(time.padEnd(13, '0'))))
  return { name: stem + ending, storedAt }
}

function decoded(path: string) {
  try {
    return decodeURIComponent(path).normalize('NFC')
  } catch {
    return path.normalize('NFC')
  }
}
