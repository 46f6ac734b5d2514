import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { areWhole, expectBytes, WrongBytes } from '#domain/file-checks/hashed-bytes.server.ts'
import { BackupFault, type BackupTarget, blobName } from './backup-target.ts'
import type { CopiedDatabase, DatabaseCopier, Report } from './copy-site.ts'
import type { Blob, Manifest } from './manifest.ts'
import { type ListedFile, readFileList } from './manifest.ts'

type Checked = {
  /** Listed files whose bytes are not there as they were written. */
  damaged: ListedFile[]
  /** Files that a row of the database names and the list does not. */
  lacking: string[]
}
type BackupParts = Pick<Manifest, 'database' | 'files' | 'secret'> & {
  counts: Pick<Manifest['counts'], 'files'>
}

/** Reads every byte of a backup again and opens its database; throws BackupFault when list or database is damaged. */
export async function checkBackup(
  target: BackupTarget,
  parts: BackupParts,
  { copier, work, report }: { copier: DatabaseCopier; work: string; report: Report },
): Promise<Checked> {
  const listed = new Map<string, string>()
  const damaged: ListedFile[] = []
  const whole = new Set<string>()
  for await (const file of filesOf(target, parts.files)) {
    listed.set(file.path, file.sha256)
    report({ done: listed.size, all: parts.counts.files })
    if (whole.has(file.sha256)) continue
    if (await areWhole(await target.read(blobName(file.sha256)), file)) whole.add(file.sha256)
    else damaged.push(file)
  }
  if (parts.secret && !(await areWhole(await target.read(blobName(parts.secret.sha256)), parts.secret))) {
    throw new BackupFault(`The signing secret in ${target.name} is damaged.`)
  }
  const database = join(work, 'checked.db')
  await fetchBlob(target, parts.database, database)
  try {
    return { damaged, lacking: lackingInCopy(database, copier, listed) }
  } finally {
    await rm(database)
  }
}

/** Throws BackupFault when the list is damaged. */
export async function* filesOf(target: BackupTarget, list: Blob): AsyncIterable<ListedFile> {
  const bytes = await target.read(blobName(list.sha256))
  if (!bytes) throw new BackupFault(`A list of files is gone from ${target.name}.`)
  yield* explained(target, readFileList(expectBytes(bytes, list)))
}

/** Writes a blob to a new file of this account; throws BackupFault when it is damaged or gone. */
export async function fetchBlob(target: BackupTarget, blob: Blob, to: string): Promise<void> {
  const bytes = await target.read(blobName(blob.sha256))
  if (!bytes) throw new BackupFault(`${blobName(blob.sha256)} is gone from ${target.name}.`)
  await pipeline(
    explained(target, expectBytes(bytes, blob)),
    createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }),
  )
}

async function* explained<Part>(target: BackupTarget, parts: AsyncIterable<Part>): AsyncIterable<Part> {
  try {
    yield* parts
  } catch (error) {
    if (!(error instanceof WrongBytes)) throw error
    throw new BackupFault(`What is kept in ${target.name} is damaged: ${error.message}.`)
  }
}

function lackingInCopy(database: string, copier: DatabaseCopier, listed: Map<string, string>) {
  const copy = copier.open(database)
  try {
    const [fault] = copy.faults()
    if (fault) throw new BackupFault(`The copied database is damaged: ${fault}`)
    return lackingOf(copy, listed)
  } finally {
    copy.close()
  }
}

/** Paths of files that rows name and a list of paths with their SHA-256 does not. */
export function lackingOf(copy: CopiedDatabase, listed: Map<string, string>): string[] {
  const needed = [
    ...[...copy.storedFiles()].map(({ key, sha256 }) => ({ path: `files/${key}`, sha256 })),
    ...[...copy.inboxFiles()].map(({ name, sha256 }) => ({ path: `inbox/${name}/paper.pdf`, sha256 })),
  ]
  return needed.filter(({ path, sha256 }) => listed.get(path) !== sha256).map(({ path }) => path)
}
