import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { randomName } from '#domain/files/file-key.ts'

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
