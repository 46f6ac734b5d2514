/** Where backups are: objects that are written once, under names such as `blobs/ab/abcd…`. */
export type BackupTarget = {
  /** For people. */
  name: string
  /** Rejects while nothing can be kept there; `create` makes the place if it is missing. */
  prepare(options: { create: boolean }): Promise<void>
  /** Objects whose names begin so, sizes in bytes. */
  list(prefix: string): AsyncIterable<{ name: string; size: number }>
  /** Resolved, the bytes survive a power cut; rejected, also by `bytes`, nothing new is there. Replaces. */
  put(name: string, bytes: AsyncIterable<Uint8Array>): Promise<void>
  /** Null when there is no such object. */
  read(name: string): Promise<AsyncIterable<Uint8Array> | null>
  remove(name: string): Promise<void>
  close(): void
}

/** A backup that cannot be made, checked or restored; the message is a sentence for whoever runs the site. */
export class BackupFault extends Error {}

/** The site's own database is damaged. */
export class DatabaseDamaged extends BackupFault {}

/** Emptied by each run, in DATA_DIR and in a folder of backups: a name that nobody else would choose. */
export const WORK_FOLDER = 'unfinished-backup'
export const BLOBS = 'blobs/'
export const MANIFESTS = 'backups/'

/** Of bytes with this SHA-256, in hex. */
export function blobName(sha256: string): string {
  return `${BLOBS}${sha256.slice(0, 2)}/${sha256}`
}

/** Null for what is no blob: the place may hold other things. */
export function shaOf(object: string): string | null {
  const sha256 = object.slice(object.lastIndexOf('/') + 1)
  return /^[0-9a-f]{64}$/.test(sha256) && object === blobName(sha256) ? sha256 : null
}
