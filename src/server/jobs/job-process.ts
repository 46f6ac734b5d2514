import { readdirSync, writeFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import type { JobKind, JobMessage, JobOrder, JobSettings } from './job-messages.ts'
import { addressOf, createWorkerPool } from './worker-pool.ts'

const MiB = 2 ** 20
const LOOK_EVERY_MS = 50
/** Half of what a thread gets that answers visitors, while there are not enough processors for both. */
const NICE = Math.min(19, getPriority() + 3)

/** A process of the server for work that takes memory or may crash. It ends with the server, however that ends. */
const { idleMs, memoryMiB } = JSON.parse(process.argv[2] as string) as JobSettings
const pools = new Map<string, ReturnType<typeof createWorkerPool>>()
const givens = new Map<string, Promise<object>>()

// A terminal or a service manager signals all of the server's processes: jobs go on while the server drains.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
process.once('disconnect', end)
process.on('message', (order: JobOrder) => void work(order))
offerToSystem()
lowerPriority()
setInterval(watchMemory, LOOK_EVERY_MS)
// Here first: libvips is unloaded with the thread that loaded it, while others still use it.
await import('sharp')
tell('ready')

async function work({ id, kind, task, deadlineMs }: JobOrder) {
  const pool = pools.get(kind.file) ?? createWorkerPool(kind, { idleMs, onError: warn })
  pools.set(kind.file, pool)
  try {
    const whole = { ...task, ...(await givenFor(kind)) }
    tell({ id, end: await pool.run(whole, deadlineMs, (report) => tell({ id, report })) })
  } catch (error) {
    tell({ id, end: { failure: 'broken', error } })
  }
}

async function givenFor({ given }: JobKind): Promise<object> {
  if (!given) return {}
  const made = givens.get(given) ?? import(addressOf(given)).then((module) => module.default())
  givens.set(given, made)
  return await made
}

function warn(error: unknown) {
  tell({ warning: error })
}

/** Where the machine runs out of memory, the kernel then ends this process and not the server. */
function offerToSystem() {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Only Linux has it.
  }
}

/** Linux has a priority for each thread; those that come later inherit it. */
function lowerPriority() {
  if (process.platform !== 'linux') return
  for (const thread of readdirSync('/proc/self/task')) setPriority(Number(thread), NICE)
}

function watchMemory() {
  if (process.memoryUsage.rss() > memoryMiB * MiB) process.send?.('over' satisfies JobMessage, end)
}

/** Exiting in order would wait for pictures that are being decoded. */
function end() {
  process.kill(process.pid, 'SIGKILL')
}

function tell(message: JobMessage) {
  if (process.connected) process.send?.(message)
}
