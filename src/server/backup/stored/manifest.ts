import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import type { NumberedBackup } from '#domain/backup/kept-backups.ts'
import { BackupFault, type BackupTarget, MANIFESTS } from '../place/backup-target.ts'

const blob = z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/), size: z.number().int().min(0) })
export type Blob = z.infer<typeof blob>

const schema = z.strictObject({
  format: z.literal(1),
  number: z.number().int().min(1),
  /** By the clock, and by the time that a wrong clock does not move. */
  madeAt: z.iso.datetime(),
  countsFor: z.iso.datetime(),
  /** Names the site, so that two never share a place. */
  site: z.string(),
  versions: z.strictObject({ thervu: z.string(), node: z.string(), migration: z.string() }),
  counts: z.strictObject({ papers: z.number(), files: z.number(), bytes: z.number(), lacking: z.number() }),
  /** A list of files in place of the database is what there is of PostgreSQL, whose own tools copy it. */
  engine: z.enum(['sqlite', 'postgres']).default('sqlite'),
  database: blob,
  /** A line for each file: SHA-256, size, path. */
  files: blob,
  /** Null where AUTH_SECRET is set: it is no part of the backup then. */
  secret: blob.nullable(),
  /** Tells whether a secret is the one that sealed the keys of authenticator apps. */
  secretFingerprint: z.string(),
  settings: z.record(z.string(), z.string()),
})
/** What one backup consists of. It is written last: what has none is no backup. */
export type Manifest = z.infer<typeof schema>

/** A manifest's name holds number, time and the beginning of its bytes' SHA-256. */
export type NamedBackup = NumberedBackup & { object: string; sha256: string }

const NAME = /^backups\/(\d{6,})_(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z_([0-9a-f]{32})\.json$/

export async function writeManifest(target: BackupTarget, manifest: Manifest): Promise<void> {
  const bytes = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
  const number = String(manifest.number).padStart(6, '0')
  const time = manifest.countsFor.slice(0, 19).replaceAll(':', '-')
  const name = `${MANIFESTS}${number}_${time}Z_${shortSha(bytes)}.json`
  await target.put(name, oneChunk(bytes))
  await readManifest(target, name)
}

/** Throws BackupFault when it is missing or not as it was written. */
export async function readManifest(target: BackupTarget, name: string): Promise<Manifest> {
  const bytes = await target.read(name)
  const text = bytes && (await buffer(bytes))
  if (!text || shortSha(text) !== NAME.exec(name)?.at(-1)) {
    throw new BackupFault(`${name} in ${target.name} is damaged.`)
  }
  const parsed = schema.safeParse(JSON.parse(text.toString()))
  if (parsed.success) return parsed.data
  throw new BackupFault(`${name} in ${target.name} was written by another version of Thervu.`)
}

/** Last one first. */
export async function listBackups(target: BackupTarget): Promise<NamedBackup[]> {
  const found: NamedBackup[] = []
  for await (const { name } of target.list(MANIFESTS)) {
    const [, number, day, hours, minutes, seconds, sha256] = NAME.exec(name) ?? []
    if (!number || !sha256) continue
    const countsFor = new Date(`${day}T${hours}:${minutes}:${seconds}Z`)
    found.push({ object: name, number: Number(number), countsFor, sha256 })
  }
  return found.sort((one, other) => other.number - one.number)
}

export async function* oneChunk(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}

function shortSha(bytes: Uint8Array) {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32)
}
