import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pLimit from 'p-limit'
import sharp from 'sharp'
import { type ChildSite, openDataDir, startChild } from '#tests/support/child-site.ts'
import { bigPdf, plainPdf } from '#tests/support/made-pdfs.ts'
import { FIELDS, publish, uploadBody } from '#tests/support/site.ts'
import { postPaper } from '#tests/support/uploads.ts'
import { memoryOf, treeMemoryOf, watchTree } from './support/process-memory.ts'
import { figure, mebibytes, printMachine, printTable } from './support/table.ts'

/**
 * The memory of the server, and of it with the process in which it renders, at rest, while papers and large pictures
 * arrive, and with readers who take nothing.
 */
const PAPERS = 50
const READERS = 300
const [WIDE, HIGH] = [7_300, 5_470]

printMachine()
const rows: string[][] = []
const add = (what: string, { pid, watch }: Watched, more = '') => {
  const server = [memoryOf(pid, 'VmRSS'), memoryOf(pid, 'VmHWM')]
  rows.push([what, ...[...server, treeMemoryOf(pid), watch.peak()].map(mebibytes), more])
}

await using data = await openDataDir()
const first = await start()
await pause(60_000)
add('first start with the samples, a minute later', first)
await untilRendered(first)
add('when all was rendered', first)
await pause(15_000)
add('a quarter of a minute later', first)
await first.end()

const begun = performance.now()
const second = await start()
const opened = performance.now() - begun
await pause(60_000)
add('second start, a minute later', second, `open after ${figure(opened)} ms`)
for (const path of ['/', '/practice', '/resources', '/search?q=maths']) await second.fetch(path)
await pause(10_000)
add('after four pages', second)
await second.end()

const site = await start()
const admin = await site.signIn()
const numbers = Array.from({ length: PAPERS }, (_, at) => at)
// As many as the server takes at once.
const inTurn = pLimit(2)
await Promise.all(
  numbers.map((number) =>
    inTurn(() =>
      publish(site, admin, { title: `Paper ${number}` }, plainPdf({ pages: 4, text: `Paper ${number}` })),
    ),
  ),
)
await untilRendered(site)
add(`${PAPERS} papers arrived, two at a time, and were rendered`, site)
await site.end()

for (const [name, bytes] of Object.entries(await hugePictures())) {
  const fresh = await start()
  const { headers } = await fresh.signIn()
  const sent = () => postPaper(fresh, headers, uploadBody(FIELDS, { thumbnail: bytes }))
  const answers = await Promise.all([sent(), sent()])
  add(`two thumbnails at once: ${name}`, fresh, answers.map(({ status }) => status).join(', '))
  await fresh.end()
}

const read = await start()
const { link } = await publish(read, await read.signIn(), {}, bigPdf(8 * 2 ** 20))
await untilRendered(read)
await pause(20_000)
add('before readers stall', read)
const stalled = numbers.flatMap(() =>
  Array.from({ length: READERS / PAPERS }, () => stall(read.origin, link)),
)
await pause(10_000)
add(`${READERS} readers take nothing of 8 MiB`, read)
for (const socket of stalled) socket.destroy()
await read.end()
printTable('Memory', ['', 'server', 'its peak', 'with all that it started', 'their peak', ''], rows)

type Watched = Awaited<ReturnType<typeof start>>

async function start() {
  const child = await startChild(data.path, { SAMPLE_PAPERS: 'on' })
  const watch = watchTree(child.pid)
  const end = async () => {
    watch.stop()
    await child.end('SIGTERM')
  }
  return { ...child, watch, end }
}

async function untilRendered(of: Pick<ChildSite, 'fetch' | 'signIn'>) {
  const { headers } = await of.signIn()
  for (let waiting = 1; waiting > 0; await pause(1_000)) {
    const answer = await of.fetch('/api/admin/render-jobs', { headers })
    waiting = ((await answer.json()) as { waiting: number }).waiting
  }
}

/** 40 megapixels each, the most that is taken. */
async function hugePictures() {
  const folder = mkdtempSync(join(tmpdir(), 'thervu-pictures-'))
  const tile = join(folder, 'tile.png')
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const
  writeFileSync(
    tile,
    await sharp({ create: { width: WIDE / 4, height: 1_368, channels: 3, background: '#888', noise } })
      .png()
      .toBuffer(),
  )
  const whole = () => sharp(tile).resize(WIDE, HIGH, { kernel: 'nearest', fit: 'fill' })
  const made = {
    JPEG: await whole().jpeg({ quality: 50, progressive: true }).toBuffer(),
    WebP: await whole().webp({ quality: 30, effort: 0 }).toBuffer(),
    AVIF: await whole().avif({ quality: 20, effort: 0 }).toBuffer(),
  }
  rmSync(folder, { recursive: true })
  return made
}

function stall(origin: string, path: string) {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.once('connect', () => socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`))
  return socket.pause()
}
