import type { App } from '#domain/app.ts'
import { selectSuccessor } from './revise-store.server.ts'

/** The key of the file that replaced this one; null when there never was one, or its paper is gone. */
export async function findSuccessor(app: Pick<App, 'readDb'>, key: string): Promise<string | null> {
  return await selectSuccessor(app.readDb, key)
}
