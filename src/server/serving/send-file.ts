import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type PartReader, readerOf } from '#domain/files/part-reader.ts'
import { createPartBuffers, type PartBuffers } from './part-buffers.ts'

type Fetch = (request: Request, env: HttpBindings) => Response | Promise<Response>

/** Sends stored files from the disk to the socket: the streams of the web would take most of the time. */
export function sendFiles(fetch: Fetch, buffers = createPartBuffers()): Fetch {
  return async (request, env) => {
    const answer = await fetch(request, env)
    const reader = readerOf(answer.body)
    if (!reader) return answer
    env.outgoing.writeHead(answer.status, [...answer.headers].flat())
    try {
      await pump(reader, env.outgoing, Number(answer.headers.get('content-length')), buffers)
    } catch {
      // The visitor broke off, or the disk failed: what is missing tells the browser.
      env.outgoing.destroy()
    } finally {
      await reader.close()
    }
    return RESPONSE_ALREADY_SENT
  }
}

async function pump(reader: PartReader, outgoing: ServerResponse, length: number, buffers: PartBuffers) {
  const gone = once(outgoing, 'close').then(() => Promise.reject(new Error('The connection is closed.')))
  gone.catch(() => {})
  const send = (bytes: Uint8Array) => Promise.race([write(outgoing, bytes), gone])
  if ('bytes' in reader) await send(reader.bytes)
  else for (let left = length; left > 0; ) left -= await sendPart(reader, left, send, buffers)
  outgoing.end()
}

/** Returns when the system has taken the part, so that whoever reads slowly holds one buffer. */
async function sendPart(
  reader: Extract<PartReader, { read: unknown }>,
  left: number,
  send: (bytes: Uint8Array) => Promise<void>,
  buffers: PartBuffers,
) {
  const buffer = buffers.take()
  let sent = false
  try {
    const count = await reader.read(buffer.subarray(0, left))
    if (count === 0) throw new Error('The file is shorter than its row says.')
    await send(buffer.subarray(0, count))
    sent = true
    return count
  } finally {
    // The system may still hold what it has not taken.
    buffers.give(buffer, sent)
  }
}

function write(outgoing: ServerResponse, bytes: Uint8Array) {
  return new Promise<void>((resolve, reject) => {
    outgoing.write(bytes, (error) => (error ? reject(error) : resolve()))
  })
}
