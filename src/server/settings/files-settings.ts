import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readS3Place, type S3Place } from './s3-place.ts'

export type FilesConfig =
  | { kind: 'disk'; dir: string }
  | { kind: 'memory' }
  /** `redirects`: visitors get PDFs from the bucket itself. */
  | { kind: 's3'; place: S3Place; redirects: boolean }

/** What FILES_URL and FILES_PUBLIC say; a sentence when they cannot be used. */
export function readFilesUrl(
  value: string | null,
  served: string | null,
  dataDir: string,
): FilesConfig | string {
  if (served !== null && !['stream', 'redirect'].includes(served)) {
    return `FILES_PUBLIC must be stream or redirect, not "${served}".`
  }
  if (value?.startsWith('s3:')) {
    const place = readS3Place(value)
    return typeof place === 'string' ? place : { kind: 's3', place, redirects: served === 'redirect' }
  }
  if (served === 'redirect') return 'FILES_PUBLIC can be redirect only where FILES_URL begins with s3://.'
  if (value === null) return { kind: 'disk', dir: resolve(dataDir, 'files') }
  if (value === 'memory:') return { kind: 'memory' }
  const dir = value.startsWith('file:///') ? folderOf(value) : null
  if (dir) return { kind: 'disk', dir }
  return 'FILES_URL must be left out, file:///path/to/folder, s3://bucket/prefix or memory: (for tests).'
}

function folderOf(address: string) {
  try {
    return fileURLToPath(address)
  } catch {
    return null
  }
}
