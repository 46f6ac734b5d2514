import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Database } from '#database/schema.ts'
import { ofThisPlace } from '#domain/milestones.server.ts'
import type { Row } from './archived-tables.ts'

const RANGE = 1n << 256n
/** Columns that older archives lack: they count where they hold something, so that the sums of those stay right. */
const ADDED = new Set(['keptSince', 'medium', 'kind', 'hiddenAt', 'showAt'])

/** Adds up the digests of rows: equal for the same rows in any order, since engines sort text differently. */
export function createRowSum(columns: readonly string[]) {
  let rows = 0
  let sum = 0n
  return {
    add(row: Row) {
      const counted = columns.filter((name) => !ADDED.has(name) || (row[name] !== null && row[name] !== ''))
      const digest = createHash('sha256').update(JSON.stringify(counted.map((name) => row[name])))
      sum = (sum + BigInt(`0x${digest.digest('hex')}`)) % RANGE
      rows += 1
    },
    value: (): TableSum => ({ rows, sum: sum.toString(16).padStart(64, '0') }),
  }
}

/** The archive of a whole site: its members in this order. docs/moving.md describes it. */
export const FORMAT = 1
export const MANIFEST = 'manifest.json'
export const END = 'end.json'
export const FILES = 'files/'
export const INBOX = 'inbox/'
export const TABLES = 'tables/'
export const INBOX_PDF = 'paper.pdf'
export const INBOX_PICTURE = 'page-1.webp'

/** Larger than any file that a site accepts, and than any part of a table. */
export const MEMBER_LIMIT = 64 * 1024 * 1024

/** One file of the archive. `sha256` in hex. */
export type Member = { name: string; bytes: Uint8Array; sha256: string }

/** Why an archive cannot be read, or this site cannot take it: one sentence for a person. */
export class ArchiveFault extends Error {}

/** `files` and `bytes` are what there was when the export began, for progress. */
export const manifest = z.object({
  format: z.number(),
  thervu: z.string(),
  id: z.uuid(),
  writtenAt: z.string(),
  /** Tells whether another site has the same signing secret, without telling the secret. */
  secretCheck: z.string(),
  secondFactors: z.int(),
  papers: z.int(),
  files: z.int(),
  bytes: z.int(),
})
export type Manifest = z.infer<typeof manifest>

/** `sum` is the rows' digests added up, so that it is the same in any order. */
const tableSum = z.object({ rows: z.int(), sum: z.string() })
type TableSum = z.infer<typeof tableSum>

const sequences = z.object({ papers: z.int(), journal: z.int() })
/** The highest number that was ever given; the next one is greater. */
type SequenceValues = z.infer<typeof sequences>

/** `missing` and `damaged` are files that were so on the exported site already. */
export const end = z.object({
  members: z.int(),
  files: z.int(),
  bytes: z.int(),
  tables: z.record(z.string(), tableSum),
  sequences,
  missing: z.array(z.string()),
  damaged: z.array(z.object({ path: z.string(), sha256: z.string() })),
})
export type End = z.infer<typeof end>

/** The milestone between the rows and the comparison, of an archive with this id. */
export function toBeCompared(id: string): string {
  return ofThisPlace(`archive ${id} is to be compared`)
}

export function memberOf(name: string, content: Uint8Array | string): Member {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  return { name, bytes, sha256: sha256Of(bytes) }
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Throws ArchiveFault when the member is not what `shape` says. */
export function readJson<Value>(member: Member, shape: z.ZodType<Value>): Value {
  return parseMember(member.name, Buffer.from(member.bytes).toString('utf8'), shape)
}

export function parseMember<Value>(name: string, json: string, shape: z.ZodType<Value>): Value {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    throw new ArchiveFault(`${name} of the archive is not JSON: the archive is damaged; export it again.`)
  }
  const read = shape.safeParse(value)
  if (read.success) return read.data
  const { path = [], message = '' } = read.error.issues[0] ?? {}
  throw new ArchiveFault(`${name} of the archive has a wrong ${path.join('.') || 'form'}: ${message}.`)
}

/** The engine's counters behind serial numbers, so that a number which was given once is never given again. */
export type Sequences = {
  read(db: Database): Promise<SequenceValues>
  /** The next number is one more than these. In a transaction that has inserted all rows. */
  set(db: Database, values: SequenceValues): Promise<void>
}
