import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createInspector, type InspectorOptions } from '#server/adapters/pdf/inspector.ts'
import type { JobKind } from '#server/jobs/job-messages.ts'
import { createJobs, type JobsOptions } from '#server/jobs/jobs.ts'
import { commandOf, JOB_PROCESS, newChildrenOf } from '#tests/support/child-processes.ts'

const processes = newChildrenOf(JOB_PROCESS)
const folder = mkdtempSync(join(tmpdir(), 'thervu-jobs-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Reports a page, and at the first time for a file says so and stays with the second page for ever. */
const STAYING = file(
  'staying.mjs',
  `
  import { existsSync, writeFileSync } from 'node:fs'
  export default ({ path, from, to, port }) => {
    port.postMessage({ pages: to })
    for (let page = from; page <= to; page++) {
      port.postMessage({ read: { page } })
      if (existsSync(path + '.begun')) continue
      return new Promise((resolve) => setImmediate(() => { writeFileSync(path + '.begun', ''); setInterval(() => {}, 1e6) }))
    }
    return null
  }
`,
)

/** Ends its process with the signal that a task names, or answers when the file is there. */
const ENDING: JobKind = {
  threads: 2,
  file: file(
    'ending.mjs',
    `
    import { existsSync, writeFileSync } from 'node:fs'
    export default async ({ signal, path }) => {
      writeFileSync(path + '.begun', '')
      if (signal) process.kill(process.pid, signal)
      while (!existsSync(path)) await new Promise((resolve) => setTimeout(resolve, 10))
      return 'done'
    }
  `,
  ),
}

/** Says that it has begun, and answers when it is told to go. */
const WAITING = file(
  'waiting.mjs',
  `
  import { existsSync, writeFileSync } from 'node:fs'
  export default async ({ path }) => {
    writeFileSync(path + '.begun', '')
    while (!existsSync(path + '.go')) await new Promise((resolve) => setTimeout(resolve, 10))
    return { accepted: true }
  }
`,
)

function file(name: string, text: string) {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

function jobsOf(options: JobsOptions = {}) {
  const jobs = createJobs(options)
  onTestFinished(() => jobs.close())
  return jobs
}

async function begun(path: string) {
  await expect.poll(() => existsSync(`${path}.begun`), { timeout: 30_000, interval: 10 }).toBe(true)
  const [pid] = processes()
  return Number(pid)
}

/** Reads pages while `hinder` does something to the process. */
async function readHindered(name: string, hinder: (pid: number) => void, options: InspectorOptions) {
  const lines: string[] = []
  const log = { warn: (_: object, message: string) => void lines.push(message) }
  const inspector = createInspector({ workerFile: STAYING, log, ...options })
  onTestFinished(() => inspector.close())
  const path = file(name, '')
  const reading = inspector.readPages(path, { from: 1, to: 4 })
  const pid = await begun(path)
  hinder(pid)
  const result = await reading
  if ('reason' in result) throw new Error(result.sentence)
  await expect.poll(() => commandOf(pid)).toBe('')
  return { pages: result.read.map(({ page }) => page), failed: result.failed, lines }
}

test('a process that is killed while it renders costs no page, and the log tells of it', async () => {
  const read = await readHindered('killed', (pid) => process.kill(pid, 'SIGKILL'), {})
  expect(read).toEqual({ pages: [1, 2, 3, 4], failed: [], lines: ['the process for jobs ended'] })
})

test('a process that hangs is ended after its deadline, and its pages are rendered by another', async () => {
  const hinder = (pid: number) => process.kill(pid, 'SIGSTOP')
  const read = await readHindered('stopped', hinder, { deadlineMs: 300, graceMs: 500 })
  expect(read).toEqual({ pages: [1, 2, 3, 4], failed: [], lines: ['the process for jobs ended'] })
})

test('signals for the whole group, as from a terminal, leave its jobs running', async () => {
  const jobs = jobsOf()
  const path = join(folder, 'signalled')
  const answer = jobs.run(ENDING, () => ({ path }), { deadlineMs: 60_000 })
  const pid = await begun(path)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(pid, signal)
  file('signalled', '')
  expect(await answer).toBe('done')
  expect(processes()).toEqual([pid])
})

test.each([
  ['SIGSEGV', 'broken'],
  ['SIGKILL', 'interrupted'],
])(
  'a job that ends its process by %s is refused, and one next to it is done all the same',
  async (signal, as) => {
    const jobs = jobsOf()
    const path = join(folder, `beside-${signal}`)
    const watch = { deadlineMs: 60_000 }
    const beside = jobs.run(ENDING, () => ({ path }), watch)
    const pid = await begun(path)
    const ending = jobs.run(ENDING, () => ({ path: `${path}-ending`, signal }), watch)
    await expect.poll(() => commandOf(pid), { timeout: 30_000 }).toBe('')
    file(`beside-${signal}`, '')
    expect([await ending, await beside]).toEqual([as, 'done'])
  },
)

test('after a process was killed from outside each of its jobs is tried again alone, while no other runs; killed again, it is said without blaming the file', async () => {
  const inspector = createInspector({ workerFile: WAITING })
  onTestFinished(() => inspector.close())
  const pids: number[] = []
  const begunAgain = async (path: string) => {
    await expect.poll(() => existsSync(`${path}.begun`), { timeout: 30_000, interval: 10 }).toBe(true)
    rmSync(`${path}.begun`)
    const [pid, ...more] = processes().filter((each) => !pids.includes(each))
    expect([typeof pid, more]).toEqual(['number', []])
    pids.push(Number(pid))
    process.kill(Number(pid), 'SIGKILL')
  }
  const [unlucky, other] = [file('unlucky', ''), file('other', '')]
  const judging = inspector.inspectPdf(unlucky)
  await begunAgain(unlucky)
  await expect.poll(() => processes().some((pid) => !pids.includes(pid))).toBe(true)
  const beside = inspector.prepareThumbnail(other)
  await begunAgain(unlucky)
  expect(existsSync(`${other}.begun`)).toBe(false)
  const refused = await judging
  expect(refused).toMatchObject({ accepted: false, reason: 'interrupted' })
  expect('sentence' in refused && refused.sentence).toMatch(
    /^Reading this PDF was interrupted .* The PDF may be fine\./,
  )
  await expect.poll(() => existsSync(`${other}.begun`), { timeout: 30_000, interval: 10 }).toBe(true)
  file('other.go', '')
  expect(await beside).toEqual({ accepted: true })
})

test('a job is ended for the time that it uses of the processor, and not for a busy machine until the clock is far past', async () => {
  const jobs = jobsOf()
  const kind = {
    threads: 3,
    file: file(
      'timed.mjs',
      `
      export default async ({ ms, name, port }) => {
        if (name === 'spins') for (;;);
        for (let part = 0; part < 2; part++) {
          if (name === 'reports') port.postMessage({ part })
          const over = performance.now() + ms
          while (name === 'reports' && performance.now() < over);
          await new Promise((resolve) => setTimeout(resolve, over - performance.now()))
        }
        return 'done'
      }
    `,
    ),
  }
  const run = (name: string, ms: number, deadlineMs: number) =>
    jobs.run(kind, () => ({ name, ms }), { deadlineMs })
  expect(await Promise.all([run('waits', 900, 1_000), run('spins', 0, 1_000)])).toEqual([
    'done',
    'took-too-long',
  ])
  // Each of its parts has the deadline for itself.
  expect(await run('reports', 700, 1_000)).toBe('done')
  expect(await run('waits', 3_600_000, 100)).toBe('interrupted')
})

test('closing leaves no process', async () => {
  const jobs = createJobs()
  const path = join(folder, 'closed')
  const answer = jobs.run(ENDING, () => ({ path }), { deadlineMs: 60_000 })
  const pid = await begun(path)
  await jobs.close()
  expect([await answer, commandOf(pid)]).toEqual(['took-too-long', ''])
  expect(await jobs.run(ENDING, () => ({ path }), { deadlineMs: 60_000 })).toBe('took-too-long')
  expect(processes()).toEqual([])
})
