import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { randomName } from '#domain/files/file-key.ts'

/** Opens a folder for copies of files that are being drawn and empties it; the caller must be the only one to draw. */
export async function openTable(dir: string) {
  await rm(dir, { recursive: true, force: true })
  await mkdir(dir, { recursive: true, mode: 0o700 })
  return {
    /** Lets `use` read the bytes as a file, which is removed afterwards. */
    async lend<Result>(
      bytes: ReadableStream<Uint8Array>,
      use: (path: string) => Promise<Result>,
    ): Promise<Result> {
      const path = join(dir, randomName(24))
      try {
        const to = createWriteStream(path, { flags: 'wx', mode: 0o600 })
        await pipeline(Readable.fromWeb(bytes as WebStream), to)
        return await use(path)
      } finally {
        await rm(path, { force: true })
      }
    },
  }
}
