import { type MessagePort, threadId } from 'node:worker_threads'
import type { Beat } from './job-messages.ts'

type Task = { file: string; port: MessagePort }

/** Runs a task's file in this thread, and says with its begin and with each of its reports what the thread has used of
 * the processor: a deadline counts that alone. */
export default async function work({ file, port, ...task }: Task): Promise<unknown> {
  const beat = (report?: unknown) => {
    const { user, system } = process.threadCpuUsage()
    port.postMessage({ threadId, usedMs: (user + system) / 1_000, report } satisfies Beat)
  }
  beat()
  const { default: run } = await import(file)
  return await run({ ...task, port: { postMessage: beat } })
}
