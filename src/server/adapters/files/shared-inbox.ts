import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Fault } from '#database/faults.ts'
import type { Lock, Locks } from '#database/locks.ts'
import { randomName } from '#domain/files/file-key.ts'
import type { InboxFileStore } from '#domain/inbox/inbox.ts'

const HIDDEN = /^\.[a-z2-9]{16}$/

/** A new path in a folder, for what is not whole yet or is only lent. */
export function hiddenPath(folder: string): string {
  return join(folder, `.${randomName(16)}`)
}

/** Removes what was left under such names before this time. */
export async function discardHidden(folder: string, before: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!HIDDEN.test(name)) continue
    const path = join(folder, name)
    const info = await stat(path).catch(() => null)
    if (info && info.ctime <= before) await rm(path, { recursive: true, force: true })
  }
}

const ASK_EVERY_MS = 100
/** Whoever waits for a file hears of it within the 30 s that a request has. */
const PATIENCE_MS = 20_000

/** Work on one name is serialized among all servers of the database, too. */
export function shareInbox(inbox: InboxFileStore, locks: Locks): InboxFileStore {
  return {
    ...inbox,
    withLock: (name, work) =>
      inbox.withLock(name, async () => {
        const lock = await claimInTime(locks, `inbox ${name}`)
        try {
          return await work()
        } finally {
          await lock.release()
        }
      }),
  }
}

/** Throws what is answered with "try again" when another server works on it for longer. */
async function claimInTime(locks: Locks, name: string): Promise<Lock> {
  const until = performance.now() + PATIENCE_MS
  while (performance.now() < until) {
    const lock = await locks.claim(name)
    if (lock) return lock
    await wait(ASK_EVERY_MS)
  }
  const fault: Fault = 'busy'
  throw Object.assign(new Error('Another server works on this file.'), { fault })
}

/** Serializes work on the same name, in the order of asking; work on different names runs in parallel. */
export function createKeyedLock(): <Result>(name: string, work: () => Promise<Result>) => Promise<Result> {
  const last = new Map<string, Promise<void>>()
  return async (name, work) => {
    const mine = (last.get(name) ?? Promise.resolve()).then(work)
    const ended = mine.then(
      () => {},
      () => {},
    )
    last.set(name, ended)
    try {
      return await mine
    } finally {
      if (last.get(name) === ended) last.delete(name)
    }
  }
}
