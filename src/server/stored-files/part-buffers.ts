const LARGE_BYTES = 256 * 1024
const SMALL_BYTES = 64 * 1024
/** Together 8 MiB, however many read. */
const LARGE_AT_ONCE = 32
const KEPT_WHEN_IDLE = 4

export type PartBuffers = ReturnType<typeof createPartBuffers>

/** Buffers to read files into, used again and again: new ones cost as much as what they carry. */
export function createPartBuffers() {
  const free: Buffer[] = []
  let lent = 0
  return {
    /** A large one, or a small one while all large ones are in use, as by readers who have stalled. */
    take(): Buffer {
      if (lent >= LARGE_AT_ONCE) return Buffer.allocUnsafeSlow(SMALL_BYTES)
      lent += 1
      return free.pop() ?? Buffer.allocUnsafeSlow(LARGE_BYTES)
    },
    /** `again`: nobody else holds it. */
    give(buffer: Buffer, again: boolean) {
      if (buffer.length !== LARGE_BYTES) return
      lent -= 1
      if (again) free.push(buffer)
      if (lent === 0) free.length = Math.min(free.length, KEPT_WHEN_IDLE)
    },
  }
}
