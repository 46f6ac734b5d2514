import type { S3Place } from '#server/settings/s3-place.ts'
import { describeFault } from './s3-fault.ts'

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
