import { createHash } from 'node:crypto'

/** What bytes are known by: SHA-256 in hex, size in bytes. */
type Blob = { sha256: string; size: number }

/** Bytes that are not those that were expected. */
export class WrongBytes extends Error {}

/** Passes bytes on; throws WrongBytes at their end when they are not what the hash and the size say. */
export async function* expectBytes(
  bytes: AsyncIterable<Uint8Array>,
  { sha256, size }: Blob,
): AsyncIterable<Uint8Array> {
  const hash = createHash('sha256')
  let count = 0
  for await (const chunk of bytes) {
    count += chunk.byteLength
    hash.update(chunk)
    yield chunk
  }
  if (count !== size || hash.digest('hex') !== sha256) throw new WrongBytes(`not ${size} bytes of ${sha256}`)
}

/** Whether these bytes are there and can be read, as they were written. */
export async function areWhole(bytes: AsyncIterable<Uint8Array> | null, expected: Blob): Promise<boolean> {
  if (!bytes) return false
  try {
    for await (const _ of expectBytes(bytes, expected));
    return true
  } catch (error) {
    if (error instanceof WrongBytes || (error as NodeJS.ErrnoException).code === 'EIO') return false
    throw error
  }
}

export async function measure(bytes: AsyncIterable<Uint8Array>): Promise<Blob> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.byteLength
    hash.update(chunk)
  }
  return { sha256: hash.digest('hex'), size }
}
