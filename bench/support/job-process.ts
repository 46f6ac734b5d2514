import { readFileSync } from 'node:fs'
import { childrenOf, JOB_PROCESS } from '#tests/support/child-processes.ts'
import { memoryOf } from './process-memory.ts'

const TICK_MS = 10

/** What the process for jobs has taken since its start: its peak in MiB, and milliseconds of a processor. */
export function takenByJobs() {
  const [pid = 0] = childrenOf(JOB_PROCESS)
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return {
    peakMiB: Math.round(memoryOf(pid, 'VmHWM') / 2 ** 20),
    processorMs: (Number(user) + Number(system)) * TICK_MS,
  }
}
