import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3'
import { STORAGE_RETRY_LIMIT, UPLOAD_RETRY_LIMIT } from '#domain/files/upload-limits.ts'
import type { S3Place } from '#server/settings/files-settings.ts'
import { retryFor } from './retry.ts'

/** How patient one is with the store, in milliseconds. */
export type S3Patience = {
  /** Before a file or a picture is begun: whoever waits for it hears of it within the 30 s that a request has. */
  opening: number
  calls: number
  uploads: number
  /** Until a line on which nothing moves is given up and the call is made again. */
  silence: number
}

const PATIENCE: S3Patience = {
  opening: 12_000,
  calls: STORAGE_RETRY_LIMIT,
  uploads: UPLOAD_RETRY_LIMIT,
  silence: 20_000,
}
const CONNECT_MS = 5_000
/** A part of an upload may take so much longer than an answer, as long as its bytes move. */
const SENDING = 6
/** One for each visitor that the site lets in: who reads slowly keeps a connection, and nobody waits for it. */
const READERS = 2_000
const CALLERS = 50

/** One bucket and the ways to ask it: for reading files, for quick calls, and for storing files. */
export type S3Connection = {
  place: S3Place
  patience: S3Patience
  reads: S3Client
  calls: S3Client
  uploads: S3Client
  close(): void
}

export function connectS3(place: S3Place, patience: S3Patience = PATIENCE): S3Connection {
  const { calls: limit, silence } = patience
  const calls = new S3Client(settings(place, { limit, silence, answer: silence, sockets: CALLERS }))
  // Credentials are looked up once and not for each client.
  const shared = { credentials: calls.config.credentials }
  const reading = { limit, silence, answer: silence, sockets: READERS }
  const reads = new S3Client({ ...settings(place, reading), ...shared })
  const sending = { limit: patience.uploads, silence, answer: silence * SENDING, sockets: CALLERS }
  const uploads = new S3Client({ ...settings(place, sending), ...shared })
  return {
    ...{ place, patience, reads, calls, uploads },
    close() {
      for (const client of [reads, calls, uploads]) client.destroy()
    },
  }
}

function settings(
  { region, endpoint, pathStyle }: S3Place,
  { limit, silence, answer, sockets }: Record<'limit' | 'silence' | 'answer' | 'sockets', number>,
): S3ClientConfig {
  return {
    ...(region === null ? {} : { region }),
    ...(endpoint === null ? {} : { endpoint }),
    forcePathStyle: pathStyle,
    retryStrategy: retryFor(limit),
    // Many stores do not know the checksums that Amazon's does; TLS and the signature protect what is sent.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: answer,
      throwOnRequestTimeout: true,
      socketTimeout: silence,
      httpAgent: { keepAlive: true, maxSockets: sockets },
      httpsAgent: { keepAlive: true, maxSockets: sockets },
    },
  }
}
