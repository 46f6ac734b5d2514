import { setTimeout as rest, setImmediate as turn } from 'node:timers/promises'
import type { Database } from '#database/schema.ts'

const MOST_TOGETHER = 200
/** After a commit that stopped all else for at least 4 ms the next waits twice as long, at most 50 ms. */
const REST = { afterMs: 4, times: 2, mostMs: 50 }

/** Batches writes that arrive together into one transaction; each resolves after the commit, with its own output.
 * When writing fails, the whole batch rejects; when a transaction cannot begin, all that wait. */
export function shareCommits<Input, Output>(
  db: Database,
  writeAll: (tx: Database, inputs: Input[]) => Promise<Output[]>,
) {
  type Waiting = { input: Input; resolve: (output: Output) => void; reject: (error: unknown) => void }
  const waiting: Waiting[] = []
  let running = false

  async function drain() {
    running = true
    while (waiting.length > 0) {
      const stoppedMs = await timeStopped(commit)
      if (stoppedMs < REST.afterMs) continue
      await rest(Math.min(REST.mostMs, REST.times * stoppedMs))
      // What stopped the loop meanwhile may have outlasted the rest.
      await turn()
    }
    running = false
  }

  async function commit() {
    let batch: Waiting[] | undefined
    try {
      const outputs = await db.transaction().execute(async (tx) => {
        // A transaction that others were in the way of is run again, with the same writes.
        batch ??= waiting.splice(0, MOST_TOGETHER)
        return await writeAll(
          tx,
          batch.map(({ input }) => input),
        )
      })
      batch?.forEach(({ resolve }, at) => {
        resolve(outputs[at] as Output)
      })
    } catch (error) {
      for (const { reject } of batch ?? waiting.splice(0)) reject(error)
    }
  }

  return (input: Input): Promise<Output> =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject })
      if (!running) setImmediate(() => !running && void drain())
    })
}

/** How long work stopped the event loop, in ms: as long as it took, or 0 when others went on meanwhile. */
async function timeStopped(work: () => Promise<void>): Promise<number> {
  let turned = false
  const turn = setImmediate(() => {
    turned = true
  })
  const began = performance.now()
  await work()
  clearImmediate(turn)
  return turned ? 0 : performance.now() - began
}
