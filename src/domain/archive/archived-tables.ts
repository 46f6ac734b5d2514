import type { SelectType } from 'kysely'
import { z } from 'zod'
import type { Schema } from '#database/schema.ts'
import { ROLES } from '#domain/identity/roles.ts'
import { recordOf, VARIANT_FIELD_NAMES } from '#domain/paper/paper-fields.ts'

export type Row = Record<string, string | number | null>
type TableName = keyof Schema & string

/** `keys`, one or two, give each row its place; `row` has the columns in their order in the archive. */
export type ArchivedTable = { name: TableName; keys: readonly string[]; row: z.ZodObject }

const text = z.string()
const int = z.int()
const flag = z.int().min(0).max(1)
const when = text.nullable()

/** Typed so that a column which is new in the schema is missed here. `Left` names what is not carried. */
function table<Name extends TableName, Left extends keyof Schema[Name] = never>(
  name: Name,
  keys: (string & keyof Schema[Name])[],
  columns: {
    [Column in Exclude<keyof Schema[Name], Left>]: z.ZodType<SelectType<Schema[Name][Column]>>
  },
): ArchivedTable {
  return { name, keys, row: z.strictObject(columns as z.ZodRawShape) }
}

const paper = {
  serial: int,
  id: text,
  title: text,
  fileKey: text,
  thumbnailKey: text.nullable(),
  answersKey: text.nullable(),
  referenceLink: text.nullable(),
  type: text,
  grade: text,
  subject: text,
  month: int,
  year: int,
  pages: int,
  views: int,
  isSample: flag,
  uploadId: text.nullable(),
  createdAt: text,
  updatedAt: text,
  version: int,
  thumbnailGiven: flag,
  ...recordOf(VARIANT_FIELD_NAMES, () => text.default('')),
}

/** Each after those that it refers to. Sessions, challenges, links for passwords, failed and refused sign-ins, warnings, told alerts and checks of
 * files stay behind, and what is derived: counts, exams and their sets, rendering and recognition jobs and their pace, page texts and lines, found questions, the
 * search index. */
export const ARCHIVED_TABLES: readonly ArchivedTable[] = [
  table('administrators', ['id'], {
    id: text,
    email: text,
    // An archive from before there were roles: everybody could do everything.
    role: z.enum(ROLES).default('owner'),
    passwordHash: text,
    disabled: flag,
    mustChangePassword: flag,
    createdAt: text,
    lastSignInAt: when,
  }),
  table('secondFactors', ['administratorId'], {
    administratorId: text,
    sealedKey: text,
    lastStep: int,
    provenAt: when,
  }),
  table('recoveryCodes', ['administratorId', 'beginning'], {
    administratorId: text,
    beginning: text,
    hash: text,
    usedAt: when,
  }),
  table('passkeys', ['id'], {
    id: text,
    administratorId: text,
    publicKey: text,
    counter: int,
    transports: text,
    name: text,
    createdAt: text,
    lastUsedAt: when,
  }),
  table('deviceDays', ['administratorId', 'deviceId'], {
    administratorId: text,
    deviceId: text,
    device: text,
    days: text,
    lastDay: text,
  }),
  // The bucket names the store, and is another where the site moves to another.
  table<'storedFiles', 'bucket'>('storedFiles', ['fullPath'], {
    fullPath: text,
    generation: int,
    metageneration: int,
    name: text,
    size: int,
    timeCreated: text,
    updated: text,
    md5Hash: text,
    sha256: text,
    cacheControl: text,
    contentDisposition: text,
    contentEncoding: text,
    contentLanguage: text,
    contentType: text,
    customMetadata: text,
    hidden: flag,
  }),
  table<'pageTurns', 'drawn'>('pageTurns', ['fileKey', 'page'], {
    fileKey: text,
    page: int,
    turn: z.literal([0, 90, 180, 270]),
    byHand: flag,
  }),
  table('questionCorrections', ['sha256'], { sha256: text, list: text }),
  table<'papers', 'position' | 'answered' | 'exam' | 'examSet' | 'folded' | 'foldedAnswered'>(
    'papers',
    ['serial'],
    paper,
  ),
  table('binnedPapers', ['serial'], {
    ...paper,
    binnedAt: when,
    binnedBy: when,
    hiddenAt: when.default(null),
    showAt: when.default(null),
  }),
  table('formerFiles', ['fullPath'], {
    fullPath: text,
    paperId: text,
    part: z.enum(['file', 'thumbnail', 'answers']),
    keptSince: when.default(null),
  }),
  table<'inbox', 'firstPageFound'>('inbox', ['uploadId'], {
    uploadId: text,
    administratorId: text,
    originalName: text,
    size: int,
    md5: text,
    sha256: text,
    pages: int,
    firstPage: text,
    arrivedAt: text,
    version: int,
    typed: text,
    confirmed: flag,
    settled: text.nullable(),
    awayAt: when,
    awayBy: text.nullable(),
    editedAt: when,
    editedBy: text.nullable(),
    editedFrom: text.nullable(),
    scriptsRemoved: flag,
    isLocked: flag.default(0),
    folders: text,
    madeOn: text.nullable(),
    recognition: z.enum(['waiting', 'done', 'failed']).nullable(),
    firstPageSure: text.nullable(),
  }),
  table('inboxGone', ['uploadId'], {
    uploadId: text,
    version: int,
    how: text,
    by: text.nullable(),
    title: text,
    at: text,
  }),
  table('inboxVersion', ['id'], { id: int, version: int }),
  table('journal', ['id'], {
    id: int,
    at: text,
    authorId: text.nullable(),
    author: text,
    action: text,
    kind: text,
    subjectId: text,
    subject: text,
    before: text.nullable(),
    after: text.nullable(),
  }),
  table('viewsByDay', ['day', 'paperId'], { day: text, paperId: text, views: int }),
  table('visitsByDay', ['day'], { day: text, visits: int }),
  table('tapsByDay', ['day', 'target'], { day: text, target: text, taps: int }),
  table('searchesWithoutHits', ['day', 'term'], { day: text, term: text, times: int }),
  table('wantedByDay', ['day', 'wish'], { day: text, wish: text, times: int, dismissed: flag }),
  table('prices', ['id'], { id: text, rupees: int.nullable(), updatedAt: when }),
  table('centreVersions', ['id'], {
    id: int,
    schemaVersion: int,
    document: text,
    at: text,
    authorId: text.nullable(),
    author: text,
    note: text,
  }),
  table('visitCount', ['id'], { id: text, value: int }),
  table('milestones', ['name'], { name: text, reachedAt: text }),
  table('confirmedTime', ['id'], { id: text, confirmedAt: text, clockAt: text, ranMs: int }),
]

export function columnsOf({ row }: ArchivedTable): string[] {
  return Object.keys(row.shape)
}
