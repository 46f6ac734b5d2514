import { createHash } from 'node:crypto'
import { closeSync, fstatSync, openSync, writeFileSync } from 'node:fs'
import type { PdfRewritten } from '#domain/files/inspect-pdf.ts'
import { OUT_OF_MEMORY_EXIT } from '#server/jobs/job-messages.ts'
import { refusePdf, refuseRemoving } from '../refusals.ts'
import type { StripTask, WithEngine } from '../tasks.ts'
import { stripDocument, unlockDocument } from './strip-document.ts'

/** In a worker thread, which is ended past its deadline; the server then removes `to`. */
export default async function strip(task: StripTask & WithEngine): Promise<PdfRewritten> {
  const fd = openSync(task.path, 'r')
  try {
    const source = { fd, size: fstatSync(fd).size }
    const isLock = task.without === 'lock'
    const stripped = await (isLock ? unlockDocument : stripDocument)(task.engine, task.memoryMiB, source)
    if ('refused' in stripped) {
      if (stripped.refused === 'too-much-memory') process.exit(OUT_OF_MEMORY_EXIT)
      if (!isLock) return refuseRemoving(stripped.refused)
      return refusePdf(stripped.refused === 'locked' ? 'broken' : stripped.refused)
    }
    const { bytes } = stripped
    writeFileSync(task.to, bytes, { flag: 'wx', mode: 0o600 })
    const md5 = createHash('md5').update(bytes).digest('base64')
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return { removed: true, size: bytes.length, md5, sha256 }
  } finally {
    closeSync(fd)
  }
}
