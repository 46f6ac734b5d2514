import { statfs } from 'node:fs/promises'
import { type EmptiedFolder, openEmptied } from '../folders/emptied-folder.ts'

/** Where arriving files lie until they have been judged: never served, emptied at every start. */
export type Quarantine = EmptiedFolder & {
  /** Whether the disk has too little room to take files in: under 1 GiB or 5 % free. */
  isFull(): Promise<boolean>
}

const LEAST_FREE_BYTES = 1024 ** 3
const LEAST_FREE_SHARE = 0.05
export const NO_ROOM = `The disk has less room than an upload needs: under ${LEAST_FREE_BYTES / 1024 ** 3} GiB or ${LEAST_FREE_SHARE * 100} % is free.`

/** Opens the folder and empties it; the caller must be the only server of the data folder. */
export async function openQuarantine(dir: string): Promise<Quarantine> {
  return {
    ...(await openEmptied(dir)),
    async isFull() {
      const disk = await statfs(dir)
      const free = disk.bavail * disk.bsize
      return free < LEAST_FREE_BYTES || free < disk.blocks * disk.bsize * LEAST_FREE_SHARE
    },
  }
}
