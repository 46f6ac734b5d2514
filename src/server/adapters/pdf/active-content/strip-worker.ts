import { createHash } from 'node:crypto'
import { closeSync, fstatSync, openSync, writeFileSync } from 'node:fs'
import type { ActiveContentRemoved } from '#domain/files/inspect-pdf.ts'
import { OUT_OF_MEMORY_EXIT } from '#server/jobs/job-messages.ts'
import { refuseRemoving } from '../refusals.ts'
import type { StripTask, WithEngine } from '../tasks.ts'
import { stripDocument } from './strip-document.ts'

/** In a worker thread, which is ended past its deadline; the server then removes `to`. */
export default async function strip(task: StripTask & WithEngine): Promise<ActiveContentRemoved> {
  const fd = openSync(task.path, 'r')
  try {
    const source = { fd, size: fstatSync(fd).size }
    const stripped = await stripDocument(task.engine, task.memoryMiB, source)
    if ('refused' in stripped) {
      if (stripped.refused === 'too-much-memory') process.exit(OUT_OF_MEMORY_EXIT)
      return refuseRemoving(stripped.refused)
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
