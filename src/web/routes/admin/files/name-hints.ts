import type { Hints } from '#domain/autofill/hints.ts'
import { readHints } from '#domain/autofill/read-hints.ts'

/** What a file's name, and those of its folders, say of the paper in it. */
export function hintsOfName(fileName: string, folders = ''): Hints {
  return readHints({ fileName, folders, firstPage: '', now: new Date() })
}
