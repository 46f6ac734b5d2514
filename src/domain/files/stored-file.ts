/** What is recorded of a stored file: the specification's storage metadata, plus a SHA-256 of the bytes. */
export type StoredFile = {
  bucket: string
  generation: number
  metageneration: number
  fullPath: string
  name: string
  /** bytes */
  size: number
  /** UTC, ISO 8601 */
  timeCreated: string
  updated: string
  /** Base64, as object stores write it. */
  md5Hash: string
  /** Hexadecimal. */
  sha256: string
  cacheControl: string
  contentDisposition: string
  contentEncoding: string
  contentLanguage: string
  contentType: string
  customMetadata: Record<string, string>
}

export const CACHE_FOREVER = 'public, max-age=31536000, immutable'

/** A file's metadata as first stored; generation is the time of storing in microseconds. */
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
    contentDisposition: inlineDisposition(file.downloadName),
    contentEncoding: 'identity',
    contentLanguage: '',
    contentType: file.contentType,
    customMetadata: file.customMetadata ?? {},
  }
}

/** `inline` with the file's real name, for old readers in ASCII and for all others in UTF-8 (RFC 6266, RFC 8187). */
export function inlineDisposition(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\%]/g, '')
    .trim()
    .replace(/^(?=\.|$)/, 'paper')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `inline; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
