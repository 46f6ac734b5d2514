import { connect } from 'node:net'

/** A process of its own: asks for one file over and over on some connections, and sends how many answers it read. */
const [port, path, connections, seconds, header] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  string,
]
const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${header ? `${header}\r\n` : ''}\r\n`
const memory = Buffer.allocUnsafeSlow(2 ** 20)
let answers = 0

for (let nth = 0; nth < Number(connections); nth++) {
  let left = 0
  /** The connection's buffer is used again for each part, so bodies are counted and never kept. */
  const take = (count: number, bytes: Uint8Array) => {
    const part = Buffer.from(bytes.buffer, bytes.byteOffset, count)
    for (let at = 0; at < count; ) {
      if (left === 0) {
        const end = part.indexOf('\r\n\r\n', at)
        const head = part.toString('latin1', at, end)
        const length = /^HTTP\/1.1 20[06][\s\S]*\r\ncontent-length: (\d+)/i.exec(head)?.[1]
        if (!length) throw new Error(`Not a file: ${head}`)
        left = Number(length)
        at = end + 4
      }
      const taken = Math.min(left, count - at)
      left -= taken
      at += taken
      if (left > 0) continue
      answers += 1
      socket.write(request)
    }
    return true
  }
  const socket = connect({
    port: Number(port),
    host: '127.0.0.1',
    onread: { buffer: memory, callback: take },
  })
  socket.once('connect', () => socket.write(request))
}
setTimeout(() => {
  process.send?.(answers)
  process.exit()
}, Number(seconds) * 1000)
