import { retainedBackups } from '#domain/backup/backup-retention.ts'
import { measure } from '#domain/file-checks/hashed-bytes.server.ts'
import { LEAP_MS } from '#domain/files/confirm-time.server.ts'
import { BackupFault, type BackupTarget, BLOBS, shaOf } from './backup-target.ts'
import { checkBackup, filesOf } from './check-backup.ts'
import { type CopiedSite, copySite, openFile, type Report, type SiteSource } from './copy-site.ts'
import {
  type Blob,
  type Blobs,
  listBackups,
  type Manifest,
  type NamedBackup,
  oneChunk,
  openBlobs,
  readManifest,
  writeManifest,
} from './manifest.ts'

export type Source = SiteSource &
  Pick<Manifest, 'secretFingerprint' | 'settings'> & {
    versions: Pick<Manifest['versions'], 'thervu' | 'node'>
    /** Null where AUTH_SECRET is set. */
    secret: string | null
  }

export type MakeOptions = {
  /** An empty folder for the copies under way. */
  work: string
  now: Date
  gently?: boolean
  /** Earlier backups are there, or else the place is not the one that is meant. */
  expectsEarlier?: boolean
  report?: (step: 'copied' | 'checked') => Report
}

export type MadeBackup = {
  manifest: Manifest
  /** Files that the site itself lacks; then nothing older is removed. */
  lacking: string[]
  removed: number
  unreadable: string | null
}

/** Copies the site, reads all of it again, and only then names it a backup. Throws BackupFault, or what the target throws. */
export async function makeBackup(
  source: Source,
  target: BackupTarget,
  options: MakeOptions,
): Promise<MadeBackup> {
  const { work, now, gently, expectsEarlier = false, report = () => () => {} } = options
  await target.prepare({ create: !expectsEarlier })
  const earlier = await listBackups(target)
  if (expectsEarlier && earlier.length === 0) {
    throw new BackupFault(`The earlier backups are gone from ${target.name}: is its disk there, and mounted?`)
  }
  const blobs = await openBlobs(target, { gently })
  const copied = await copySite(source, blobs, work, report('copied'))
  await expectSameSite(target, earlier, copied.facts.site)
  const number = (earlier[0]?.number ?? 0) + 1
  const manifest = describe(source, copied, { number, now, secret: await storeSecret(source, blobs) })
  await checkAndMend(source, target, { manifest, copied, blobs, work, report: report('checked') })
  await writeManifest(target, manifest)
  const { lacking } = copied
  if (lacking.length > 0) return { manifest, lacking, removed: 0, unreadable: null }
  return { manifest, lacking, ...(await pruneBackups(target)) }
}

/** By the last manifest that can be read. */
async function expectSameSite(target: BackupTarget, earlier: NamedBackup[], site: string) {
  for (const { object } of earlier) {
    const manifest = await readManifest(target, object).catch(() => null)
    if (!manifest) continue
    if (manifest.site === site) return
    throw new BackupFault(`${target.name} holds the backups of another site; name a place of its own.`)
  }
}

async function storeSecret({ secret }: Source, blobs: Blobs) {
  if (secret === null) return null
  const bytes = Buffer.from(secret)
  const blob = await measure(oneChunk(bytes))
  await blobs.store(blob, async () => oneChunk(bytes), { again: true })
  return blob
}

function describe(
  { versions, secretFingerprint, settings, database: { engine } }: Source,
  { facts, database, list, files, bytes, lacking }: CopiedSite,
  { number, now, secret }: { number: number; now: Date; secret: Blob | null },
): Manifest {
  const { site, papers, migration, confirmedAt } = facts
  const isBelieved = confirmedAt === null || Math.abs(now.getTime() - confirmedAt.getTime()) <= LEAP_MS
  return {
    format: 1,
    number,
    madeAt: now.toISOString(),
    countsFor: (isBelieved ? now : confirmedAt).toISOString(),
    site,
    versions: { ...versions, migration },
    counts: { papers, files, bytes, lacking: lacking.length },
    engine,
    database,
    files: list,
    secret,
    secretFingerprint,
    settings,
  }
}

type Check = { manifest: Manifest; copied: CopiedSite; blobs: Blobs; work: string; report: Report }

/** What an earlier run stored and has rotted since is stored again, once. */
async function checkAndMend(
  source: Source,
  target: BackupTarget,
  { manifest, copied, blobs, work, report }: Check,
) {
  const check = () => checkBackup(target, manifest, { copier: source.database, work, report })
  const first = await check()
  for (const { path, ...blob } of first.damaged) {
    const stored = await blobs.store(blob, () => openFile(source, path), { again: true })
    if (stored !== 'stored')
      throw new BackupFault(`${path} is damaged in ${target.name}, and gone from the site.`)
  }
  const { damaged, lacking } = first.damaged.length > 0 ? await check() : first
  const unknown = [...damaged.map(({ path }) => path), ...lacking].find(
    (path) => !copied.lacking.includes(path),
  )
  if (unknown) throw new BackupFault(`${unknown} cannot be read again from ${target.name}.`)
}

/**
 * Removes the backups that the rule does not keep, and then the bytes that no backup names. Only after a good backup, and
 * only by the one run at a time: what is named is known from every list that stays, and if one cannot be read no bytes go.
 */
async function pruneBackups(target: BackupTarget): Promise<{ removed: number; unreadable: string | null }> {
  const all = await listBackups(target)
  const retained = retainedBackups(all)
  const former = all.filter(({ number }) => !retained.has(number))
  for (const { object } of former) await target.remove(object)
  try {
    const needed = await neededBlobs(target)
    for await (const { name } of target.list(BLOBS)) {
      const sha256 = shaOf(name)
      if (sha256 && !needed.has(sha256)) await target.remove(name)
    }
  } catch (error) {
    if (!(error instanceof BackupFault)) throw error
    return { removed: former.length, unreadable: error.message }
  }
  return { removed: former.length, unreadable: null }
}

async function neededBlobs(target: BackupTarget) {
  const needed = new Set<string>()
  for (const { object } of await listBackups(target)) {
    const { database, files, secret } = await readManifest(target, object)
    for (const blob of [database, files, secret]) if (blob) needed.add(blob.sha256)
    for await (const { sha256 } of filesOf(target, files)) needed.add(sha256)
  }
  return needed
}
