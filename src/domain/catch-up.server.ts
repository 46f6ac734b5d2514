import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { App } from './app.ts'

/** For what came with an update or an archive: `step` says whether there may be more. Of many steps all but the first
 * `awaited` go on in the background; at the end `done` is called; what fails is logged as `failure`, and never thrown. */
export async function catchUp(
  { log }: Pick<App, 'log'>,
  step: () => Promise<boolean>,
  { awaited, failure, done }: { awaited: number; failure: string; done?: () => Promise<void> },
): Promise<void> {
  const tell = (error: unknown) => log.error({ err: error }, `${failure}; the next start tries again`)
  try {
    for (let nth = 0; nth < awaited; nth++) if (!(await step())) return await done?.()
    void goOn().catch(tell)
  } catch (error) {
    tell(error)
  }
  async function goOn() {
    while (await step()) await yieldToEventLoop()
    await done?.()
  }
}
