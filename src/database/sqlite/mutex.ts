/** One at a time, in the order of asking. */
export type Mutex = { acquire(): Promise<void>; release(): void }

export function createMutex(): Mutex {
  let last = Promise.resolve()
  const releases: (() => void)[] = []
  return {
    async acquire() {
      const before = last
      last = new Promise((resolve) => releases.push(resolve))
      await before
    },
    release() {
      releases.shift()?.()
    },
  }
}
