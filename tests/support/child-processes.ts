import { readdirSync, readFileSync } from 'node:fs'

export const JOB_PROCESS = 'job-process.ts'

/** The numbers of a process's children that run a file of this name; without a number, of this process. */
export function childrenOf(file: string, pid = process.pid): number[] {
  const threads = readdirSync(`/proc/${pid}/task`)
  const children = threads.flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').trim().split(' '),
  )
  return children.filter((child) => child && commandOf(child).includes(file)).map(Number)
}

/** As `childrenOf`, without those of now: the process for jobs that other files share. */
export function newChildrenOf(file: string): () => number[] {
  const there = childrenOf(file)
  return () => childrenOf(file).filter((pid) => !there.includes(pid))
}

/** Empty when there is no such process any more, or it is only not yet waited for. */
export function commandOf(pid: number | string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}
