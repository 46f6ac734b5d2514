import type { App } from '#domain/app.ts'
import { settle } from './unsettled-store.server.ts'

/** Deletes the bytes of rows that are deleted, or were never written; what cannot be removed now is left to the sweep. */
export async function discardFiles(app: Pick<App, 'db' | 'files' | 'log'>, keys: string[]): Promise<void> {
  const gone: string[] = []
  for (const key of keys) {
    try {
      await app.files.remove(key)
      gone.push(key)
    } catch (error) {
      app.log.warn({ key, err: error }, 'a file could not be removed; the sweep will try again')
    }
  }
  await settle(app.db, 'files', gone).catch((error) =>
    app.log.warn({ err: error }, 'the sweep will note that these files are gone'),
  )
}
