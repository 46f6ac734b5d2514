// Longer than other files: every table on one page, as SQL sees it.
import type { Generated, GeneratedAlways, Kysely, Selectable } from 'kysely'

/** Times are UTC in ISO 8601, flags 0 or 1, sizes bytes, prices whole rupees. */
export type Schema = {
  papers: PapersTable
  binnedPapers: BinnedPapersTable
  storedFiles: StoredFilesTable
  formerFiles: FormerFilesTable
  drawingJobs: DrawingJobsTable
  pageTexts: PageTextsTable
  pageLines: PageLinesTable
  pageTurns: PageTurnsTable
  recognitionJobs: RecognitionJobsTable
  readingPace: ReadingPaceTable
  firstPages: FirstPagesTable
  questionFiles: QuestionFilesTable
  questions: QuestionsTable
  questionCorrections: QuestionCorrectionsTable
  contentVersion: ContentVersionTable
  paperCounts: PaperCountsTable
  paperCountsAge: PaperCountsAgeTable
  inbox: InboxTable
  inboxGone: InboxGoneTable
  inboxVersion: InboxVersionTable
  journal: JournalTable
  viewsByDay: ViewsByDayTable
  visitsByDay: VisitsByDayTable
  tapsByDay: TapsByDayTable
  searchesWithoutHits: SearchesWithoutHitsTable
  wantedByDay: WantedByDayTable
  prices: PricesTable
  centreVersions: CentreVersionsTable
  visitCount: VisitCountTable
  milestones: MilestonesTable
  confirmedTime: ConfirmedTimeTable
  warnings: WarningsTable
  toldAlerts: ToldAlertsTable
  unsettledFiles: UnsettledFilesTable
  fileChecks: FileChecksTable
  administrators: AdministratorsTable
  sessions: SessionsTable
  signInFailures: SignInFailuresTable
  refusedSignIns: RefusedSignInsTable
  secondFactors: SecondFactorsTable
  recoveryCodes: RecoveryCodesTable
  signInChallenges: SignInChallengesTable
  passkeys: PasskeysTable
  spentChallenges: SpentChallengesTable
  passwordResets: PasswordResetsTable
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
  /** The sender's key for one upload: makes a repeated request idempotent. */
  uploadId: string | null
  createdAt: string
  updatedAt: string
  /** Counts changes of fields and files, from 1; views do not count. */
  version: Generated<number>
  /** 1 when an administrator chose the thumbnail, 0 when it is page 1. */
  thumbnailGiven: Generated<number>
  answered: GeneratedAlways<number>
  /** What tells it apart from others of its exam: "Standard, Set 3". */
  variant: Generated<string>
  /** The language that it asks in, where that is said: "Tamil". */
  medium: Generated<string>
  /** The state whose board it is of, where that is not said by its type alone. */
  board: Generated<string>
  /** Whether it still fits its syllabus, where an administrator says it. */
  syllabus: Generated<string>
  /** What study material is: "Notes"; '' for a question paper. */
  kind: Generated<string>
  /** The exam that it is a set of, '' for a paper that is none; null until somebody has looked. */
  exam: Generated<string | null>
  /** Its set, written so that it sorts: '02', 'B'. */
  examSet: Generated<string>
  /** 1 where another set of its exam stands for it in a folded list, and in one of papers with answers; kept by triggers. */
  folded: GeneratedAlways<number>
  foldedAnswered: GeneratedAlways<number>
}

/** Papers off the site: in the bin, or hidden. They keep their serial number and id, and so their place when they come back. */
type BinnedPapersTable = Omit<
  { [Column in keyof PapersTable]: Selectable<PapersTable>[Column] },
  'position' | 'answered' | 'exam' | 'examSet' | 'folded' | 'foldedAnswered'
> & {
  /** Null for one that is hidden, and so never old enough to be deleted. */
  binnedAt: string | null
  binnedBy: string | null
  /** Since when it is hidden, or was when it was binned; null otherwise. */
  hiddenAt: string | null
  /** When it comes back by itself; null where it is shown by hand. */
  showAt: string | null
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
  /** 1 for a binned or hidden paper's files and for replaced ones: stored, but served to nobody. */
  hidden: Generated<number>
}

/** Replaced files and their paper, so that old links still lead to it. */
type FormerFilesTable = {
  fullPath: string
  paperId: string
  part: Generated<'file' | 'thumbnail' | 'answers'>
  /** While it is still stored and can be put back; null once it is gone. */
  keptSince: Generated<string | null>
}

/** What was read and rendered of a paper's file; triggers add and remove rows, and all of it can be made again. */
type DrawingJobsTable = {
  fileKey: string
  state: 'waiting' | 'done' | 'failed'
  /** The version of what read and rendered it; rows of another one are made again. */
  madeBy: Generated<string>
  pageCount: Generated<number>
  /** JSON: pixels and bytes of each page's picture, null for one that is not rendered (yet). */
  images: Generated<string>
  tries: Generated<number>
  fault: string | null
  updatedAt: string | null
  /** Pages, from the first on, whose text is read. */
  textCount: Generated<number>
  /** When a visitor last opened the paper while it lacked pages. */
  askedAt: Generated<string | null>
  /** 1 for a paper's answers. */
  ofAnswers: Generated<number>
  /** What is to be done next, 1 before 4: page 1, all text, pages that visitors ask for, all others; of answers 5 to 8. */
  step: GeneratedAlways<number>
}
/** JSON: page 1 of a file, rendered before it was published; null where it could not be rendered. */
type FirstPagesTable = { sha256: string; madeBy: string; drawn: string | null }
/** Cleaned text; pages count from 1, and those without text have no row. */
/** Their `confidence`, 0 to 100, is null where the text is the file's own, and not recognised. */
type PageTextsTable = { fileKey: string; page: number; text: string; confidence: Generated<number | null> }
/** JSON: where the words of a page are on its picture. */
type PageLinesTable = { fileKey: string; page: number; lines: string }
/** Pages that are turned, by degrees clockwise; `byHand` is 1 where an administrator chose it, and not recognition. While
 * `drawn` is another, the page's picture is to be made again. */
type PageTurnsTable = {
  fileKey: string
  page: number
  turn: 0 | 90 | 180 | 270
  byHand: number
  drawn: Generated<number>
}
/** `foundBy` is the version of what looked for questions; `stated` is how many the paper says it has; `doubt` is JSON, where
 * what was found needs a look. */
type QuestionFilesTable = {
  fileKey: string
  foundBy: string
  stated: number | null
  doubt: Generated<string | null>
}
/** In the order of the paper, from 1; `printings` is JSON: language, boxes and text of each time that it is printed. */
type QuestionsTable = {
  fileKey: string
  place: number
  number: string
  section: string | null
  marks: number | null
  choices: number
  printings: string
}
/** JSON: all questions of the files of these bytes, as an administrator says that they are; not derived. */
type QuestionCorrectionsTable = { sha256: string; list: string }
/** Pages whose text is missing or garbage; `confidence`, 0 to 100, is that of all that was found on the page. */
type RecognitionJobsTable = {
  fileKey: string
  page: number
  state: 'waiting' | 'done' | 'failed'
  confidence: Generated<number | null>
  fault: Generated<string | null>
  updatedAt: Generated<string | null>
  tries: Generated<number>
  /** Not before then is a page tried again that failed. */
  retryAt: Generated<string | null>
  /** JSON: what was recognised before the paper was published. */
  found: Generated<string | null>
  /** When a visitor last opened or searched for the paper while the page waited. */
  askedAt: Generated<string | null>
}
/** One row: the mean time of the last recognised pages, of which `pages` have counted; `notedAt` is the last one's end. */
type ReadingPaceTable = { id: number; pages: number; msPerPage: number; notedAt: string }
/** `pending` is 1 while pages have been rendered or recognised since `prepared` last grew. */
type ContentVersionTable = {
  id: number
  version: number
  prepared: Generated<number>
  counts: Generated<number>
  pending: Generated<number>
}

/** How many papers share these values, how many of them are folded, and at which age that last changed; kept by triggers. */
type PaperCountsTable = {
  type: string
  grade: string
  subject: string
  year: number
  month: number
  answered: number
  /** As in `papers`. */
  board: Generated<string>
  papers: number
  folded: Generated<number>
  foldedAnswered: Generated<number>
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
  /** The number of its last change, counted across the whole inbox. */
  version: number
  /** JSON: the fields typed by hand, and who typed them. */
  typed: Generated<string>
  confirmed: Generated<number>
  /** JSON: what was decided about duplicates. */
  settled: string | null
  /** Removed; it can be put back for a while. */
  awayAt: string | null
  awayBy: string | null
  /** The last change made by a person: when, by which email, in which browser. */
  editedAt: string | null
  editedBy: string | null
  editedFrom: string | null
  scriptsRemoved: Generated<number>
  /** The PDF forbids to print it. */
  isLocked: Generated<number>
  folders: Generated<string>
  /** The day, as 2018-02-27, on which the PDF says that it was made. */
  madeOn: string | null
  /** 'waiting' for page 1 to be recognised, then 'done' or 'failed'; null where its text is the file's own. */
  recognition: Generated<'waiting' | 'done' | 'failed' | null>
  /** Of a first page that was recognised, the lines that are sure; null where its text is the file's own. */
  firstPageSure: Generated<string | null>
  /** JSON: all that was recognised on page 1, for the paper that it will be. */
  firstPageFound: Generated<string | null>
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

/** `before` and `after` are JSON objects of the changed fields; null where there was or is nothing. */
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

/** Days in India, as 2026-11-21. */
type ViewsByDayTable = { day: string; paperId: string; views: number }
type VisitsByDayTable = { day: string; visits: number }
/** `target` is a plan or another way to the centre, as src/domain/visits/cta-click.ts names them. */
type TapsByDayTable = { day: string; target: string; taps: number }
type SearchesWithoutHitsTable = { day: string; term: string; times: number }
/** `wish` is written as a list's address; `dismissed` is 1 for what was taken off the admin area's list. */
type WantedByDayTable = { day: string; wish: string; times: number; dismissed: Generated<number> }

type PricesTable = { id: string; rupees: number | null; updatedAt: string | null }
/** `id` counts from 1; `document` is JSON of the schema version, `author` an email at the time. */
type CentreVersionsTable = {
  id: number
  schemaVersion: number
  document: string
  at: string
  authorId: string | null
  author: string
  note: string
}
type VisitCountTable = { id: string; value: number }
type MilestonesTable = { name: string; reachedAt: string }
/** One row: the time that old things are deleted by, the clock at the last sweep, and how long they disagreed. */
type ConfirmedTimeTable = { id: string; confirmedAt: string; clockAt: string; ranMs: number }
/** What whoever runs the site should look at, one of each kind. */
type WarningsTable = { kind: string; sentence: string; since: string }
/** What whoever runs the site was told of; `clearedAt` is when it was first seen to be over. */
type ToldAlertsTable = { key: string; toldAt: string; clearedAt: string | null }
/** Bytes that no row may name, as this database knows: about to be stored, or of a row that was deleted. */
type UnsettledFilesTable = { kind: string; name: string }
/** When a stored file was last compared with its row; the row goes with the file's. */
type FileChecksTable = { fileKey: string; checkedAt: string; fault: 'missing' | 'damaged' | null }

/** `email` in lower case; `passwordHash` as argon2id writes it, empty where nobody can sign in. */
type AdministratorsTable = {
  id: string
  email: string
  role: 'owner' | 'editor' | 'uploader'
  passwordHash: string
  disabled: Generated<number>
  mustChangePassword: Generated<number>
  createdAt: string
  lastSignInAt: string | null
}
type SessionsTable = {
  serial: Generated<number>
  /** The hash of the cookie's token: it names the session without opening it. */
  sid: string
  administratorId: string
  /** Browser and system in words, never the raw user agent. */
  device: string
  deviceId: string
  createdAt: string
  usedAt: string
  confirmedAt: string | null
  /** The last day, as 2026-11-21, that was written to the device's days. */
  notedDay: string | null
  /** The administrator's last sign-in before this one. */
  previousSignInAt: string | null
}
type SignInFailuresTable = {
  account: string
  failures: number
  blockedUntil: string | null
  updatedAt: string
}

/** `day` is India's, `network` shortened and empty for all without a row of their own, `since` the last sign-in before. */
type RefusedSignInsTable = {
  administratorId: string
  day: string
  network: string
  since: string
  passwords: number
  codes: number
  lastAt: string
}

/** `lastStep` is the time step (30 s) of the last accepted code; `provenAt` is null until the first one. */
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
/** `id` and `publicKey` (COSE) in base64url; `transports` is a JSON array. */
type PasskeysTable = {
  id: string
  administratorId: string
  publicKey: string
  counter: number
  transports: string
  name: string
  createdAt: string
  lastUsedAt: string | null
}
type SpentChallengesTable = { hash: string; expiresAt: string }

type PasswordResetsTable = { hash: string; administratorId: string; expiresAt: string }

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
export type CentreVersionRow = Selectable<CentreVersionsTable>
export type RenderJobRow = Selectable<DrawingJobsTable>
export type InboxRow = Selectable<InboxTable>

/** A connection or a transaction: stores take either. */
export type Database = Kysely<Schema>
export type ReadDatabase = Pick<
  Database,
  'selectFrom' | 'selectNoFrom' | 'with' | 'fn' | 'getExecutor' | 'dynamic'
>
