import { createHash } from 'node:crypto'
import type { App } from '#domain/app.ts'
import { selectKnownKeys } from '#domain/files/store.server.ts'
import { describeStoredFile } from '#domain/files/stored-file.ts'
import { noteUnsettled, settle } from '#domain/files/unsettled-store.server.ts'
import type { Refusal } from '#domain/paper/submission.ts'
import { startOfRetention } from '#domain/retention/confirm-time.server.ts'
import type { Centre } from '../centre.ts'
import type { CentreFault } from '../check-centre.ts'
import { type Crop, rounded, type Size } from './crop.ts'
import { namedPictures, type PictureRefusal, pictureSentence } from './given-pictures.ts'
import { keepPictureRows } from './picture-store.server.ts'
import {
  keysOf,
  PICTURE_FORMATS,
  type PictureUse,
  pictureKey,
  type SitePicture,
  sourceKey,
} from './site-picture.ts'

type Storing = Pick<App, 'db' | 'files' | 'pictures' | 'clock'>
type Made = { key: string; contentType: string; bytes: Uint8Array }

/** Keeps a picture, redrawn, to be cropped; only administrators may see it. `path` is a file in quarantine. */
export async function keepSource(
  app: Storing,
  path: string,
  use: PictureUse,
): Promise<({ source: string } & Size) | Refusal> {
  const drawn = await app.pictures.redraw(path, use)
  if (typeof drawn === 'string') return refusalFor(drawn)
  const { bytes, width, height } = drawn
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
    await keepPictureRows(tx, rows, { hidden })
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
