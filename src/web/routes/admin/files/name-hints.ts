import type { Hints } from '#domain/autofill/hints.ts'
import { readHints } from '#domain/autofill/read-hints.ts'

export function hintsOfName(fileName: string, folders = ''): Hints {
  return readHints({ fileName, folders, firstPage: '', now: new Date() })
}
