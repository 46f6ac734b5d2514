import type { Hints } from '#domain/reading/hints.ts'
import { readHints } from '#domain/reading/read-hints.ts'

/** What a file's name alone says of the paper in it. */
export function hintsOfName(fileName: string): Hints {
  return readHints({ fileName, firstPage: '', now: new Date() })
}
