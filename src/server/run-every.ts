export type RepeatedTask = { look(): Promise<void>; stop(): Promise<void> }

/**
 * Does the work now, every so many milliseconds and when asked, once at a time. `stop` waits for what is under way. The
 * work logs its own faults: a rejection that nobody handles would end the server.
 */
export function runEvery(everyMs: number, work: () => Promise<void>): RepeatedTask {
  let running: Promise<void> | null = null
  const look = () => {
    running ??= work().finally(() => {
      running = null
    })
    return running
  }
  const timer = setInterval(look, everyMs)
  void look()
  return {
    look,
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
