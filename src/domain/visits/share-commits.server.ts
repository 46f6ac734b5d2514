import type { Database } from '#database/schema.ts'

const MOST_TOGETHER = 200

type Write<Input, Output> = (tx: Database, input: Input) => Promise<Output>
type Written<Input, Output> = { input: Input; output: Output }

/** Batches writes that arrive together into one transaction; each resolves after the commit.
 * `sumUp` runs once per transaction. When it fails, its whole batch rejects; when it cannot begin, all that wait. */
export function shareCommits<Input, Output>(
  db: Database,
  write: Write<Input, Output>,
  sumUp: (tx: Database, written: Written<Input, Output>[]) => Promise<void> = async () => {},
) {
  type Waiting = { input: Input; resolve: (output: Output) => void; reject: (error: unknown) => void }
  const waiting: Waiting[] = []
  let running = false

  async function drain() {
    running = true
    while (waiting.length > 0) await commit()
    running = false
  }

  async function commit() {
    let batch: Waiting[] | undefined
    try {
      const outputs = await db.transaction().execute(async (tx) => {
        batch = waiting.splice(0, MOST_TOGETHER)
        const written: Written<Input, Output>[] = []
        for (const { input } of batch) written.push({ input, output: await write(tx, input) })
        await sumUp(tx, written)
        return written
      })
      batch?.forEach(({ resolve }, at) => {
        resolve((outputs[at] as Written<Input, Output>).output)
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
