import { indiaDay } from '../time/india-time.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** 2:30 in India, as UTC has it. */
const NIGHT_MS = 21 * HOUR_MS
/** Nights begin up to so much later, so that not all sites of a machine begin at once. */
export const JITTER_MS = HOUR_MS / 2
const RETRY_MS = HOUR_MS

/** When a backup was last made, whole or lacking a file, and when one last failed; in milliseconds since 1970. */
type LastBackups = { madeAt: number | null; failedAt: number | null }

/** Whether a backup is to be made now: none was since the last night began, and none failed within the last hour. */
export function isBackupDue({ madeAt, failedAt }: LastBackups, now: number, jitterMs: number): boolean {
  const intoNight = NIGHT_MS + jitterMs
  const nightBegan = Math.floor((now - intoNight) / DAY_MS) * DAY_MS + intoNight
  // A time to come was written by a clock that was wrong.
  const isMade = madeAt !== null && madeAt >= nightBegan && madeAt <= now
  const isTried = failedAt !== null && now - failedAt < RETRY_MS && failedAt <= now
  return !isMade && !isTried
}

/** `number` counts up from 1; `countsFor` is when it was made, by a time that a wrong clock does not move. */
export type NumberedBackup = { number: number; countsFor: Date }

/** Each guess takes a third of a second, which a short one does not outlast. */
export const LEAST_PASSPHRASE = 12

const DAYS = 7
const WEEKS = 4
const MONTHS = 12

/**
 * The numbers of the backups to keep: the last of each of 7 days, 4 weeks (from Monday) and 12 months in India. Only days,
 * weeks and months with a backup count, in the order in which they were made: neither a pause nor a clock that leaps
 * empties the list, and the last one always stays.
 */
export function retainedBackups(backups: NumberedBackup[]): Set<number> {
  const latestFirst = backups.toSorted((one, other) => other.number - one.number)
  const kept = new Set(latestFirst.slice(0, 1).map(({ number }) => number))
  for (const { bucketOf, most } of RULES) {
    const seen = new Set<string>()
    for (const { number, countsFor } of latestFirst) {
      const bucket = bucketOf(indiaDay(countsFor))
      if (seen.has(bucket)) continue
      if (seen.size >= most) break
      seen.add(bucket)
      kept.add(number)
    }
  }
  return kept
}

const RULES = [
  { most: DAYS, bucketOf: (day: string) => day },
  { most: WEEKS, bucketOf: mondayOf },
  { most: MONTHS, bucketOf: (day: string) => day.slice(0, 7) },
]

function mondayOf(day: string) {
  const date = new Date(`${day}T00:00:00Z`)
  const sinceMonday = (date.getUTCDay() + 6) % 7
  return new Date(date.getTime() - sinceMonday * DAY_MS).toISOString().slice(0, 10)
}

/** What is in a good backup, in papers, files and bytes; `to` says where it is. */
type GoodBackup = { at: string; to: string; papers: number; files: number; bytes: number }
/** Why the last try made no good backup. */
type FailedBackup = { at: string; reason: string }

/** What is known of the backups; `since` is when nightly ones were set up, null where they are not. */
export type BackupState = {
  since: string | null
  lastGood: GoodBackup | null
  failure: FailedBackup | null
  /** The database is copied by its engine's own tools, and in none of these backups. */
  isOfFilesOnly: boolean
}
/** A place of backups as commands name it, and which of the files that were asked for it holds, unharmed. */
export type HeldFiles = { place: string; held: boolean[] }
/** How far it is: files copied, then read again. */
export type BackupProgress = { step: 'copied' | 'checked'; done: number; all: number }

/** The backup as one file that the admin area asked for; `lacking`: how many files the site itself has lost. */
export type BackupFile =
  | { state: 'none' }
  | { state: 'running'; isEncrypted: boolean; progress: BackupProgress | null }
  | {
      state: 'ready'
      isEncrypted: boolean
      madeAt: string
      /** When it is deleted. */
      until: string
      name: string
      bytes: number
      papers: number
      files: number
      lacking: number
    }
  | { state: 'failed'; at: string; reason: string }

/** One of the backups of the nightly place; `fault`: why it cannot be read. */
export type ListedBackup = { number: number; madeAt: string } & (
  | { papers: number; files: number; bytes: number; lacking: number }
  | { fault: string }
)

/** Where backups are made every night: `setting`: BACKUP_TO has said so, and the admin area cannot change it. */
export type NightlyPlace = {
  /** As it was typed, or the name of BACKUP_TO's; null: nowhere. */
  to: string | null
  /** As commands take it; the folder of encrypted ones where a passphrase is set. */
  argument: string | null
  by: 'setting' | 'desk'
  /** The admin area may name one; not for servers that share a database. */
  canSet: boolean
  isEncrypted: boolean
}

/** A sentence for the administrator, of what could not be done. */
type Refused = { refused: string; isFull?: boolean }

export type Backups = {
  state(): Promise<BackupState>
  /** Null where no backup is known, or its place is away. */
  holding(files: { sha256: string; size: number }[]): Promise<HeldFiles | null>
  /** The last ten of the nightly place, the last one first; null where there is none. */
  list(): Promise<ListedBackup[] | Refused | null>
  place(): Promise<NightlyPlace>
  /** Writes, reads and deletes a small file; null when all of it worked. */
  testPlace(to: string): Promise<Refused | null>
  /** Tests it, and makes backups there from now on; null: none any more. What is there stays. */
  setPlace(to: string | null): Promise<Refused | null>
  file(): BackupFile
  /** Begins to make one, encrypted where there is a passphrase, and deletes the one before. */
  makeFile(passphrase: string | null): Promise<Refused | null>
  /** Ends what is being made and deletes what was; null when there is nothing. */
  dropFile(): Promise<void>
  /** What opens the file for this session alone, as often as it breaks off; null when none is ready. */
  issueTicket(sid: string): string | null
  /** Null for any other ticket or session, and once the file is gone. */
  openTicket(
    ticket: string,
    sid: string,
  ): { path: string; name: string; bytes: number; madeAt: string } | null
}
