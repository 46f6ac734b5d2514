import { open, read, readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A process of its own: what node:http alone makes of a small answer, a file in memory and one on the disk. */
const [path] = process.argv.slice(2) as [string]
const PART = 256 * 1024
const bytes = readFileSync(path)
const free: Buffer[] = []

function sendFromDisk(answer: ServerResponse) {
  const buffer = free.pop() ?? Buffer.allocUnsafeSlow(PART)
  open(path, (_error, file) => {
    const next = (at: number) => {
      read(file, buffer, 0, PART, at, (_failure, count) => {
        const rest = at + count < bytes.length
        answer.write(buffer.subarray(0, count), () => (rest ? next(at + count) : free.push(buffer)))
        if (!rest) answer.end()
      })
    }
    next(0)
  })
}

const server = createServer((incoming, answer) => {
  const length = incoming.url === '/small' ? 2 : bytes.length
  answer.writeHead(200, { 'Content-Length': length })
  if (incoming.url === '/small') answer.end('ok')
  else if (incoming.url === '/memory') answer.end(bytes)
  else sendFromDisk(answer)
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.once('disconnect', () => process.exit())
