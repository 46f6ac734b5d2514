/** What is in a good backup, in papers, files and bytes; `to` says where it lies. */
export type GoodBackup = { at: string; to: string; papers: number; files: number; bytes: number }
/** Why the last try made no good backup. */
export type FailedBackup = { at: string; reason: string }

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
