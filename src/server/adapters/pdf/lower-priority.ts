import { readdirSync, readFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

/** Two thirds of what other jobs get, while there are not enough processors for both. */
const NICE = Math.min(19, getPriority() + 2)
const THREADS = '/proc/self/task'
/** libvips' own, in which pictures are encoded; they end when they are idle. */
const ENCODER = 'libvips worker\n'

const canLower = process.platform === 'linux'

/** For a thread for which nobody waits. Elsewhere than on Linux it would be the whole process. */
export function lowerPriority(): void {
  if (canLower) setPriority(0, NICE)
}

/** To be called after a picture: its threads stay for a while, and encode the next one. */
export function lowerEncodersPriority(): void {
  if (!canLower) return
  for (const thread of readdirSync(THREADS)) {
    try {
      if (readFileSync(`${THREADS}/${thread}/comm`, 'latin1') === ENCODER) setPriority(Number(thread), NICE)
    } catch {
      // It has ended meanwhile.
    }
  }
}
