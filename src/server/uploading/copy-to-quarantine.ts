import type { ReceivedFile } from '#domain/files/received-file.ts'
import { withPaths } from '../folders/emptied-folder.ts'
import type { Quarantine } from './quarantine.ts'
import { writeMeasured } from './write-file.ts'

/** Lets `use` lay stored files down in quarantine, where the inspector reads them; the copies are removed afterwards. */
export async function withCopies<Result>(
  quarantine: Quarantine,
  use: (copyOf: (bytes: ReadableStream<Uint8Array>) => Promise<ReceivedFile>) => Promise<Result>,
): Promise<Result> {
  return await withPaths(quarantine, (newPath) =>
    use(async (bytes) => ({ originalName: 'page-1', ...(await writeMeasured(bytes, newPath())) })),
  )
}
