import { romanized, storableName } from './storable-name.ts'

/** The specification's metadata, plus a SHA-256. Hashes in base64 and hex, size in bytes, times UTC in ISO 8601. */
export type StoredFile = {
  bucket: string
  generation: number
  metageneration: number
  fullPath: string
  name: string
  size: number
  timeCreated: string
  updated: string
  md5Hash: string
  sha256: string
  cacheControl: string
  contentDisposition: string
  contentEncoding: string
  contentLanguage: string
  contentType: string
  customMetadata: Record<string, string>
}

/** The sender's name for a file, from its metadata as JSON; empty for none. */
export function originalNameIn(customMetadata: string): string {
  return JSON.parse(customMetadata).originalName ?? ''
}

export const CACHE_FOREVER = 'public, max-age=31536000, immutable'

/** As first stored; `generation` is the time of storing in microseconds. */
export function describeStoredFile(file: {
  bucket: string
  fullPath: string
  size: number
  md5Hash: string
  sha256: string
  contentType: string
  downloadName: string
  storedAt: Date
  customMetadata?: Record<string, string>
}): StoredFile {
  const time = file.storedAt.toISOString()
  return {
    bucket: file.bucket,
    generation: file.storedAt.getTime() * 1000,
    metageneration: 1,
    fullPath: file.fullPath,
    name: file.fullPath.slice(file.fullPath.lastIndexOf('/') + 1),
    size: file.size,
    timeCreated: time,
    updated: time,
    md5Hash: file.md5Hash,
    sha256: file.sha256,
    cacheControl: CACHE_FOREVER,
    contentDisposition: disposition(file.downloadName),
    contentEncoding: 'identity',
    contentLanguage: '',
    contentType: file.contentType,
    customMetadata: file.customMetadata ?? {},
  }
}

/** Whether browsers open a paper's file or save it: "inline" or "attachment". */
const PAPERS_ARE = 'inline'

/** Both names, in ASCII and UTF-8 (RFC 6266, RFC 8187), can be stored on every system and are never empty. */
export function disposition(name: string, kind: 'inline' | 'attachment' = PAPERS_ARE): string {
  const clean = storableName(name)
  const ascii = storableName(
    romanized(clean)
      .normalize('NFKD')
      .replace(/[^\x20-\x7e]|%/g, ''),
  )
  const encoded = encodeURIComponent(clean).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

/** Rewrites a stored disposition by today's rules, for names too; one that cannot be read is kept. */
export function renewedDisposition(stored: string): string {
  const encoded = /^(?:inline|attachment);.*; filename\*=UTF-8''((?:[\w.!~-]|%[0-9A-F]{2})+)$/.exec(
    stored,
  )?.[1]
  return encoded ? disposition(decodeURIComponent(encoded)) : stored
}
