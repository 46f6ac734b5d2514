import { createHash } from 'node:crypto'
import type { Database, ReadDatabase, StoredFileRow } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import { startOfRetention } from '#domain/files/confirm-time.server.ts'
import { deleteFileRows, selectKnownKeys, toFileRow } from '#domain/files/store.server.ts'
import { describeStoredFile, type StoredFile } from '#domain/files/stored-file.ts'
import { noteUnsettled, settle } from '#domain/files/unsettled-store.server.ts'
import type { Refusal } from '#domain/paper/submission.ts'
import type { Centre } from '../centre.ts'
import type { CentreFault } from '../check-centre.ts'
import { type Crop, rounded, type Size } from './crop.ts'
import { namedPictures, type PictureRefusal, pictureSentence, withPictures } from './given-pictures.ts'
import {
  keysOf,
  PICTURE_FORMATS,
  PICTURES_FOLDER,
  type PictureUse,
  pictureKey,
  type SitePicture,
  SOURCES_FOLDER,
  sourceKey,
} from './site-picture.ts'

type Storing = Pick<App, 'db' | 'files' | 'pictures' | 'clock'>
type Made = { key: string; contentType: string; bytes: Uint8Array }

/** Keeps a picture, re-encoded, to be cropped; only administrators may see it. `path` is a file in quarantine. */
export async function storeSource(
  app: Storing,
  path: string,
  use: PictureUse,
): Promise<({ source: string } & Size) | Refusal> {
  const rendered = await app.pictures.reencode(path, use)
  if (typeof rendered === 'string') return refusalFor(rendered)
  const { bytes, width, height } = rendered
  const source = digestOf([bytes])
  await keepFiles(app, [{ key: sourceKey(source), contentType: PICTURE_FORMATS.webp, bytes }], {
    hidden: true,
  })
  return { source, width, height }
}

/** The bytes of a source, WebP; null where there is none. */
export async function readSource(
  app: Pick<App, 'readDb' | 'files'>,
  source: string,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const key = sourceKey(source)
  if (!(await selectKnownKeys(app.readDb, [key])).has(key)) return null
  const stream = await app.files.open(key)
  return (
    stream &&
    new Uint8Array(await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer())
  )
}

/** Makes the files that the pages show, and what a document says of them; null where there is no such source. */
export async function cropPicture(
  app: Storing & Pick<App, 'readDb'>,
  source: string,
  use: PictureUse,
  crop: Crop,
): Promise<SitePicture | Refusal | null> {
  const bytes = await readSource(app, source)
  if (!bytes) return null
  const from = { source, crop: rounded(crop) }
  const made = await app.pictures.crop(bytes, from.crop, use)
  if (typeof made === 'string') return refusalFor(made)
  const picture = digestOf(made.files.map((file) => file.bytes))
  const files = made.files.map(({ width, format, bytes }) => ({
    ...{ key: pictureKey(picture, width, format), contentType: PICTURE_FORMATS[format], bytes },
  }))
  await keepFiles(app, files, { hidden: false })
  return { picture, width: made.width, height: made.height, from }
}

/** Of a document that names pictures which this site does not have. */
export async function findMissingPictures(app: Pick<App, 'readDb'>, centre: Centre): Promise<CentreFault[]> {
  const named = namedPictures(centre).map(({ path, use, picture }) => ({ path, keys: keysOf(use, picture) }))
  const known = await selectKnownKeys(
    app.readDb,
    named.flatMap(({ keys }) => keys),
  )
  return named
    .filter(({ keys }) => !keys.every((key) => known.has(key)))
    .map(({ path }) => ({ field: path, message: 'is not on this site any more; choose it again' }))
}

/** Files first, then their rows: a row names nothing that is not there. The same bytes have the same key. */
async function keepFiles(app: Storing, made: Made[], { hidden }: { hidden: boolean }) {
  const storedAt = await startOfRetention(app)
  const keys = made.map(({ key }) => key)
  await noteUnsettled(app.db, 'files', keys)
  for (const { key, bytes } of made) await app.files.put(key, { bytes }).catch(unlessTaken)
  const rows = made.map(({ key, contentType, bytes }) =>
    describeStoredFile({
      ...{ bucket: app.files.bucket, fullPath: key, contentType, storedAt, size: bytes.byteLength },
      md5Hash: createHash('md5').update(bytes).digest('base64'),
      sha256: createHash('sha256').update(bytes).digest('hex'),
      downloadName: key.slice(key.indexOf('/') + 1),
    }),
  )
  await app.db.transaction().execute(async (tx) => {
    await storePictureRows(tx, rows, { hidden })
    await settle(tx, 'files', keys)
  })
}

function unlessTaken(error: unknown) {
  if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
}

function digestOf(parts: Uint8Array[]) {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex').slice(0, 32)
}

function refusalFor(refused: PictureRefusal): Refusal {
  return { refused, field: 'picture', sentence: pictureSentence(refused) }
}

/** A file that is there already is as good as new: it waits as long to be needed. `hidden` ones are served to nobody. */
export async function storePictureRows(
  db: Database,
  files: StoredFile[],
  { hidden }: { hidden: boolean },
): Promise<void> {
  for (const file of files) {
    await db
      .insertInto('storedFiles')
      .values({ ...toFileRow(file), hidden: hidden ? 1 : 0 })
      .onConflict((conflict) => conflict.column('fullPath').doUpdateSet({ updated: file.updated }))
      .execute()
  }
}

/** Those of pictures and their sources that nobody has made since. */
async function selectPictureRows(
  readDb: ReadDatabase,
  before: Date,
): Promise<Pick<StoredFileRow, 'fullPath'>[]> {
  return await readDb
    .selectFrom('storedFiles')
    .select('fullPath')
    .where((eb) =>
      eb.or([PICTURES_FOLDER, SOURCES_FOLDER].map((folder) => eb('fullPath', 'like', `${folder}/%`))),
    )
    .where('updated', '<', before.toISOString())
    .execute()
}

/** Whether any version ever published, damaged or not, names this digest. */
async function isInAnyVersion(readDb: ReadDatabase, digest: string): Promise<boolean> {
  const row = await readDb
    .selectFrom('centreVersions')
    .select('id')
    .where('document', 'like', `%${digest}%`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** For so long what was uploaded waits for a form to be published, in days. */
export const DRAFT_DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1000

/** Forgets pictures that no version names, not even an old one, and that nobody has made in the last thirty days before
 * `asOf`; the sweep of files removes them. Returns how many files. */
export async function sweepPictures(
  app: Pick<App, 'db' | 'readDb' | 'centre' | 'log'>,
  asOf: Date,
): Promise<number> {
  const old = await selectPictureRows(app.readDb, new Date(asOf.getTime() - DRAFT_DAYS * DAY_MS))
  const byDigest = Map.groupBy(old, ({ fullPath }) => /\/([0-9a-f]{32})/.exec(fullPath)?.[1] ?? '')
  const first = JSON.stringify(app.centre.first)
  const unneeded: string[] = []
  for (const [digest, rows] of byDigest) {
    if (digest === '' || first.includes(digest) || (await isInAnyVersion(app.readDb, digest))) continue
    unneeded.push(...rows.map(({ fullPath }) => fullPath))
  }
  if (unneeded.length === 0) return 0
  await deleteFileRows(app.db, unneeded)
  app.log.info({ files: unneeded.length }, 'forgot pictures that no version of the site needs')
  return unneeded.length
}

type Carrying = Pick<App, 'db' | 'readDb' | 'files' | 'pictures' | 'clock'>

/** The sources of a document's pictures by their digests, in base64; one that is lost is left out. */
export async function readSources(
  app: Pick<App, 'readDb' | 'files'>,
  centre: Centre,
): Promise<Record<string, string>> {
  const sources: Record<string, string> = {}
  for (const { picture } of namedPictures(centre)) {
    const source = picture.from?.source
    if (source === undefined || sources[source]) continue
    const bytes = await readSource(app, source)
    if (bytes) sources[source] = Buffer.from(bytes).toString('base64')
  }
  return sources
}

/**
 * The document with its pictures on this site: what is here stays as it is, and all else is made again of the sources that
 * came with it, which are trusted no more than any upload. One that cannot be made is a refusal that names its field.
 */
export async function takePicturesIn(
  app: Carrying,
  centre: Centre,
  sources: Record<string, string>,
  copyOf: (bytes: Uint8Array) => Promise<{ path: string }>,
): Promise<Centre | Refusal> {
  const made = new Map<string, SitePicture>()
  for (const { path, use, picture } of namedPictures(centre)) {
    const keys = keysOf(use, picture)
    if ((await selectKnownKeys(app.readDb, keys)).size === keys.length) continue
    const { source, crop } = picture.from ?? {}
    const base64 = source && sources[source]
    if (!base64 || !crop)
      return { refused: 'picture-missing', field: path, sentence: 'has a picture that is not in the file' }
    const { path: copy } = await copyOf(Buffer.from(base64, 'base64'))
    const kept = await storeSource(app, copy, use)
    if ('refused' in kept) return { ...kept, field: path }
    const cropped = await cropPicture(app, kept.source, use, crop)
    if (!cropped) throw new Error('A source was gone as soon as it was kept.')
    if ('refused' in cropped) return { ...cropped, field: path }
    made.set(picture.picture, cropped)
  }
  return withPictures(centre, (picture) => ({ ...picture, ...made.get(picture.picture) }))
}
