import type { Manifest } from './stored/manifest.ts'

/** A file that a row of the copied database needs; `size` in bytes, `sha256` in hex. */
export type NeededFile = { sha256: string; size: number }

/** Facts of the copy: `site` names the site whose it is, `confirmedAt` is the time that its deletions go by. */
export type CopyFacts = { site: string; papers: number; migration: string; confirmedAt: Date | null }

/** A copy of the database as of one moment. */
export type CopiedDatabase = {
  storedFiles(): Iterable<NeededFile & { key: string }>
  inboxFiles(): Iterable<NeededFile & { name: string }>
  /** How many files that are; an inbox's file has a picture. */
  countFiles(): number
  facts(): CopyFacts
  /** What its engine finds damaged; empty when it is whole. */
  faults(): string[]
  close(): void
}

/** How one engine's database comes into a backup: as a copy or, where its own tools copy it, as a list of its files. */
export type DatabaseCopier = {
  engine: Manifest['engine']
  /** Whether there is anything to be backed up. */
  holdsSite(): Promise<boolean>
  lastMigration(): Promise<string>
  /** Whether a later release migrated on the database whose last migration this is. */
  isLaterThanKnown(migration: string): boolean
  /** The turn to make a backup to a place among all servers of the database; null while another has it. */
  takeTurn(place: string): Promise<{ release(): Promise<void> } | null>
  /** Bytes, about. */
  size(): Promise<number>
  /** Copies it, while it is written to, to a new file. */
  copy(to: string): Promise<void>
  open(path: string): CopiedDatabase
}
