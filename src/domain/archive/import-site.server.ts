// Longer than other files: reading an archive is one walk, from its first line to what is compared at the end.

import type { Database, PaperRow } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import { examColumns } from '#domain/exam-sets.server.ts'
import { discardFiles } from '#domain/files/discard-files.server.ts'
import { isFileKey } from '#domain/files/file-store.ts'
import { noteUnsettled } from '#domain/files/unsettled-store.server.ts'
import { isUploadId } from '#domain/inbox/inbox.ts'
import { hasReached, markReached } from '#domain/milestones.server.ts'
import { withMedium } from '#domain/paper/paper-fields.ts'
import {
  ArchiveFault,
  createRowSum,
  END,
  type End,
  end,
  FILES,
  FORMAT,
  INBOX,
  INBOX_PDF,
  INBOX_PICTURE,
  MANIFEST,
  type Manifest,
  type Member,
  manifest,
  parseMember,
  readJson,
  TABLES,
  toBeCompared,
} from './archive.ts'
import { countOwn, emptyTable, insertRows, walkTable } from './archive-store.server.ts'
import { ARCHIVED_TABLES, type ArchivedTable, columnsOf, type Row } from './archived-tables.ts'

/** Of a table that older archives lack. */
const NO_ROWS = createRowSum([]).value()

/** Reads rows out of members, in the order of the tables, and inserts them in the caller's transaction. */
function createRowIntake(
  tx: Database,
  { files }: Pick<App, 'files'>,
  { inserts, dropped }: { inserts: boolean; dropped: readonly string[] },
) {
  const keys: ImportedKeys = { stored: new Set(), waiting: new Set() }
  const newSums = () => new Map(ARCHIVED_TABLES.map((table) => [table.name, createRowSum(columnsOf(table))]))
  const [sums, completedSums] = [newSums(), newSums()]

  function note(table: ArchivedTable, row: Row) {
    sums.get(table.name)?.add(row)
    if (table.name === 'storedFiles') keys.stored.add(String(row.fullPath))
    if (table.name === 'inbox') keys.waiting.add(String(row.uploadId))
  }

  /** With what this place has of its own, and what rows say of themselves already. */
  function completed({ name }: ArchivedTable): (row: Row) => Row {
    if (name === 'storedFiles') return (row) => ({ ...row, bucket: files.bucket })
    if (name === 'binnedPapers') return (row) => withMedium(row as PaperRow)
    if (name !== 'papers') return (row) => row
    return (row) => {
      const paper = withMedium(row as PaperRow)
      return { ...paper, ...examColumns(paper) }
    }
  }

  return {
    keys,
    async take(member: Member) {
      const table = tableOf(member)
      const lines = Buffer.from(member.bytes).toString('utf8').split('\n').slice(0, -1)
      const rows = lines.map((line) => parseMember(member.name, line, table.row) as Row)
      for (const row of rows) note(table, row)
      const whole = rows.map(completed(table))
      for (const row of whole) completedSums.get(table.name)?.add(row)
      if (inserts && !dropped.includes(table.name)) await insertRows(tx, table, whole)
    },
    /** Throws when the rows are not those that the end names; returns what they are here. */
    requireWhole(last: End): End['tables'] {
      for (const [name, sum] of sums) {
        const { rows, sum: digest } = last.tables[name] ?? NO_ROWS
        const came = sum.value()
        if (came.rows !== rows || came.sum !== digest)
          throw new ArchiveFault(
            `${TABLES}${name} of the archive has ${came.rows} rows, and not the ${rows} that its end names.`,
          )
      }
      return Object.fromEntries([...completedSums].map(([name, sum]) => [name, sum.value()]))
    },
  }
}

function tableOf({ name }: Member): ArchivedTable {
  const table = ARCHIVED_TABLES.find((one) => name.startsWith(`${TABLES}${one.name}/`))
  if (!table) throw new ArchiveFault(`The archive has ${name}, which this version does not know.`)
  return table
}

type ImportApp = Pick<App, 'db' | 'files' | 'inbox' | 'search' | 'sequences' | 'clock' | 'log'>

type ImportOptions = {
  /** This site's own. */
  secretCheck: string
  /** Leaves second factors behind, where the signing secret that opens them is not here. */
  dropSecondFactors: boolean
  /** Writes bytes to a new file that a store may consume. */
  writeLent(bytes: Uint8Array): Promise<string>
  /** Asked after each member. */
  isStopped(): boolean
}

/** `pictures`: digests of the inbox's pictures, which no row holds. */
export type Imported = { manifest: Manifest; end: End; dropped: string[]; pictures: Map<string, string> }

const SECOND_FACTORS = ['secondFactors', 'recoveryCodes', 'passkeys']

/**
 * Stores the files, each once however often it is begun, then all rows in one transaction, in which the archive's end
 * must prove to be whole: until then nothing shows. Null when stopped; the next call goes on. Throws ArchiveFault.
 */
export async function importSite(
  app: ImportApp,
  members: AsyncIterable<Member>,
  options: ImportOptions,
): Promise<Imported | null> {
  const reading = members[Symbol.asyncIterator]()
  try {
    return await readArchive(app, reading, options)
  } finally {
    await reading.return?.()
  }
}

async function readArchive(app: ImportApp, reading: AsyncIterator<Member>, options: ImportOptions) {
  const begun = requireReadable(await nextMember(reading, MANIFEST))
  const isDone = await hasReached(app.db, toBeCompared(begun.id))
  if (!isDone) await requireEmpty(app.db)
  const dropped = droppedFrom(begun, options)
  for (const store of [app.files, app.inbox]) await store.discardUnfinished(app.clock.now())
  const files = await openFileIntake(app, options.writeLent)
  let members = 1
  let member = await nextMember(reading, END)
  for (; isFile(member); member = await nextMember(reading, END)) {
    await files.take(member)
    members += 1
    if (options.isStopped()) return null
  }
  const stale: string[] = []
  await app.search.prepare(app.db)
  const last = await inTransaction(app, isDone, async (tx) => {
    if (!isDone) stale.push(...(await emptySite(tx, app)))
    const rows = createRowIntake(tx, app, { inserts: !isDone, dropped })
    for (; member.name.startsWith(TABLES); member = await nextMember(reading, END)) {
      await rows.take(member)
      members += 1
      if (options.isStopped()) return null
    }
    const last = readJson(requireEnd(member), end)
    requireWhole(last, members)
    const tables = rows.requireWhole(last)
    files.requireWhole(last, rows.keys)
    if (!isDone) {
      await app.sequences.set(tx, last.sequences)
      await markReached(tx, toBeCompared(begun.id), app.clock.now())
    }
    stale.push(...files.notIn(rows.keys))
    return { ...last, tables }
  })
  if (!last) return null
  await discardFiles(app, stale)
  return { manifest: begun, end: last, dropped, pictures: files.pictures }
}

class Stopped extends Error {}

/** Rolled back when `work` stops; without one when the rows are here already and are only read over. */
async function inTransaction<Result>(
  app: ImportApp,
  isDone: boolean,
  work: (tx: App['db']) => Promise<Result | null>,
): Promise<Result | null> {
  if (isDone) return await work(app.db)
  try {
    return await app.db.transaction().execute(async (tx) => {
      const result = await work(tx)
      if (result === null) throw new Stopped()
      return result
    })
  } catch (error) {
    if (error instanceof Stopped) return null
    throw error
  }
}

async function nextMember(reading: AsyncIterator<Member>, expected: string): Promise<Member> {
  const { done, value } = await reading.next()
  if (!done) return value
  throw new ArchiveFault(
    `The archive ends before ${expected}: it is cut off. Copy it or export it again; nothing was changed.`,
  )
}

function requireReadable(member: Member): Manifest {
  if (member.name !== MANIFEST)
    throw new ArchiveFault(`This is not an archive of Thervu: it begins with ${member.name}.`)
  const { format, thervu } = JSON.parse(Buffer.from(member.bytes).toString('utf8'))
  if (format > FORMAT)
    throw new ArchiveFault(
      `This archive was written by Thervu ${thervu} in format ${format}; this version reads up to format ${FORMAT}. Import it with Thervu ${thervu} or a later version.`,
    )
  return readJson(member, manifest)
}

function droppedFrom({ secretCheck, secondFactors }: Manifest, options: ImportOptions): string[] {
  if (options.dropSecondFactors) return SECOND_FACTORS
  if (secondFactors > 0 && secretCheck !== options.secretCheck)
    throw new ArchiveFault(
      'The archive has second factors, which only the signing secret of their site opens: copy its auth-secret into DATA_DIR or set AUTH_SECRET to the same, or leave them behind with --drop-second-factors.',
    )
  return []
}

function isFile({ name }: Member) {
  return name.startsWith(FILES) || name.startsWith(INBOX)
}

function requireEnd(member: Member): Member {
  if (member.name === END) return member
  throw new ArchiveFault(`The archive has ${member.name}, which this version does not know.`)
}

function requireWhole(last: End, members: number) {
  if (last.members !== members)
    throw new ArchiveFault(`The archive has ${members} members, and its end names ${last.members}.`)
}

/** Throws when this site has anything of its own; samples are none. */
async function requireEmpty(db: Database): Promise<void> {
  const { papers, binned, waiting, administrators } = await countOwn(db)
  const own = [
    papers > 0 && count(papers, 'paper'),
    binned > 0 && `${count(binned, 'paper')} in the bin or hidden`,
    waiting > 0 && `${count(waiting, 'file')} in the inbox`,
    administrators && 'administrators who have signed in',
  ].filter((one) => one !== false)
  if (own.length > 0)
    throw new ArchiveFault(
      `This site has ${own.join(', ')} of its own. An archive goes into an empty place: name another DATA_DIR (or DATABASE_URL and FILES_URL).`,
    )
}

/** In the caller's transaction: samples, and what a first start has made. Returns the keys of the samples' files. */
async function emptySite(tx: Database, { search }: Pick<App, 'search'>): Promise<string[]> {
  const keys: string[] = []
  const stored = ARCHIVED_TABLES.filter(({ name }) => name === 'storedFiles')
  for (const table of stored)
    for await (const rows of walkTable(tx, table)) keys.push(...rows.map((row) => String(row.fullPath)))
  for (const table of ARCHIVED_TABLES.toReversed()) await emptyTable(tx, table)
  await noteUnsettled(tx, 'files', keys)
  await search.clear(tx)
  return keys
}

function count(number: number, what: string) {
  return `${number} ${number === 1 ? what : `${what}s`}`
}

type ImportedKeys = { stored: Set<string>; waiting: Set<string> }

/** Puts files where they belong, each once; what is there already came with an earlier try. */
async function openFileIntake(
  app: Pick<App, 'db' | 'files' | 'inbox'>,
  writeLent: (bytes: Uint8Array) => Promise<string>,
) {
  // Listed once: to ask for each file would take a bucket as long as storing it.
  const there = new Set<string>()
  for await (const { key } of app.files.list()) there.add(key)
  const stored = new Set<string>()
  const pictures = new Map<string, string>()
  const waiting = new Set<string>()
  let picture: { name: string; bytes: Uint8Array } | null = null

  async function takeStored(member: Member) {
    const key = member.name.slice(FILES.length)
    if (!isFileKey(key)) throw new ArchiveFault(`${member.name} of the archive is not a name of a file here.`)
    // Stored whole or not at all, and the bytes are compared at the end.
    if (!there.has(key)) {
      await noteUnsettled(app.db, 'files', [key])
      await app.files.put(key, { bytes: member.bytes })
    }
    stored.add(key)
  }

  async function takeWaiting(member: Member) {
    const [name = '', part] = member.name.slice(INBOX.length).split('/')
    const isPicture = part === INBOX_PICTURE
    if (!isUploadId(name) || !(isPicture || (part === INBOX_PDF && picture?.name === name)))
      throw new ArchiveFault(`${member.name} of the archive is not where it belongs.`)
    if (isPicture) {
      picture = { name, bytes: member.bytes }
      pictures.set(name, member.sha256)
    } else if (picture) {
      await noteUnsettled(app.db, 'inbox', [name])
      await app.inbox.put(name, { path: await writeLent(member.bytes) }, picture.bytes)
      waiting.add(name)
    }
  }

  return {
    pictures,
    async take(member: Member) {
      await (member.name.startsWith(FILES) ? takeStored(member) : takeWaiting(member))
    },
    /** Throws when a row's file did not come, unless it was missing on the exported site. */
    requireWhole({ missing }: End, keys: ImportedKeys) {
      const known = new Set(missing)
      const lost =
        keys.stored.difference(stored).difference(known).values().next().value ??
        [...keys.waiting].find((name) => !waiting.has(name) && !known.has(INBOX + name))
      if (lost !== undefined) throw new ArchiveFault(`The archive has a row for ${lost}, and not the file.`)
    },
    /** Keys of files that were deleted while the site was exported. */
    notIn: (keys: ImportedKeys): string[] => [...stored.difference(keys.stored)],
  }
}
