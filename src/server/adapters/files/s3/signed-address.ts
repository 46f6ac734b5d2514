import { GetObjectCommand } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { FileHeaders } from '#domain/files/file-store.ts'
import type { S3Connection } from './s3-connection.ts'

const LIFE_S = 1_800
/** Whoever asks within this time gets the same address, so that browsers and caches know the file again. */
const SAME_FOR_MS = 600_000

/** An address that reads one object for 20 to 30 minutes, and answers with these headers. */
export async function signAddress(
  { place, reads }: S3Connection,
  name: string,
  { contentType, contentDisposition, cacheControl }: FileHeaders,
): Promise<string> {
  const command = new GetObjectCommand({
    Bucket: place.bucket,
    Key: `${place.prefix}${name}`,
    ResponseContentType: contentType,
    ResponseContentDisposition: contentDisposition,
    ResponseCacheControl: cacheControl,
  })
  const signingDate = new Date(Math.floor(Date.now() / SAME_FOR_MS) * SAME_FOR_MS)
  return await getSignedUrl(reads, command, { expiresIn: LIFE_S, signingDate })
}
