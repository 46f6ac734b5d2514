import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDataDir, STARTED, startChild } from '#tests/support/child-site.ts'
import { bigPdf } from '#tests/support/made-pdfs.ts'
import { publish } from '#tests/support/site.ts'
import { printMachine } from './support/machine.ts'
import { figure, printTable } from './support/table.ts'

/** A PDF of 1 MB, whole and in ranges, beside what node:http alone can send on the same machine. */
const CONNECTIONS = 16
const WARM_UP_S = 3
const RUN_S = 8
/** The kernel's clock ticks in a second. */
const TICKS = 100

printMachine()
const pdf = bigPdf(1024 * 1024)
const folder = mkdtempSync(join(tmpdir(), 'thervu-files-'))
const copy = join(folder, 'bare.pdf')
writeFileSync(copy, pdf)
const bare = fork(join(import.meta.dirname, 'support/bare-files.ts'), [copy], {
  env: { ...process.env, ...STARTED },
})
const [barePort] = (await once(bare, 'message')) as [number]
await using data = await openDataDir()
const site = await startChild(data.path, { LOG_LEVEL: 'info' })
const { link } = await publish(site, await site.signIn(), {}, pdf)
await untilDrawn()
const sitePort = Number(new URL(site.origin).port)

const rows: string[][] = []
const small = await measure(bare.pid as number, barePort, '/small')
const memory = await measure(bare.pid as number, barePort, '/memory')
const disk = await measure(bare.pid as number, barePort, '/disk')
add('bare node:http, 2 bytes', small)
add('bare node:http, 1 MB from memory', memory)
add('bare node:http, 1 MB from the disk', disk)
add('Thervu, 1 MB', await measure(site.pid, sitePort, link))
add('Thervu, a range of 64 KB', await measure(site.pid, sitePort, link, 'Range: bytes=65536-131071'))
printTable(
  `${CONNECTIONS} connections; a core's second is one of the server's processor time`,
  ['', 'a second', 'in a core’s second', 'beside bare, small', 'scaled to 84,000 small'],
  rows,
)
bare.kill()
await site.end('SIGTERM')
rmSync(folder, { recursive: true })

type Measured = { perSecond: number; perCore: number }

function add(name: string, { perSecond, perCore }: Measured) {
  const ratio = perCore / small.perCore
  rows.push([name, figure(perSecond), figure(perCore), ratio.toFixed(3), figure(ratio * 84_000)])
}

async function measure(pid: number, port: number, path: string, header = ''): Promise<Measured> {
  await readFiles(port, path, WARM_UP_S, header)
  const before = ticksOf(pid)
  const answers = await readFiles(port, path, RUN_S, header)
  return { perSecond: answers / RUN_S, perCore: (answers * TICKS) / (ticksOf(pid) - before) }
}

async function readFiles(port: number, path: string, seconds: number, header: string): Promise<number> {
  const given = [port, path, CONNECTIONS, seconds, header].map(String)
  const [answers] = await once(fork(join(import.meta.dirname, 'support/read-files.ts'), given), 'message')
  return answers as number
}

/** Processor time of all threads of a process, in the system and outside of it. */
function ticksOf(pid: number) {
  const [user, system] =
    readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13) ?? []
  return Number(user) + Number(system)
}

/** Drawing would count as the server's time. */
async function untilDrawn() {
  const { headers } = await site.signIn()
  for (let waiting = 1; waiting > 0; ) {
    const answer = await site.fetch('/api/admin/drawing-jobs', { headers })
    waiting = ((await answer.json()) as { waiting: number }).waiting
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}
