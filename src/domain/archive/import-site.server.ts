import type { App } from '#domain/app.ts'
import { discardFiles } from '#domain/files/discard-files.server.ts'
import { hasReached, markReached } from '#domain/milestones.server.ts'
import {
  ArchiveFault,
  END,
  type End,
  end,
  FILES,
  FORMAT,
  INBOX,
  MANIFEST,
  type Manifest,
  type Member,
  manifest,
  readJson,
  TABLES,
  toBeCompared,
} from './archive.ts'
import { emptySite, requireEmpty } from './empty-site.server.ts'
import { openFileIntake } from './file-intake.server.ts'
import { createRowIntake } from './row-intake.server.ts'

type ImportApp = Pick<App, 'db' | 'files' | 'inbox' | 'search' | 'sequences' | 'clock' | 'log'>

export type ImportOptions = {
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

const SECOND_FACTORS = ['secondFactors', 'recoveryCodes']

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
    rows.requireWhole(last)
    files.requireWhole(last, rows.keys)
    if (!isDone) {
      await app.sequences.set(tx, last.sequences)
      await markReached(tx, toBeCompared(begun.id), app.clock.now())
    }
    stale.push(...files.notIn(rows.keys))
    return last
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
