import type { ReceivedFile } from '#domain/files/received-file.ts'
import { withPaths } from '../folders/emptied-folder.ts'
import type { Quarantine } from './quarantine.ts'
import { type Bytes, writeMeasured } from './write-file.ts'

/** Lets `use` copy stored files to where the inspector reads them; the copies are removed afterwards. */
export async function withCopies<Result>(
  quarantine: Quarantine,
  use: (copyOf: (bytes: Bytes) => Promise<ReceivedFile>) => Promise<Result>,
): Promise<Result> {
  return await withPaths(quarantine, (newPath) =>
    use(async (bytes) => ({ originalName: 'page-1', ...(await writeMeasured(bytes, newPath())) })),
  )
}
