import { performance } from 'node:perf_hooks'
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3'
import { isTransient, STORAGE_RETRY_LIMIT, UPLOAD_RETRY_LIMIT } from '#domain/files/upload-limits.ts'
import { backOff } from '#domain/time/back-off.ts'
import type { S3Place } from '#server/settings/files-settings.ts'

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

const WAITS_MS = { first: 200, most: 8_000 }
/** Permanent, though it begins with 5: the store lacks what is asked for. */
const NOT_IMPLEMENTED = 501
/** Another request for the same key is under way: Amazon asks to repeat it. */
const CONFLICTS = ['ConditionalRequestConflict', 'OperationAborted']

type RetryStrategy = Extract<NonNullable<S3ClientConfig['retryStrategy']>, { recordSuccess: unknown }>
type RetryErrorInfo = Parameters<RetryStrategy['refreshRetryTokenForRetry']>[1]
type Token = Awaited<ReturnType<RetryStrategy['acquireInitialRetryToken']>> & { until: number }

/** Tries again what fails in passing, waiting longer each time, for `limitMs` in all. */
function retryFor(limitMs: number): RetryStrategy {
  const token = (count: number, until: number): Token => ({
    until,
    getRetryCount: () => count,
    getRetryDelay: () => (count === 0 ? 0 : waitBefore(count)),
  })
  return {
    async acquireInitialRetryToken() {
      return token(0, performance.now() + limitMs)
    },
    async refreshRetryTokenForRetry(last, info) {
      const next = token(last.getRetryCount() + 1, (last as Token).until)
      const isOver = performance.now() + WAITS_MS.first / 2 > next.until
      if (isOver || !isRetryable(info)) throw new Error('It is not tried again.')
      return next
    },
    recordSuccess() {},
  }
}

/** In milliseconds, with chance in it: many that failed together do not come back together. */
export function waitBefore(attempt: number): number {
  const most = backOff(attempt, WAITS_MS)
  return most / 2 + (Math.random() * most) / 2
}

function isRetryable({ error, errorType }: RetryErrorInfo) {
  const status = error?.$metadata?.httpStatusCode
  if (error?.$metadata?.clockSkewCorrected || CONFLICTS.includes(error?.name ?? '')) return true
  if (status === NOT_IMPLEMENTED) return false
  if (status !== undefined && status >= 300) return isTransient(status) || errorType !== 'CLIENT_ERROR'
  // Without a status the connection failed; an answer that cannot be read, though it says 200, broke off.
  return errorType !== 'CLIENT_ERROR' || status !== undefined
}
