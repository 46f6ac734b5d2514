import type { Generated, GeneratedAlways, Kysely, Selectable } from 'kysely'

/** Times are UTC in ISO 8601, flags 0 or 1, sizes bytes, prices whole rupees. */
export type Schema = {
  papers: PapersTable
  shelves: ShelvesTable
  storedFiles: StoredFilesTable
  prices: PricesTable
  visitCount: VisitCountTable
  milestones: MilestonesTable
  signInFailures: SignInFailuresTable
}

type PapersTable = {
  serial: GeneratedAlways<number>
  /** Newest first in one number: (year × 12 + month) × 2^32 + serial. */
  position: GeneratedAlways<number>
  id: string
  title: string
  fileKey: string
  thumbnailKey: string | null
  answersKey: string | null
  referenceLink: string | null
  type: string
  grade: string
  subject: string
  month: number
  year: number
  pages: number
  views: Generated<number>
  isSample: number
  /** The sender's name for one upload, so that a repeated request stores nothing twice. */
  uploadId: string | null
  createdAt: string
  updatedAt: string
}

/** How many papers stand together; year 0 counts all years. Kept by every write to papers. */
type ShelvesTable = {
  type: string
  grade: string
  subject: string
  year: number
  papers: number
}

type StoredFilesTable = {
  fullPath: string
  bucket: string
  generation: number
  metageneration: number
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
  customMetadata: string
}

type PricesTable = { id: string; rupees: number | null; updatedAt: string | null }
type VisitCountTable = { id: string; value: number }
type MilestonesTable = { name: string; reachedAt: string }
type SignInFailuresTable = {
  account: string
  failures: number
  blockedUntil: string | null
  updatedAt: string
}

export type PaperRow = Selectable<PapersTable>
export type StoredFileRow = Selectable<StoredFilesTable>

/** A connection or a transaction: stores take either. */
export type Database = Kysely<Schema>
/** What the public side gets: no insert, update or delete. */
export type Reader = Pick<Database, 'selectFrom' | 'selectNoFrom' | 'with' | 'fn' | 'getExecutor' | 'dynamic'>
