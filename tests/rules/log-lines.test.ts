import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const LINES = `
  import { createLog } from '#server/create-log.ts'
  const [logLevel] = process.argv.slice(1)
  const { log, logRequest } = createLog({ dataDir: '.', logLevel })
  const asked = { requestId: 'r-1', method: 'GET', path: '/a"b\\\\\\u0000தேர்வு', status: 200, ms: 3, address: '::1' }
  for (let nth = 0; nth < 40; nth += 2) {
    if (nth % 8 === 0) await new Promise(setImmediate)
    log.info({ ...asked, status: nth }, 'request')
    logRequest({ ...asked, status: nth + 1 })
  }
  for (const last = Date.now(); Date.now() === last; );
  log.error({ status: 40 }, 'the last')
  process.exit(3)
`

async function linesOf(level: string) {
  const args = ['--input-type=module', '-e', LINES, level]
  const ended = await promisify(execFile)(process.execPath, args).catch((error) => error)
  expect(ended.code).toBe(3)
  return ended.stdout
    .trim()
    .split('\n')
    .map((line: string) => JSON.parse(line))
}

const ALL = Array.from({ length: 41 }, (_, nth) => nth)

test('all lines arrive in their order with their time, also those of the turn in which it ends', async () => {
  const before = new Date().toISOString()
  const lines = await linesOf('info')
  const after = new Date().toISOString()
  expect(lines.map(({ status }: { status: number }) => status)).toEqual(ALL)
  const times = [before, ...lines.map(({ time }: { time: string }) => time), after]
  expect(times).toEqual(times.toSorted())
  expect(times.at(-2)).not.toBe(times[1])
  for (const time of times) expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})

test('where only errors are logged, requests are not', async () => {
  expect(await linesOf('error')).toMatchObject([{ msg: 'the last' }])
})

const UNWRITTEN = `
  import { createLog } from '#server/create-log.ts'
  const { log } = createLog({ dataDir: '.', logLevel: 'info' })
  for (let nth = 0; nth < 3; nth++) {
    for (let line = 0; line < 1000; line++) log.info({ filler: 'x'.repeat(100) }, 'a line')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  console.error('it goes on')
  process.exit(3)
`

test('a disk that has no room for the log neither ends what is logged nor keeps it from ending', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', UNWRITTEN], {
    stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
    timeout: 20_000,
  })
  const ended = once(child, 'exit')
  let said = ''
  for await (const chunk of child.stderr ?? []) said += chunk
  expect([said, ...(await ended)]).toEqual(['it goes on\n', 3, null])
})
