import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { type PartReader, readerOf } from '#domain/files/part-reader.ts'
import type { PartBuffers } from './part-buffers.ts'

const WRONG_LENGTH = 'The file is not as long as its row says.'
const LEFT = new Error('The connection is closed.')

/**
 * Sends a stored file's bytes as the body, from the disk to the socket where its store can: the streams of the web would
 * take most of the time. Ends the connection when the visitor breaks off or the disk fails: what is missing tells the browser.
 * `read` is called once all is read, before the end is sent. Resolves to why the file broke off; null when it was sent, or
 * the visitor left.
 */
export async function sendBytes(
  stream: ReadableStream<Uint8Array>,
  length: number,
  outgoing: ServerResponse,
  buffers: PartBuffers,
  read: () => void,
): Promise<unknown> {
  const reader = readerOf(stream)
  try {
    if (outgoing.destroyed) await stream.cancel()
    else if (reader && 'bytes' in reader) await sendWhole(outgoing, reader.bytes, length, read)
    else await sendParts(reader ?? stream, outgoing, length, buffers, read)
    return null
  } catch (error) {
    const isOurs = error !== LEFT && !outgoing.destroyed
    outgoing.destroy()
    return isOurs ? error : null
  } finally {
    await reader?.close()
  }
}

/** Resolves when nobody needs the bytes any more. */
async function sendWhole(outgoing: ServerResponse, bytes: Uint8Array, length: number, read: () => void) {
  if (bytes.byteLength !== length) throw new Error(WRONG_LENGTH)
  read()
  await new Promise<void>((resolve) => {
    outgoing.once('close', resolve)
    outgoing.end(bytes)
  })
}

type PartwiseReader = Extract<PartReader, { read: unknown }>

async function sendParts(
  parts: PartwiseReader | ReadableStream<Uint8Array>,
  outgoing: ServerResponse,
  length: number,
  buffers: PartBuffers,
  read: () => void,
) {
  const gone = once(outgoing, 'close').then(() => Promise.reject(LEFT))
  gone.catch(() => {})
  let left = length
  const send = async (bytes: Uint8Array) => {
    left -= bytes.byteLength
    if (left < 0) throw new Error(WRONG_LENGTH)
    if (left === 0) read()
    await Promise.race([write(outgoing, bytes), gone])
  }
  if ('read' in parts) while (await sendNext(parts, send, buffers));
  else for await (const part of parts) await send(part)
  if (left > 0) throw new Error(WRONG_LENGTH)
  outgoing.end()
}

/** Returns when the system has taken the part, so that whoever reads slowly holds one buffer; false at the end. */
async function sendNext(
  reader: PartwiseReader,
  send: (bytes: Uint8Array) => Promise<void>,
  buffers: PartBuffers,
) {
  const buffer = buffers.take()
  let sent = false
  try {
    const count = await reader.read(buffer)
    if (count > 0) await send(buffer.subarray(0, count))
    sent = true
    return count > 0
  } finally {
    // The system may still hold what it has not taken.
    buffers.give(buffer, sent)
  }
}

function write(outgoing: ServerResponse, bytes: Uint8Array) {
  return new Promise<void>((resolve, reject) => {
    outgoing.write(bytes, (error) => (error ? reject(LEFT) : resolve()))
  })
}
