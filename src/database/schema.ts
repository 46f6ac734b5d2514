import type { Generated, GeneratedAlways, Kysely, Selectable } from 'kysely'

/** Times are UTC in ISO 8601, flags 0 or 1, sizes bytes, prices whole rupees. */
export type Schema = {
  papers: PapersTable
  binnedPapers: BinnedPapersTable
  storedFiles: StoredFilesTable
  formerFiles: FormerFilesTable
  drawingJobs: DrawingJobsTable
  pageTexts: PageTextsTable
  paperCounts: PaperCountsTable
  paperCountsAge: PaperCountsAgeTable
  inbox: InboxTable
  inboxGone: InboxGoneTable
  inboxVersion: InboxVersionTable
  journal: JournalTable
  viewsByDay: ViewsByDayTable
  visitsByDay: VisitsByDayTable
  searchesWithoutHits: SearchesWithoutHitsTable
  prices: PricesTable
  visitCount: VisitCountTable
  milestones: MilestonesTable
  confirmedTime: ConfirmedTimeTable
  administrators: AdministratorsTable
  sessions: SessionsTable
  signInFailures: SignInFailuresTable
  secondFactors: SecondFactorsTable
  recoveryCodes: RecoveryCodesTable
  signInChallenges: SignInChallengesTable
  deviceDays: DeviceDaysTable
}

type PapersTable = {
  /** Given by the database; a restored paper brings its own. */
  serial: Generated<number>
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
  /** Counts the changes of its fields and files, from 1. Views do not count. */
  version: Generated<number>
  /** 1 when the administrator chose the thumbnail, 0 when page 1 stands in. */
  thumbnailGiven: Generated<number>
  /** 1 when there are answers, as a file or a link. */
  answered: GeneratedAlways<number>
}

/** Papers in the bin, as they were; restored, they take their place again with their serial number and id. */
type BinnedPapersTable = Omit<
  { [Column in keyof PapersTable]: Selectable<PapersTable>[Column] },
  'position' | 'answered'
> & { binnedAt: string; binnedBy: string }

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
  /** 1 for a binned paper's files: they are kept, and served to nobody. */
  hidden: Generated<number>
}

/** Files that were replaced, and whose paper's they were. */
type FormerFilesTable = {
  fullPath: string
  paperId: string
  part: Generated<'file' | 'thumbnail' | 'answers'>
}

/**
 * What was read and drawn of a paper's file; made anew from the file at any time. A row comes by itself with a paper's
 * file and goes with it; its texts go with it too.
 */
type DrawingJobsTable = {
  fileKey: string
  state: 'waiting' | 'done' | 'failed'
  /** What read and drew it; from another one it is made again. */
  madeBy: Generated<string>
  pageCount: Generated<number>
  /** JSON: of each page its picture's pixels and bytes, null for one that is not drawn (yet). */
  images: Generated<string>
  tries: Generated<number>
  fault: string | null
  updatedAt: string | null
}
/** What a page says, cleaned; pages count from 1, and those without text have no row. */
type PageTextsTable = { fileKey: string; page: number; text: string }

/** How many papers are alike in all of this, and of which age that is; kept by the database itself. */
type PaperCountsTable = {
  type: string
  grade: string
  subject: string
  year: number
  month: number
  answered: number
  papers: number
  changed: Generated<number>
}
type PaperCountsAgeTable = { id: string; changes: number }

type InboxTable = {
  uploadId: string
  administratorId: string
  originalName: string
  size: number
  md5: string
  sha256: string
  pages: number
  firstPage: string
  arrivedAt: string
  /** The number of its last change among all changes of the inbox. */
  version: number
  /** JSON: what was typed by hand, by field, with who typed it. */
  typed: Generated<string>
  confirmed: Generated<number>
  /** JSON: what was decided about duplicates. */
  settled: string | null
  /** Taken away; it can be put back for a while. */
  awayAt: string | null
  awayBy: string | null
  /** The last change that a person made: when, whose email, in which browser. */
  editedAt: string | null
  editedBy: string | null
  editedFrom: string | null
  scriptsRemoved: Generated<number>
  /** The folders in which the file lay, parted by slashes. */
  folders: Generated<string>
}

/** What left the inbox, so that other browsers can say where it went. */
type InboxGoneTable = {
  uploadId: string
  version: number
  how: string
  by: string | null
  title: string
  at: string
}
type InboxVersionTable = { id: number; version: number }

/** `before` and `after` are JSON objects of the fields that changed; null where there was or is nothing. */
type JournalTable = {
  id: Generated<number>
  at: string
  authorId: string | null
  author: string
  action: string
  kind: string
  subjectId: string
  subject: string
  before: string | null
  after: string | null
}

/** Days are those of India, as 2026-11-21. */
type ViewsByDayTable = { day: string; paperId: string; views: number }
type VisitsByDayTable = { day: string; visits: number }
type SearchesWithoutHitsTable = { day: string; term: string; times: number }

type PricesTable = { id: string; rupees: number | null; updatedAt: string | null }
type VisitCountTable = { id: string; value: number }
type MilestonesTable = { name: string; reachedAt: string }
/** One row: which time old things are deleted by, what the clock said at the last sweep, and how long they disagreed. */
type ConfirmedTimeTable = { id: string; confirmedAt: string; clockAt: string; ranMs: number }

/** `email` in small letters; `passwordHash` as argon2id writes it, empty where nobody can sign in. */
type AdministratorsTable = {
  id: string
  email: string
  passwordHash: string
  disabled: Generated<number>
  mustChangePassword: Generated<number>
  createdAt: string
  lastSignInAt: string | null
}
type SessionsTable = {
  /** In the order in which they were begun. */
  serial: Generated<number>
  /** The hash of the token in the cookie: it names the session without opening it. */
  sid: string
  administratorId: string
  /** Browser and system in words, never as the browser sent it. */
  device: string
  deviceId: string
  createdAt: string
  usedAt: string
  /** When the password was last typed in it. */
  confirmedAt: string | null
  /** The last day, as 2026-11-21, that was noted for the device. */
  notedDay: string | null
}
type SignInFailuresTable = {
  account: string
  failures: number
  blockedUntil: string | null
  updatedAt: string
}

/** `lastStep` counts half minutes since 1970: the one whose code was taken last. `provenAt` is null until a code came. */
type SecondFactorsTable = {
  administratorId: string
  sealedKey: string
  lastStep: Generated<number>
  provenAt: string | null
}
type RecoveryCodesTable = { administratorId: string; beginning: string; hash: string; usedAt: string | null }
type SignInChallengesTable = {
  hash: string
  administratorId: string
  tries: Generated<number>
  expiresAt: string
}

/** `days` is a JSON array of days in India, as 2026-11-21; `lastDay` is the last of them. */
type DeviceDaysTable = {
  administratorId: string
  deviceId: string
  device: string
  days: string
  lastDay: string
}

export type PaperRow = Selectable<PapersTable>
export type BinnedPaperRow = Selectable<BinnedPapersTable>
export type StoredFileRow = Selectable<StoredFilesTable>
export type JournalRow = Selectable<JournalTable>
export type DrawingJobRow = Selectable<DrawingJobsTable>
export type InboxRow = Selectable<InboxTable>

/** A connection or a transaction: stores take either. */
export type Database = Kysely<Schema>
/** What the public side gets: no insert, update or delete. */
export type ReadDatabase = Pick<
  Database,
  'selectFrom' | 'selectNoFrom' | 'with' | 'fn' | 'getExecutor' | 'dynamic'
>
