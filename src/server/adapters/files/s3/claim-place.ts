import { randomName } from '#domain/files/file-key.ts'
import { isFileStoreFault } from '#domain/files/file-store.ts'
import { ConfigError } from '#server/config.ts'
import { type KnownPlaces, PlaceAway } from '../file-stores.ts'
import { explainRefusal } from './explain-refusal.ts'
import { connectS3, type S3Patience } from './s3-connection.ts'
import { isPassingFault } from './s3-fault.ts'
import { openObjects, type S3Objects } from './s3-objects.ts'
import type { S3Place } from './s3-place.ts'
import { createStoreOnce, type StoreOnce } from './store-once.ts'

/** Says whose files lie beside it. */
const MARKER = 'thervu.json'
const OURS = ['files/', 'inbox/', 'pages/', MARKER]
const PROBE = 'probe'
const PATIENCE: S3Patience = { opening: 15_000, calls: 15_000, uploads: 15_000, silence: 5_000 }

/**
 * Makes sure that the place can be written to and holds this database's files, or nothing: a sweep deletes what the
 * database does not know. Throws ConfigError with one sentence, PlaceAway when nothing answers.
 */
export async function claimPlace(place: S3Place, known: KnownPlaces, patience = PATIENCE): Promise<void> {
  const s3 = connectS3(place, patience)
  try {
    const objects = openObjects(s3)
    const name =
      (await readMarker(objects)) ?? (await mark(place, objects, createStoreOnce(s3, objects), known))
    if (!(await known.has(name))) {
      throw new ConfigError(
        `FILES_URL names a place with the files of another database (${addressOf(place)}): take another prefix, or restore that database; only if they are this database's, delete ${place.prefix}${MARKER} there and start again.`,
      )
    }
    await objects.put(PROBE, new Uint8Array(), { type: 'text/plain' })
    await objects.remove(PROBE)
  } catch (error) {
    if (!isFileStoreFault(error)) throw error
    const { cause } = error as Error
    throw isPassingFault(cause)
      ? new PlaceAway(explainRefusal(cause, place))
      : new ConfigError(explainRefusal(cause, place))
  } finally {
    s3.close()
  }
}

async function readMarker(objects: S3Objects): Promise<string | null> {
  const text = await objects.read(MARKER)
  return text && JSON.parse(String(text)).place
}

/** The database knows the name first: another server that starts at the same time finds either both or neither. */
async function mark(
  place: S3Place,
  objects: S3Objects,
  once: StoreOnce,
  known: KnownPlaces,
): Promise<string> {
  for await (const found of objects.namesIn('')) {
    if ([...OURS, PROBE].includes(found)) continue
    throw new ConfigError(
      `FILES_URL must name an empty place, and ${addressOf(place)} holds other things, such as "${found}": take an empty bucket, or a prefix as in s3://${place.bucket}/thervu.`,
    )
  }
  const name = randomName(16)
  await known.add(name)
  const marker = { place: name, note: 'The files of one Thervu site lie here. Do not change or delete them.' }
  try {
    await once.put(MARKER, { bytes: Buffer.from(`${JSON.stringify(marker)}\n`) }, 'application/json')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return (await readMarker(objects)) ?? name
}

function addressOf({ bucket, prefix }: S3Place) {
  return `s3://${bucket}/${prefix}`
}
