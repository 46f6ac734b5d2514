import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startFauxqs } from 'fauxqs'
import S3rver from 's3rver'
import type { S3Patience } from '#server/adapters/files/s3/s3-connection.ts'
import type { S3Place } from '#server/adapters/files/s3/s3-place.ts'

export const BUCKET = 'papers'
/** What s3rver lets in; the other server lets everybody in. */
export const AWS = {
  AWS_ACCESS_KEY_ID: 'S3RVER',
  AWS_SECRET_ACCESS_KEY: 'S3RVER',
  AWS_EC2_METADATA_DISABLED: 'true',
}
/** For what recovers, however slow the machine is. */
export const PATIENT: S3Patience = { opening: 100_000, calls: 100_000, uploads: 100_000, silence: 20_000 }
/** Gives up soon after a failure, and never for slowness. */
export const BRIEF: S3Patience = { ...PATIENT, calls: 300, uploads: 500 }
/** For what fails either way. */
export const IMPATIENT: S3Patience = { opening: 200, calls: 250, uploads: 400, silence: 100 }

export type S3Server = { origin: string; close(): Promise<void> }

/** On the disk, with signatures that are checked. It knows no conditions, and lists neither unfinished uploads nor a part of a list. */
export async function startS3rver(): Promise<S3Server> {
  Object.assign(process.env, AWS)
  const directory = mkdtempSync(join(tmpdir(), 'thervu-s3rver-'))
  const where = { port: 0, address: '127.0.0.1', silent: true, directory }
  const server = new S3rver({ ...where, configureBuckets: [{ name: BUCKET }] })
  const { port } = await server.run()
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      await server.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** In memory, by other authors. It knows no conditions either, and lists no unfinished uploads. */
export async function startOtherS3(): Promise<S3Server> {
  Object.assign(process.env, AWS)
  const server = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false })
  server.createBucket(BUCKET)
  return { origin: `http://127.0.0.1:${server.port}`, close: () => server.stop() }
}

/** A place of its own on a server. */
export function placeAt({ origin }: Pick<S3Server, 'origin'>, prefix: string): S3Place {
  return { bucket: BUCKET, prefix: `${prefix}/`, region: 'us-east-1', endpoint: origin, pathStyle: true }
}
