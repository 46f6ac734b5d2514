import { isFileKey, isFileStoreFault } from '#domain/files/file-store.ts'
import { isUploadId } from '#domain/inbox/inbox-file-store.ts'
import { ConfigError } from '#server/config.ts'
import type { S3Place } from '#server/settings/s3-place.ts'
import {
  type Adoption,
  type Claimant,
  type ClaimedPlace,
  claimStore,
  MARKER,
  parseMarker,
} from '../claim-store.ts'
import { PlaceAway } from '../file-stores.ts'
import { explainRefusal } from './explain-refusal.ts'
import { connectS3, type S3Patience } from './s3-connection.ts'
import { isPassingFault } from './s3-fault.ts'
import { FILES } from './s3-files.ts'
import { INBOX, PICTURE } from './s3-inbox.ts'
import { openObjects, REMOVED, type S3Objects } from './s3-objects.ts'
import { createStoreOnce, type StoreOnce } from './store-once.ts'

const OURS = [FILES, INBOX, 'pages/', REMOVED, MARKER]
const PROBE = 'probe'
const PATIENCE: S3Patience = { opening: 15_000, calls: 15_000, uploads: 15_000, silence: 5_000 }

/**
 * Makes sure that the place can be written to and holds this database's files, or nothing. Throws ConfigError with one
 * sentence, PlaceAway when nothing answers.
 */
export async function claimPlace(
  place: S3Place,
  database: Claimant,
  { adoption = null, patience = PATIENCE }: { adoption?: Adoption | null; patience?: S3Patience } = {},
): Promise<void> {
  const s3 = connectS3(place, patience)
  try {
    const objects = openObjects(s3)
    await claimStore(claimedBucket(place, objects, createStoreOnce(s3, objects)), database, adoption)
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

function claimedBucket(place: S3Place, objects: S3Objects, once: StoreOnce): ClaimedPlace {
  return {
    setting: 'FILES_URL',
    address: addressOf(place),

    async readMarker() {
      const text = await objects.read(MARKER)
      return text && parseMarker(String(text))
    },

    async writeMarker(marker, replaces) {
      const bytes = Buffer.from(`${JSON.stringify(marker)}\n`)
      if (replaces) await objects.put(MARKER, bytes, { type: 'application/json' })
      else await once.put(MARKER, { bytes }, 'application/json')
    },

    async *names() {
      await expectOursAlone(place, objects)
      for await (const { name } of objects.list(FILES)) {
        if (isFileKey(name.slice(FILES.length))) yield { kind: 'files', name: name.slice(FILES.length) }
      }
      for await (const { name } of objects.list(INBOX)) {
        const [upload = '', file] = name.slice(INBOX.length).split('/')
        if (file === PICTURE && isUploadId(upload)) yield { kind: 'inbox', name: upload }
      }
    },
  }
}

async function expectOursAlone(place: S3Place, objects: S3Objects) {
  for await (const found of objects.namesIn('')) {
    if ([...OURS, PROBE].includes(found)) continue
    throw new ConfigError(
      `FILES_URL must name an empty place, and ${addressOf(place)} holds other things, such as "${found}": take an empty bucket, or a prefix as in s3://${place.bucket}/thervu.`,
    )
  }
}

function addressOf({ bucket, prefix }: S3Place) {
  return `s3://${bucket}/${prefix}`
}
