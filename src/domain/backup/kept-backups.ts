import { indiaDay } from '../time/india-time.ts'

/** `number` counts up from 1; `countsFor` is when it was made, by a time that a wrong clock does not move. */
export type NumberedBackup = { number: number; countsFor: Date }

const DAYS = 7
const WEEKS = 4
const MONTHS = 12
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * The numbers of the backups to keep: the last of each of 7 days, 4 weeks (from Monday) and 12 months in India. Only days,
 * weeks and months with a backup count, in the order in which they were made: neither a pause nor a clock that leaps
 * empties the list, and the last one always stays.
 */
export function keptBackups(backups: NumberedBackup[]): Set<number> {
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

/** What is in a good backup, in papers, files and bytes; `to` says where it lies. */
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
export type Backups = {
  state(): Promise<BackupState>
  /** Null where no backup is known, or its place is away. */
  holding(files: { sha256: string; size: number }[]): Promise<HeldFiles | null>
}
