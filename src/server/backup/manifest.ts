import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import type { NumberedBackup } from '#domain/backup/backup-retention.ts'
import { expectBytes, WrongBytes } from '#domain/file-checks/hashed-bytes.server.ts'
import { isFileKey } from '#domain/files/file-store.ts'
import { isUploadId } from '#domain/inbox/inbox.ts'
import { BackupFault, type BackupTarget, BLOBS, blobName, MANIFESTS, shaOf } from './backup-target.ts'

/** A file of the site: `files/{key}`, `inbox/{upload}/…` or, of the checkout, `centre/…`. */
export type ListedFile = Blob & { path: string }

const PLACES: Record<string, (rest: string) => boolean> = {
  files: isFileKey,
  inbox: (rest) => /^[^/]+\/(paper\.pdf|page-1\.webp)$/.test(rest) && isUploadId(rest.split('/')[0] ?? ''),
  centre: (rest) => rest.split('/').every((part) => part !== '' && part !== '.' && part !== '..'),
}

/** Writes the list to a new file of this account. */
export function openFileList(path: string): { add(file: ListedFile): Promise<void>; close(): Promise<void> } {
  const stream = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  const failed = once(stream, 'error').then(([error]) => Promise.reject(error))
  failed.catch(() => {})
  return {
    async add({ sha256, size, path: place }) {
      if (!stream.write(`${sha256} ${size} ${encodeURI(place)}\n`))
        await Promise.race([once(stream, 'drain'), failed])
    },
    async close() {
      stream.end()
      await finished(stream)
    },
  }
}

/** Throws BackupFault at a line that cannot have been written by a backup: a path may lead nowhere else. */
export async function* readFileList(bytes: AsyncIterable<Uint8Array>): AsyncIterable<ListedFile> {
  for await (const line of createInterface({ input: Readable.from(bytes, { objectMode: false }) })) {
    const [, sha256, size, encoded = ''] = /^([0-9a-f]{64}) (\d{1,15}) (\S+)$/.exec(line) ?? []
    const path = decoded(encoded)
    const slash = path.indexOf('/')
    if (!sha256 || !PLACES[path.slice(0, slash)]?.(path.slice(slash + 1))) {
      throw new BackupFault(`The backup's list of files has a line that is damaged: ${line.slice(0, 200)}`)
    }
    yield { sha256, size: Number(size), path }
  }
}

function decoded(path: string) {
  try {
    return decodeURI(path)
  } catch {
    return ''
  }
}

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

type Open = () => Promise<AsyncIterable<Uint8Array> | null>
/** `missing`: there is nothing to read; `damaged`: what there is has other bytes. */
type Stored = 'stored' | 'missing' | 'damaged'

/** The bytes of all backups, each under its SHA-256: what an earlier backup has is not copied again. */
export type Blobs = {
  /** `again` also where they are there already. */
  store(blob: Blob, open: Open, options?: { again?: boolean }): Promise<Stored>
}

/** `gently` rests after each copy for as long as it took, so that visitors have half of the disk at least. */
export async function openBlobs(target: BackupTarget, { gently = false } = {}): Promise<Blobs> {
  const there = new Map<string, number>()
  for await (const { name, size } of target.list(BLOBS)) {
    const sha256 = shaOf(name)
    if (sha256) there.set(sha256, size)
  }
  return {
    async store(blob, open, { again = false } = {}) {
      if (!again && there.get(blob.sha256) === blob.size) return 'stored'
      const begun = performance.now()
      const bytes = await open()
      if (!bytes) return 'missing'
      try {
        await target.put(blobName(blob.sha256), expectBytes(bytes, blob))
      } catch (error) {
        if (error instanceof WrongBytes) return 'damaged'
        throw error
      }
      there.set(blob.sha256, blob.size)
      if (gently) await wait(performance.now() - begun)
      return 'stored'
    },
  }
}
