import { readFileSync } from 'node:fs'

/** In bytes, all threads included: VmRSS is what is resident now, VmHWM the most there was. */
export function memoryOf(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? Number.NaN) * 1024
}
