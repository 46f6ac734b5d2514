import { romanized, storableName } from './file-name.ts'

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

/** What a file was called by its sender, in its custom metadata as the database keeps them (JSON); empty for none. */
export function originalNameIn(customMetadata: string): string {
  return JSON.parse(customMetadata).originalName ?? ''
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

/**
 * `inline` with the file's real name, for old readers in ASCII and for all others in UTF-8 (RFC 6266, RFC 8187). Both
 * are names that every system can store, and never empty.
 */
export function inlineDisposition(name: string): string {
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
  return `inline; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

/** A disposition as it would be made today of the same name; one that cannot be read is kept. */
export function renewedDisposition(disposition: string): string {
  const encoded = /^inline;.*; filename\*=UTF-8''((?:[\w.!~-]|%[0-9A-F]{2})+)$/.exec(disposition)?.[1]
  return encoded ? inlineDisposition(decodeURIComponent(encoded)) : disposition
}
