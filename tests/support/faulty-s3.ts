import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { S3Server } from './s3-servers.ts'

export type Asked = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
}
export type Fault =
  /** Answers so, and asks the store nothing. */
  | { status: number; code?: string }
  /** Breaks the line before the store hears of it. */
  | 'reset'
  /** The store does it, and its answer is lost. */
  | 'lost answer'
  /** Never answers. */
  | 'silence'
  /** Ends the line after so many bytes of the answer's body. */
  | { cutAfter: number }
  /** Sends so many bytes of the answer's body and then nothing, with the line left open. */
  | { stopAfter: number }

/** A line to a store on which `fault` says what goes wrong with each request. */
export type FaultyS3 = S3Server & {
  asked: Asked[]
  /** Requests that are still open. */
  open: Set<IncomingMessage>
  fault: (asked: Asked) => Fault | null
  /** Keeps what is there when a request says If-None-Match, as Amazon's does. */
  knowsConditions: boolean
  /** How far the store's clock is ahead, in milliseconds; the times of its objects stay as they are. */
  aheadMs: number
  /** How many names a list has at most, where it is to come in parts. */
  listed: number | null
}

export async function openFaultyS3(store: S3Server): Promise<FaultyS3> {
  const asked: Asked[] = []
  const open = new Set<IncomingMessage>()
  /** Keys of uploads in parts that are neither complete nor discarded. */
  const unfinished = new Map<string, string>()
  /** Conditional writes by path: one after the other, and nobody reads half of one. */
  const writing = new Map<string, Promise<void>>()
  const line: FaultyS3 = {
    ...{ origin: '', asked, open, fault: () => null, knowsConditions: false, aheadMs: 0, listed: null },
    close,
  }
  const server = createServer((incoming, outgoing) => {
    open.add(incoming)
    outgoing.on('close', () => open.delete(incoming))
    pass(incoming, outgoing).catch(() => outgoing.destroy())
  })

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse) {
    const url = new URL(incoming.url ?? '/', store.origin)
    const { method = 'GET', headers } = incoming
    const each = { method, path: url.pathname, query: url.searchParams, headers }
    asked.push(each)
    const body = await buffer(incoming)
    const fault = line.fault(each)
    if (fault === 'silence') return
    if (fault === 'reset') return void incoming.socket.resetAndDestroy()
    if (fault && typeof fault === 'object' && 'status' in fault) return refuse(outgoing, fault)
    if (line.knowsConditions) {
      const written = writing.get(url.pathname)
      const isConditional = headers['if-none-match'] === '*'
      if (isConditional) writing.set(url.pathname, closed(outgoing))
      await written
      if (isConditional && (await isThere(url)))
        return refuse(outgoing, { status: 412, code: 'PreconditionFailed' })
    }
    if (method === 'GET' && url.searchParams.has('uploads')) return listUnfinished(outgoing)
    if (url.searchParams.has('list-type') && line.listed) url.searchParams.set('max-keys', `${line.listed}`)
    const answer = await ask(url, method, headers, body)
    outgoing.on('close', () => answer.destroy())
    if (url.searchParams.has('uploads')) return await begun(answer, url, outgoing)
    if (method !== 'PUT') unfinished.delete(url.searchParams.get('uploadId') ?? '')
    if (fault === 'lost answer') {
      answer.resume()
      return void incoming.socket.resetAndDestroy()
    }
    const date = new Date(Date.now() + line.aheadMs).toUTCString()
    outgoing.writeHead(answer.statusCode ?? 500, { ...answer.headers, date })
    if (!fault) return void answer.pipe(outgoing)
    const bytes = await buffer(answer)
    if ('stopAfter' in fault) return void outgoing.write(bytes.subarray(0, fault.stopAfter))
    if ('cutAfter' in fault)
      outgoing.write(bytes.subarray(0, fault.cutAfter), () => incoming.socket.resetAndDestroy())
  }

  async function begun(answer: IncomingMessage, { pathname }: URL, outgoing: ServerResponse) {
    const text = String(await buffer(answer))
    const id = /<UploadId>(.+)<\/UploadId>/.exec(text)?.[1]
    if (id) unfinished.set(id, pathname.split('/').slice(2).join('/'))
    outgoing.writeHead(answer.statusCode ?? 500, answer.headers).end(text)
  }

  /** As Amazon documents it. */
  function listUnfinished(outgoing: ServerResponse) {
    const uploads = [...unfinished].map(
      ([id, key]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${new Date().toISOString()}</Initiated></Upload>`,
    )
    outgoing.writeHead(200, { 'Content-Type': 'application/xml' })
    outgoing.end(
      `<?xml version="1.0"?><ListMultipartUploadsResult>${uploads.join('')}<IsTruncated>false</IsTruncated></ListMultipartUploadsResult>`,
    )
  }

  function ask(url: URL, method: string, headers: IncomingMessage['headers'], body?: Buffer) {
    return new Promise<IncomingMessage>((resolve, reject) => {
      request(url, { method, headers }, resolve).on('error', reject).end(body)
    })
  }

  async function isThere(url: URL) {
    const found = await ask(new URL(url.pathname, url), 'HEAD', {})
    found.resume()
    return found.statusCode === 200
  }

  async function close() {
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  line.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return line
}

function closed(outgoing: ServerResponse) {
  return new Promise<void>((resolve) => outgoing.once('close', () => resolve()))
}

function refuse(
  outgoing: ServerResponse,
  { status, code = 'InternalError' }: { status: number; code?: string },
) {
  outgoing.writeHead(status, { 'Content-Type': 'application/xml' })
  outgoing.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>Made up.</Message></Error>`)
}
