import { createReadStream } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { measure } from '#domain/file-checks/hashed-bytes.server.ts'
import type { FileStore } from '#domain/files/file-store.ts'
import type { InboxFileStore } from '#domain/inbox/inbox.ts'
import { BackupFault } from './backup-target.ts'
import { type Blob, type Blobs, type Manifest, oneChunk, openFileList } from './manifest.ts'

/** What is copied: the database, the files that its rows name, and what the checkout says of the centre. */
export type SiteSource = {
  database: DatabaseCopier
  files: FileStore
  inbox: InboxFileStore
  /** Paths within the checkout, and where they are. */
  centre: { path: string; from: string }[]
}

export type CopiedSite = {
  facts: CopyFacts
  database: Blob
  list: Blob
  files: number
  bytes: number
  /** Files that a row names, but the site does not have as they were stored. */
  lacking: string[]
}

export type Report = (progress: { done: number; all: number }) => void

/** Without a pause: what a pass has to copy is only what came since the one before. */
const PASSES = 20
const DATABASE = 'thervu.db'
const LIST = 'files.txt'

/**
 * Copies the database first and then the files that its rows name. One that was deleted in between is in no copy: the
 * database is copied again, and then only what is new has to be. Throws BackupFault when that never ends.
 */
export async function copySite(
  source: SiteSource,
  blobs: Blobs,
  work: string,
  report: Report,
): Promise<CopiedSite> {
  let missingBefore = new Set<string>()
  for (let pass = 0; pass < PASSES; pass++) {
    const { missing, damaged, ...taken } = await copyOnce(source, blobs, work, report)
    // One that a later copy of the database still names was not deleted: the site has lost it.
    const isSettled = [...missing].every((path) => missingBefore.has(path))
    missingBefore = missing
    if (!isSettled) continue
    return {
      ...taken,
      lacking: [...missing, ...damaged],
      database: await storeWork(blobs, join(work, DATABASE)),
      list: await storeWork(blobs, join(work, LIST)),
    }
  }
  throw new BackupFault('Papers were deleted for good all the while that the backup was made.')
}

async function copyOnce(source: SiteSource, blobs: Blobs, work: string, report: Report) {
  const [database, list] = [join(work, DATABASE), join(work, LIST)]
  await Promise.all([database, list].map((path) => rm(path, { force: true })))
  await source.database.copy(database)
  const copy = source.database.open(database)
  try {
    return { ...(await copyFiles(source, copy, blobs, list, report)), facts: copy.facts() }
  } finally {
    copy.close()
  }
}

async function copyFiles(
  source: SiteSource,
  copy: CopiedDatabase,
  blobs: Blobs,
  listPath: string,
  report: Report,
) {
  const list = openFileList(listPath)
  const [missing, damaged] = [new Set<string>(), new Set<string>()]
  const sums = { files: 0, bytes: 0 }
  const all = copy.countFiles() + source.centre.length
  let done = 0
  for await (const { path, sha256, size } of filesToCopy(source, copy)) {
    const blob = sha256 === null ? null : { sha256, size }
    const stored = blob ? await blobs.store(blob, () => openFile(source, path)) : 'missing'
    report({ done: ++done, all })
    if (stored === 'missing') missing.add(path)
    if (stored === 'damaged') damaged.add(path)
    if (stored !== 'stored' || !blob) continue
    await list.add({ ...blob, path })
    sums.files += 1
    sums.bytes += blob.size
  }
  await list.close()
  return { missing, damaged, ...sums }
}

/** Without a hash where there is no file to take it of. */
async function* filesToCopy(source: SiteSource, copy: CopiedDatabase) {
  for (const { key, ...blob } of copy.storedFiles()) yield { path: `files/${key}`, ...blob }
  const unhashed: string[] = source.centre.map(({ path }) => `centre/${path}`)
  for (const { name, ...blob } of copy.inboxFiles()) {
    yield { path: `inbox/${name}/paper.pdf`, ...blob }
    unhashed.push(`inbox/${name}/page-1.webp`)
  }
  for (const path of unhashed) {
    const bytes = await openFile(source, path)
    yield { path, ...(bytes ? await measure(bytes) : { sha256: null, size: 0 }) }
  }
}

/** The site's own bytes of a listed file; null when there are none. */
export async function openFile(
  { files, inbox, centre }: SiteSource,
  path: string,
): Promise<AsyncIterable<Uint8Array> | null> {
  const [place, ...rest] = path.split('/')
  if (place === 'files') return await files.open(rest.join('/'))
  if (place === 'centre') {
    const from = centre.find((file) => file.path === rest.join('/'))?.from
    return from ? createReadStream(from) : null
  }
  const [upload = '', name] = rest
  // Files of the inbox are few, and each small enough to be held.
  const bytes =
    name === 'paper.pdf' ? await inbox.lend(upload, (lent) => readFile(lent)) : await inbox.picture(upload)
  return bytes && oneChunk(bytes)
}

async function storeWork(blobs: Blobs, path: string) {
  const blob = await measure(createReadStream(path))
  await blobs.store(blob, async () => createReadStream(path), { again: true })
  await rm(path)
  return blob
}

/** A file that a row of the copied database needs; `size` in bytes, `sha256` in hex. */
type NeededFile = { sha256: string; size: number }

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

/** The files that the rows of `stored_files` and `inbox` name. */
export function neededFiles(
  sqlite: DatabaseSync,
): Pick<CopiedDatabase, 'storedFiles' | 'inboxFiles' | 'countFiles'> {
  const count = (table: string) =>
    Number(sqlite.prepare(`select count(*) as count from ${table}`).get()?.count)
  return {
    *storedFiles() {
      const rows = sqlite.prepare('select full_path, sha256, size from stored_files order by full_path')
      for (const row of rows.iterate())
        yield { key: String(row.full_path), sha256: String(row.sha256), size: Number(row.size) }
    },

    *inboxFiles() {
      const rows = sqlite.prepare('select upload_id, sha256, size from inbox order by upload_id')
      for (const row of rows.iterate())
        yield { name: String(row.upload_id), sha256: String(row.sha256), size: Number(row.size) }
    },

    countFiles: () => count('stored_files') + 2 * count('inbox'),
  }
}
