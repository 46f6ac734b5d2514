import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

const SERVER_CORE = '0'
const CLIENT_CORE = '1'
const TICKS_A_SECOND = 100

/** Whether servers and who asks them have a core each. */
export const canPin = availableParallelism() > 1 && spawnSync('taskset', ['-V']).status === 0

/** Options of `fork` for a server that has one core to itself; on a machine without `taskset` it shares all. */
export function pinned(flags: string[] = []) {
  const node = ['-c', SERVER_CORE, process.execPath, ...flags]
  return canPin ? { execPath: 'taskset', execArgv: node } : { execArgv: flags }
}

/** Keeps this process, which asks, off the server's core. */
export function moveOffServerCore(): void {
  if (canPin) spawnSync('taskset', ['-a', '-c', '-p', CLIENT_CORE, String(process.pid)])
}

/** Seconds of processor that a process has used, in all its threads. */
export function processorSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND
}
