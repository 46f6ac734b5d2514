import type { App } from '#domain/app.ts'
import { selectKnownKeys } from './store.server.ts'
import { settle } from './unsettled-store.server.ts'

const BATCH = 500

/**
 * Deletes the bytes of rows that are deleted, or were never written. What a row names stays: a commit whose answer was
 * lost was one all the same. What cannot be removed now is left to the sweep.
 */
export async function discardFiles(app: Pick<App, 'db' | 'files' | 'log'>, keys: string[]): Promise<void> {
  try {
    for (let at = 0; at < keys.length; at += BATCH) await discardSome(app, keys.slice(at, at + BATCH))
  } catch (error) {
    app.log.warn({ err: error }, 'files could not be removed; the sweep will try again')
  }
}

async function discardSome(app: Pick<App, 'db' | 'files' | 'log'>, keys: string[]) {
  const named = await selectKnownKeys(app.db, keys)
  const gone: string[] = []
  for (const key of keys) {
    if (named.has(key)) continue
    try {
      await app.files.remove(key)
      gone.push(key)
    } catch (error) {
      app.log.warn({ key, err: error }, 'a file could not be removed; the sweep will try again')
    }
  }
  await settle(app.db, 'files', gone)
}
