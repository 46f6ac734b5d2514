import type { App } from '#domain/app.ts'

/** One that cannot be removed now is left to the sweep. */
export async function discardFiles(app: Pick<App, 'files' | 'log'>, keys: string[]): Promise<void> {
  for (const key of keys) {
    try {
      await app.files.remove(key)
    } catch (error) {
      app.log.warn({ key, err: error }, 'a file could not be removed; the sweep will try again')
    }
  }
}
