import { FileStoreFault } from '#domain/files/file-store.ts'
import { isPassing } from '#domain/files/upload-limits.ts'

type S3Error = Error & { code?: string; $metadata?: { httpStatusCode?: number } }

const MISSING = ['NoSuchKey', 'NotFound']

export function isMissingObject(error: unknown): boolean {
  return MISSING.includes((error as S3Error).name)
}

/** A range of an empty object, or one that begins behind its end. */
export function isOutsideObject(error: unknown): boolean {
  return statusOf(error) === 416
}

/** There is something under a name that had to be free. */
export function isTaken(error: unknown): boolean {
  return statusOf(error) === 412
}

export function isNotImplemented(error: unknown): boolean {
  return statusOf(error) === 501
}

/** Whether it may be over in a while, unlike a refusal. */
export function isPassingFault(error: unknown): boolean {
  const { name, code } = error as S3Error
  const status = statusOf(error)
  if (status !== undefined && status >= 300) return isPassing(status) && !isNotImplemented(error)
  return typeof code === 'string' || name === 'TimeoutError'
}

function statusOf(error: unknown) {
  return (error as S3Error).$metadata?.httpStatusCode
}

/** What the store said, or why nothing was heard of it: for a log, or for the person who starts the server. */
export function describeFault(error: unknown): string {
  const { name, code, message } = error as S3Error
  const status = statusOf(error)
  const said = [status && status >= 300 ? status : null, code ?? name].filter(Boolean).join(' ')
  return `${said}${message && message !== 'UnknownError' ? `: ${message.split('\n')[0]}` : ''}`
}

/** Runs a call to the store; what it fails with is a FileStoreFault. */
export async function asking<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call
  } catch (error) {
    throw new FileStoreFault(`The file store did not do what it was asked for: ${describeFault(error)}`, {
      cause: error,
    })
  }
}
