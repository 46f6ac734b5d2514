import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { bigPdf } from '#tests/support/made-pdfs.ts'
import { uploadBody } from '#tests/support/site.ts'
import { postPaper } from '#tests/support/uploads.ts'
import { openChildSite } from './support/child-site.ts'
import { printMachine } from './support/machine.ts'
import { mebibytes, printTable } from './support/table.ts'

/** The server's memory while readers ask for a file of 49 MiB and take nothing, until they are disconnected. */
const READERS = [0, 300]
const FILE = 49 * 1024 ** 2
/** Two of the server's pace windows, and a little. */
const UNTIL_ENDED_MS = 125_000

printMachine()
const site = await openChildSite()
const answer = await postPaper(site, site.admin.headers, uploadBody(undefined, { file: bigPdf(FILE) }))
const { link } = (await answer.json()) as { link: string }
const rows: string[][] = []
for (const count of READERS) {
  const readers = await Promise.all(Array.from({ length: count }, () => stall(site.origin, link)))
  await pause(10_000)
  const held = site.memory()
  await pause(count === 0 ? 0 : UNTIL_ENDED_MS)
  rows.push([String(count), mebibytes(held), mebibytes(site.memory())])
  for (const socket of readers) socket.destroy()
}
await site.end()
printTable('Readers who take nothing', ['readers', 'memory', 'when the server has ended them'], rows)

async function stall(origin: string, path: string): Promise<Socket> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`)
  socket.pause()
  return socket
}
