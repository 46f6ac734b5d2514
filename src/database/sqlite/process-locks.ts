import type { Lock, Locks } from '../locks.ts'

/** Of this process: no other server uses the database, since the data folder is locked. */
export function openLocks(): Locks {
  const held = new Set<string>()
  let last: Promise<unknown> = Promise.resolve()
  return {
    async claim(name): Promise<Lock | null> {
      if (held.has(name)) return null
      held.add(name)
      return { isHeld: () => held.has(name), release: async () => void held.delete(name) }
    },
    enter: async () => true,
    async alone(_name, work) {
      const mine = last.then(work)
      last = mine.catch(() => {})
      return await mine
    },
  }
}
