import { closeSync, fstatSync, openSync, rmSync, writeSync } from 'node:fs'
import type { PdfsMerged } from '#domain/files/inspect-pdf.ts'
import { OUT_OF_MEMORY_EXIT } from '#server/jobs/job-messages.ts'
import { refuseMerging } from '../refusals.ts'
import type { MergeTask, WithEngine } from '../tasks.ts'
import { mergeDocuments } from './merge-documents.ts'

const BLOCK = 256 * 1024

/** In a worker thread, which is ended past its deadline; the server then removes `to`. */
export default async function merge({
  paths,
  to,
  memoryMiB,
  engine,
}: MergeTask & WithEngine): Promise<PdfsMerged> {
  const fds: number[] = []
  try {
    const sources = paths.map((path) => {
      const fd = openSync(path, 'r')
      fds.push(fd)
      return { fd, size: fstatSync(fd).size }
    })
    const target = openSync(to, 'wx')
    fds.push(target)
    const file = writeInBlocks(target)
    const result = await mergeDocuments(engine, memoryMiB, sources, file.write)
    if ('pages' in result) return { merged: true, pages: result.pages, size: file.end() }
    rmSync(to)
    if (result.refused === 'too-much-memory') process.exit(OUT_OF_MEMORY_EXIT)
    return refuseMerging(result.refused)
  } finally {
    for (const fd of fds) closeSync(fd)
  }
}

function writeInBlocks(fd: number) {
  const block = Buffer.alloc(BLOCK)
  let [filled, written] = [0, 0]
  function flush() {
    for (let at = 0; at < filled; ) at += writeSync(fd, block, at, filled - at)
    written += filled
    filled = 0
  }
  function write(bytes: Uint8Array) {
    for (let at = 0; at < bytes.length; ) {
      const part = bytes.subarray(at, at + BLOCK - filled)
      block.set(part, filled)
      filled += part.length
      at += part.length
      if (filled === BLOCK) flush()
    }
  }
  function end(): number {
    flush()
    return written
  }
  return { write, end }
}
