import { connect } from 'node:net'

export type Asked = { method?: string; path: string; headers?: Record<string, string> }
export type Answers = {
  /** Milliseconds of every answer, ascending. */
  times: number[]
  statuses: Map<number, number>
  broken: number
  seconds: number
}

/** Larger than any answer, so that one read mostly takes all that has arrived. */
const READ_BYTES = 256 * 1_024
const HEAD_END = Buffer.from('\r\n\r\n')
const LAST_CHUNK = '\r\n0\r\n\r\n'

/**
 * Asks the requests in turn over so many connections, on each the next one as soon as an answer is whole. Bare sockets,
 * which look at nothing but status and length: a client that makes objects of answers takes longer for 20 KB than the
 * server that sends them, and then measures itself.
 */
export async function askSteadily(
  origin: string,
  requests: Asked[],
  {
    connections,
    seconds,
    polls = false,
  }: {
    connections: number
    seconds: number
    /**
     * Looks for answers without a pause, where this process has a processor of its own. Waking one that sleeps is done
     * by who sends to it: on a virtual machine 12 of 47 µs of an answer, the more the longer an answer takes.
     */
    polls?: boolean
  },
): Promise<Answers> {
  const { hostname, port } = new URL(origin)
  const written = requests.map((each) => write(each, hostname))
  const answers: Answers = { times: [], statuses: new Map(), broken: 0, seconds }
  const began = performance.now()
  const until = began + seconds * 1000
  let next = 0
  const one = () =>
    new Promise<void>((resolve) => {
      let asked = 0
      const ask = () => {
        asked = performance.now()
        if (asked >= until) return socket.end()
        socket.write(written[next++ % written.length] as Buffer)
      }
      const read = answerReader((status) => {
        answers.times.push(performance.now() - asked)
        answers.statuses.set(status, (answers.statuses.get(status) ?? 0) + 1)
        ask()
      })
      const socket = connect({
        host: hostname,
        port: Number(port),
        noDelay: true,
        onread: {
          buffer: Buffer.allocUnsafeSlow(READ_BYTES),
          callback: (bytes, buffer) => read(buffer.subarray(0, bytes) as Buffer),
        },
      })
      socket.once('connect', ask)
      socket.once('error', () => {
        answers.broken += 1
        resolve()
      })
      socket.once('close', resolve)
    })
  let isAsking = polls
  const poll = () => void (isAsking && setImmediate(poll))
  poll()
  await Promise.all(Array.from({ length: connections }, one))
  isAsking = false
  answers.seconds = (performance.now() - began) / 1000
  answers.times.sort((a, b) => a - b)
  return answers
}

function write({ method = 'GET', path, headers = {} }: Asked, host: string): Buffer {
  const all = { host, ...(method === 'GET' ? {} : { 'content-length': '0' }), ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
}

/** Takes what arrives on a connection, and calls with the status when an answer is whole. */
function answerReader(whole: (status: number) => void): (bytes: Buffer) => boolean {
  let head = ''
  let status = 0
  /** Bytes of the body to come; infinite for one that is sent in chunks, null before its head is whole. */
  let left: number | null = null
  let tail = ''
  return (bytes) => {
    let body = bytes
    if (left === null) {
      const end = bytes.indexOf(HEAD_END)
      head += bytes.toString('latin1', 0, end < 0 ? bytes.length : end)
      if (end < 0) return true
      status = Number(head.slice(9, 12))
      left = status === 304 ? 0 : lengthOf(head)
      head = ''
      body = bytes.subarray(end + HEAD_END.length) as Buffer
      tail = '\r\n'
    }
    left -= body.length
    if (left === Number.POSITIVE_INFINITY) {
      tail = (tail + body.toString('latin1', Math.max(0, body.length - LAST_CHUNK.length))).slice(
        -LAST_CHUNK.length,
      )
      if (tail !== LAST_CHUNK) return true
    } else if (left > 0) return true
    left = null
    whole(status)
    return true
  }
}

function lengthOf(head: string): number {
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(head) ?? []
  return length === undefined ? Number.POSITIVE_INFINITY : Number(length)
}
