import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import type { Inspector, PdfInspection } from '#domain/files/inspect-pdf.ts'

/** Made papers are of this size; larger files are inspected each time. */
const MOST_BYTES = 64 * 1024
const known = new Map<string, PdfInspection>()

/**
 * An inspector that looks at each small PDF once in its process: tests publish the same few bytes more than a thousand
 * times, and four fifths of that was rendering them. Refusals are never remembered.
 */
export function rememberVerdicts<Own extends Inspector>(inspector: Own): Own {
  return {
    ...inspector,
    async inspectPdf(path, turn) {
      if (turn || (await stat(path)).size > MOST_BYTES) return await inspector.inspectPdf(path, turn)
      const hash = createHash('sha256')
        .update(await readFile(path))
        .digest('hex')
      const found = known.get(hash) ?? (await inspector.inspectPdf(path))
      if (found.accepted) known.set(hash, found)
      return found
    },
  }
}
