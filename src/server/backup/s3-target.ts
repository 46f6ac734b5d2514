import { Readable } from 'node:stream'
import { Upload } from '@aws-sdk/lib-storage'
import { isFileStoreFault } from '#domain/files/file-store.ts'
import { connectS3, type S3Patience } from '#server/adapters/files/s3/s3-connection.ts'
import { asking, explainRefusal } from '#server/adapters/files/s3/s3-fault.ts'
import { openObjects } from '#server/adapters/files/s3/s3-objects.ts'
import { createStoreOnce } from '#server/adapters/files/s3/store-once.ts'
import type { S3Place } from '#server/settings/files-settings.ts'
import { BackupFault, type BackupTarget, BLOBS } from './backup-target.ts'

const PART_BYTES = 8 * 2 ** 20
const BUCKET_LIMIT_MS = 20_000

/** A bucket, or a part of one. An object appears whole or not at all, and bytes on their way twice are the same. */
export function openS3Target(place: S3Place, name: string, patience?: S3Patience): BackupTarget {
  const s3 = connectS3(place, patience)
  const objects = openObjects(s3)
  return {
    name,

    async prepare() {
      try {
        await objects.findBucket(AbortSignal.timeout(BUCKET_LIMIT_MS))
        await createStoreOnce(s3, objects).discardParts(BLOBS, new Date())
      } catch (error) {
        if (!isFileStoreFault(error)) throw error
        throw new BackupFault(explainRefusal((error as Error).cause, place, 'The place for backups'))
      }
    },

    list: (prefix) => objects.list(prefix),

    async put(object, bytes) {
      let failure: unknown
      const watched = async function* () {
        try {
          yield* bytes
        } catch (error) {
          failure = error
          throw error
        }
      }
      const Body = Readable.from(watched(), { objectMode: false })
      const params = { Bucket: place.bucket, Key: `${place.prefix}${object}`, Body }
      try {
        await asking(new Upload({ client: s3.uploads, params, partSize: PART_BYTES, queueSize: 1 }).done())
      } catch (error) {
        throw failure ?? error
      }
    },

    read: (object) => objects.open(object),
    remove: (object) => objects.remove(object),
    close: () => s3.close(),
  }
}
