import { link, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { randomName } from '#domain/files/file-key.ts'
import type { FileStore } from '#domain/files/file-store.ts'
import type { StoredName } from '#domain/inbox/add-file.server.ts'
import type { InboxFileStore } from '#domain/inbox/inbox.ts'
import { ConfigError } from '#server/config.ts'
import { isMissing, syncFile, writeNew } from './durable.ts'
import { hiddenPath } from './shared-inbox.ts'

/** Is in the store and says whose files they are. Those of version 0.5.0, in buckets, name no database. */
type Marker = { place: string; database?: { id: string; address: string }; note: string }
export const MARKER = 'thervu.json'
/** One that says nothing, since a power cut or another program has damaged it: as if there were none. */
const UNREADABLE: Marker = { place: '', note: '' }

export function parseMarker(text: string): Marker {
  try {
    return JSON.parse(text) as Marker
  } catch {
    return UNREADABLE
  }
}

const NOTE = 'The files of one Thervu site are here. Do not change or delete them.'
const BATCH = 200

/** A place where files are kept, as far as it is claimed. */
export type ClaimedPlace = {
  /** Which setting names it: "FILES_URL". */
  setting: string
  /** For whoever starts the server: "s3://bucket/prefix/", or a folder. */
  address: string
  readMarker(): Promise<Marker | null>
  /** Throws `EEXIST` where there is one and `replaces` is false. */
  writeMarker(marker: Marker, replaces: boolean): Promise<void>
  /** All that is kept there. */
  names(): AsyncIterable<StoredName>
}

/** The database that claims a place. */
export type Claimant = {
  id: string
  address: string
  /** Whether it remembers this place as its own, or any where `place` is left out. */
  has(place?: string): Promise<boolean>
  add(place: string): Promise<void>
  /** How many of the names its rows have. */
  count(names: StoredName[]): Promise<number>
  /** How many its rows name in all, with those of the inbox. */
  total(): Promise<number>
  files(): Promise<number>
}

/** Takes the files over: is told all that is there. */
export type Adoption = { report(line: string): void }

/**
 * Makes sure that what is in a place belongs to this database: the marker there names both, and the database remembers
 * the place. Marks a place that is empty, or whose files this database names. Throws ConfigError, with nothing changed,
 * for the files of another database, for files and an empty database, and for a place that lost all its files; `adoption`
 * takes over what is there instead, and deletes nothing.
 */
export async function claimStore(
  place: ClaimedPlace,
  database: Claimant,
  adoption: Adoption | null = null,
): Promise<void> {
  const marker = await place.readMarker()
  if (adoption) return await adopt(place, database, marker, adoption)
  if (marker && marker.place !== '') {
    const isOurs = (marker.database?.id ?? database.id) === database.id && (await database.has(marker.place))
    if (!isOurs) throw new ConfigError(describeForeign(place, database, marker, await database.total()))
    // Of version 0.5.0, or the database has moved since.
    if (marker.database?.address !== database.address)
      await place.writeMarker(markerOf(marker.place, database), true)
    return
  }
  const { kept, files, isKnown } = await look(place, database)
  if (kept > 0 && !isKnown)
    throw new ConfigError(describeUnknown(place, database, kept, await database.total()))
  const named = await database.files()
  if (files === 0 && named > 0 && (await database.has()))
    throw new ConfigError(describeEmptied(place, database, named))
  await mark(place, database, marker !== null)
}

/** The database knows the name first: another server that starts at the same time finds either both or neither. */
async function mark(place: ClaimedPlace, database: Claimant, replaces: boolean) {
  const name = randomName(16)
  await database.add(name)
  try {
    await place.writeMarker(markerOf(name, database), replaces)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    await claimStore(place, database)
  }
}

async function adopt(place: ClaimedPlace, database: Claimant, marker: Marker | null, { report }: Adoption) {
  let kept = 0
  for await (const { kind, name } of place.names()) {
    report(`  ${kind === 'inbox' ? 'inbox/' : ''}${name}`)
    kept += 1
  }
  const name = marker?.place || randomName(16)
  await database.add(name)
  await place.writeMarker(markerOf(name, database), marker !== null)
  const before = marker?.database ? `, which were those of ${describeDatabase(marker.database)}` : ''
  report(
    `${describeFiles(kept)} of ${place.address}${before}, belong to ${describeDatabase(database)} from now on. Nothing was deleted.`,
  )
}

/** Until the first that the database names; those of papers come first. */
async function look(place: ClaimedPlace, database: Claimant) {
  const seen = { kept: 0, files: 0, isKnown: false }
  let batch: StoredName[] = []
  const ask = async () => {
    seen.isKnown = batch.length > 0 && (await database.count(batch)) > 0
    batch = []
  }
  for await (const name of place.names()) {
    seen.kept += 1
    if (name.kind === 'files') seen.files += 1
    batch.push(name)
    if (batch.length >= BATCH) await ask()
    if (seen.isKnown) return seen
  }
  await ask()
  return seen
}

function markerOf(place: string, { id, address }: Claimant): Marker {
  return { place, database: { id, address }, note: NOTE }
}

const WHAT_TO_DO =
  'Nothing was changed. Put the right database back or name it (DATABASE_URL, DATA_DIR); if it is lost, restore a backup into a new folder (DATA_DIR=/new/folder npm run restore -- PLACE); for another site, name another folder or bucket (DATA_DIR, FILES_URL). If these files are to belong to the database that was opened, start once with "npm start -- --adopt", which lists them and deletes nothing.'

function describeForeign(
  { setting, address }: ClaimedPlace,
  database: Claimant,
  marker: Marker,
  named: number,
) {
  const whose = marker.database ? ` of ${describeDatabase(marker.database)}` : ''
  const empty = named === 0 ? ', which is empty' : ''
  return `${setting} names a place with the files of another database: ${address} holds those${whose}, and this start has opened ${describeDatabase(database)}${empty}. ${WHAT_TO_DO}`
}

function describeUnknown(
  { setting, address }: ClaimedPlace,
  database: Claimant,
  kept: number,
  named: number,
) {
  const what = named === 0 ? 'is empty' : 'names none of them'
  return `${setting} names a place with ${describeFiles(kept)} (${address}), and ${describeDatabase(database)} ${what}. ${WHAT_TO_DO}`
}

function describeEmptied({ setting, address }: ClaimedPlace, database: Claimant, named: number) {
  return `${setting} names an empty place (${address}), and ${describeDatabase(database)} names ${describeFiles(named)}. Is the disk mounted, and is it the right folder? Nothing was changed. If the files are lost, restore a backup into a new folder (DATA_DIR=/new/folder npm run restore -- PLACE); to go on without them, start once with "npm start -- --adopt".`
}

function describeDatabase({ id, address }: { id: string; address: string }) {
  return `the database ${address} (${id})`
}

function describeFiles(count: number) {
  return count === 1 ? '1 file' : `${count.toLocaleString('en-IN')} files`
}

/** A folder of files, and the inbox of the same site, as a place to be claimed. */
export function claimedFolder(
  { dir, setting }: Pick<ClaimedPlace, 'setting'> & { dir: string },
  { files, inbox }: { files: FileStore; inbox: InboxFileStore },
): ClaimedPlace {
  const path = join(dir, MARKER)
  return {
    setting,
    address: dir,

    async readMarker() {
      try {
        return parseMarker(await readFile(path, 'utf8'))
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },

    async writeMarker(marker, replaces) {
      const draft = hiddenPath(dir)
      try {
        await writeNew(draft, Buffer.from(`${JSON.stringify(marker, null, 2)}\n`))
        await syncFile(draft)
        // A link fails when there is one; a rename would replace it.
        await (replaces ? rename(draft, path) : link(draft, path))
      } finally {
        await rm(draft, { force: true })
      }
      await syncFile(dirname(path))
    },

    async *names() {
      for await (const { key } of files.list()) yield { kind: 'files', name: key }
      for await (const { name } of inbox.list()) yield { kind: 'inbox', name }
    },
  }
}
