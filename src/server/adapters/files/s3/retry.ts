import { performance } from 'node:perf_hooks'
import type { S3ClientConfig } from '@aws-sdk/client-s3'
import { isPassing } from '#domain/files/upload-limits.ts'

const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 8_000
/** Permanent, though it begins with 5: the store lacks what is asked for. */
const NOT_IMPLEMENTED = 501
/** Another request for the same key is under way: Amazon asks to repeat it. */
const CONFLICTS = ['ConditionalRequestConflict', 'OperationAborted']

type RetryStrategy = Extract<NonNullable<S3ClientConfig['retryStrategy']>, { recordSuccess: unknown }>
type RetryErrorInfo = Parameters<RetryStrategy['refreshRetryTokenForRetry']>[1]
type Token = Awaited<ReturnType<RetryStrategy['acquireInitialRetryToken']>> & { until: number }

/** Tries again what fails in passing, waiting longer each time, for `limitMs` in all. */
export function retryFor(limitMs: number): RetryStrategy {
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
      const isOver = performance.now() + FIRST_WAIT_MS > next.until
      if (isOver || !isWorthRetrying(info)) throw new Error('It is not tried again.')
      return next
    },
    recordSuccess() {},
  }
}

/** In milliseconds, with chance in it: many that failed together do not come back together. */
export function waitBefore(attempt: number): number {
  const most = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt)
  return most / 2 + (Math.random() * most) / 2
}

function isWorthRetrying({ error, errorType }: RetryErrorInfo) {
  const status = error?.$metadata?.httpStatusCode
  if (error?.$metadata?.clockSkewCorrected || CONFLICTS.includes(error?.name ?? '')) return true
  if (status === NOT_IMPLEMENTED) return false
  if (status !== undefined && status >= 300) return isPassing(status) || errorType !== 'CLIENT_ERROR'
  // Without a status the connection failed; an answer that cannot be read, though it says 200, broke off.
  return errorType !== 'CLIENT_ERROR' || status !== undefined
}
