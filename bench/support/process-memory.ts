import { readdirSync, readFileSync } from 'node:fs'

const PAGE_BYTES = 4_096
const LOOK_EVERY_MS = 20

/** In bytes, all threads included: VmRSS is what is resident now, VmHWM the most there was. */
export function memoryOf(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? Number.NaN) * 1024
}

/** Resident bytes of a process and all that it has started; files that they share, such as Node itself, count once. */
export function treeMemoryOf(pid: number): number {
  const sizes = treeOf(pid).map(sizeOf)
  return sizes.reduce((sum, { own }) => sum + own, 0) + Math.max(...sizes.map(({ shared }) => shared))
}

/** Notes the most that a process and all that it has started hold together, until it is stopped. */
export function watchTree(pid: number) {
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, treeMemoryOf(pid))
  }, LOOK_EVERY_MS)
  return { peak: () => peak, stop: () => clearInterval(timer) }
}

function treeOf(pid: number): number[] {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
    )
    return [pid, ...children.flatMap((child) => treeOf(Number(child)))]
  } catch {
    // A thread or the process has ended meanwhile.
    return [pid]
  }
}

function sizeOf(pid: number) {
  try {
    const [, resident = 0, shared = 0] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ').map(Number)
    return { own: (resident - shared) * PAGE_BYTES, shared: shared * PAGE_BYTES }
  } catch {
    return { own: 0, shared: 0 }
  }
}
