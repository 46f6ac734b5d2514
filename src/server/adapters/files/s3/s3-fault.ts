import { FileStoreFault } from '#domain/files/file-store.ts'
import { isTransient } from '#domain/files/upload-limits.ts'
import type { S3Place } from '#server/settings/files-settings.ts'

type Refusal = Error & {
  $metadata?: { httpStatusCode?: number }
  $response?: { headers?: Record<string, string> }
}

const WRONG_REGION = [
  'PermanentRedirect',
  'AuthorizationHeaderMalformed',
  'IllegalLocationConstraintException',
]

/** Why a bucket cannot be used, as one sentence for the person who starts the server. */
export function explainRefusal(error: unknown, { bucket, endpoint }: S3Place, setting = 'FILES_URL'): string {
  const { name, message, $metadata, $response } = error as Refusal
  const status = $metadata?.httpStatusCode
  const where = `bucket "${bucket}" at ${endpoint ?? 'Amazon'}`
  if (/Credentials?Provider/.test(name) || (/credential/i.test(message) && status === undefined)) {
    return `${setting} needs credentials for ${where}: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or another of the ways that AWS knows.`
  }
  if (/^region is missing/i.test(message)) {
    return `${setting} needs a region, as in s3://${bucket}?region=ap-south-1, or AWS_REGION.`
  }
  if (WRONG_REGION.includes(name)) {
    const region = $response?.headers?.['x-amz-bucket-region']
    return `${setting} names a bucket of another region: say ?region=${region ?? '…'} (${describeFault(error)}).`
  }
  if (name === 'NoSuchBucket') return `${setting} names a bucket that is not there: ${where}; make it first.`
  if (status === 401 || status === 403) {
    return `${setting}: the credentials may not read, list, write and delete in ${where} (${describeFault(error)}).`
  }
  if (status === undefined) {
    return `${setting}: nothing that can be used answers for ${where} (${describeFault(error)}).`
  }
  return `${setting} cannot be used: ${where} refuses (${describeFault(error)}).`
}

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
export function isTransientFault(error: unknown): boolean {
  const { name, code } = error as S3Error
  const status = statusOf(error)
  if (status !== undefined && status >= 300) return isTransient(status) && !isNotImplemented(error)
  return typeof code === 'string' || name === 'TimeoutError'
}

function statusOf(error: unknown) {
  return (error as S3Error).$metadata?.httpStatusCode
}

/** What the store said, or why nothing was heard of it: for a log, or for the person who starts the server. */
function describeFault(error: unknown): string {
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
