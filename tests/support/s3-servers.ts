import { startFauxqs } from 'fauxqs'
import type { S3Patience } from '#server/adapters/files/s3/s3-connection.ts'
import type { S3Place } from '#server/settings/files-settings.ts'

export const BUCKET = 'papers'
/** The server of the tests lets everybody in. */
export const AWS = {
  AWS_ACCESS_KEY_ID: 'thervu-tests',
  AWS_SECRET_ACCESS_KEY: 'thervu-tests',
  AWS_EC2_METADATA_DISABLED: 'true',
}
/** For what recovers, however slow the machine is. */
export const PATIENT: S3Patience = { opening: 100_000, calls: 100_000, uploads: 100_000, silence: 20_000 }
/** Gives up soon after a failure, and never for slowness. */
export const BRIEF: S3Patience = { ...PATIENT, calls: 300, uploads: 500 }
/** For what fails either way. */
export const IMPATIENT: S3Patience = { opening: 200, calls: 250, uploads: 400, silence: 100 }

export type S3Server = { origin: string; close(): Promise<void> }

/** In memory. It checks no signatures, knows no conditions, and lists no unfinished uploads. */
export async function startS3(): Promise<S3Server> {
  Object.assign(process.env, AWS)
  const server = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false })
  server.createBucket(BUCKET)
  return { origin: `http://127.0.0.1:${server.port}`, close: () => server.stop() }
}

/** A place of its own on a server. */
export function placeAt({ origin }: Pick<S3Server, 'origin'>, prefix: string): S3Place {
  return { bucket: BUCKET, prefix: `${prefix}/`, region: 'us-east-1', endpoint: origin, pathStyle: true }
}
