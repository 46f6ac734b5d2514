import { LRUCache } from 'lru-cache'
import type { App } from '#domain/app.ts'
import { findFile } from '#domain/files/read.server.ts'
import { describeSent, type SentFile } from './file-answer.ts'

/** Some 2 KB each. */
const MOST = 1_000

type Known = { content: number; sent: SentFile }

/** What was last read of files, by key; read again when anything that an administrator changes has changed. */
export function createKnownFiles(app: Pick<App, 'readDb' | 'versions'>, most = MOST) {
  const known = new LRUCache<string, Known>({ max: most })
  return {
    /** Null when there is none, or it is in the bin. */
    find(key: string): SentFile | null | Promise<SentFile | null> {
      const { content } = app.versions()
      const found = known.get(key)
      return found?.content === content ? found.sent : read(key, content)
    },
  }

  async function read(key: string, content: number) {
    const file = await findFile(app, key)
    const sent = file && describeSent(file)
    if (sent) known.set(key, { content, sent })
    else known.delete(key)
    return sent
  }
}
