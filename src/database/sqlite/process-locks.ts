import { randomBytes } from 'node:crypto'
import { open, stat, truncate } from 'node:fs/promises'
import { isFull } from '../faults.ts'
import type { Lock, Locks, Reserve } from '../locks.ts'

/** A deletion or a sign-in adds up to a hundred KB to the WAL, which a full disk may keep from being checkpointed. */
const RESERVE_BYTES = 16 * 1024 ** 2
const STEP_BYTES = 1024 ** 2

/** A file next to the database; `fits` says whether others can do without so many bytes more. */
export function openReserve(path: string, fits: (bytes: number) => Promise<boolean>): Reserve {
  let users = 0
  let growing: Promise<void> | undefined

  async function without<Result>(work: () => Promise<Result>) {
    users++
    await growing
    try {
      await truncate(path)
      return await work()
    } finally {
      users--
      if (users === 0) growing = grow(path)
      await growing
    }
  }

  return {
    async use(work) {
      try {
        return await work()
      } catch (error) {
        // Where it was never made, there is nothing to give up.
        if (!isFull(error) || (await sizeOf(path)) === null) throw error
        return await without(work)
      }
    },
    async refill() {
      const missing = RESERVE_BYTES - ((await sizeOf(path)) ?? 0)
      if (missing <= 0 || !(await fits(missing)) || users > 0) return
      growing = grow(path)
      await growing
    },
  }
}

async function sizeOf(path: string) {
  return (await stat(path).catch(() => null))?.size ?? null
}

/** What does not fit is left for later. */
async function grow(path: string) {
  try {
    await using file = await open(path, 'a', 0o600)
    // Disks that compress would store zeros as nothing.
    const filling = randomBytes(STEP_BYTES)
    let { size } = await file.stat()
    while (size < RESERVE_BYTES) {
      size += (await file.write(filling, 0, Math.min(STEP_BYTES, RESERVE_BYTES - size))).bytesWritten
    }
  } catch {}
}

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
