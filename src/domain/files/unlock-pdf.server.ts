import type { App } from '#domain/app.ts'
import type { Refusal } from '#domain/paper/submission.ts'
import type { ReceivedFile } from './file-store.ts'

const LOCK_STAYS: Refusal = {
  refused: 'lock-stays',
  field: 'file',
  sentence: 'This PDF could not be written without its lock; nothing was changed. Publish it as it is.',
}

/** Rewrites a PDF whose printing is locked, so that it is not; refused, the file is as it was. */
export async function unlockPdf(
  { inspector }: Pick<App, 'inspector'>,
  file: ReceivedFile,
): Promise<ReceivedFile | Refusal> {
  const found = await inspector.inspectPdf(file.path)
  // Nothing is locked, or the file is refused as always.
  if (!found.accepted || !found.isLocked) return file
  const result = await inspector.removeLock(file.path)
  if ('removed' in result) {
    const { size, md5, sha256 } = result
    return { ...file, size, md5, sha256, lockRemoved: true }
  }
  if (result.reason !== 'interrupted') return LOCK_STAYS
  return { refused: result.reason, field: 'file', sentence: result.sentence }
}
