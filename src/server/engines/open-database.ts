import type { DatabaseSettings } from '../settings/database-settings.ts'
import type { OpenDatabase } from './engine.ts'
import { openInFolder } from './sqlite-engine.ts'

/** Only the owner of the data migrates. Throws ConfigError with what is wrong. */
export async function openDatabase(settings: DatabaseSettings, migrates: boolean): Promise<OpenDatabase> {
  return settings.kind === 'sqlite'
    ? await openInFolder(settings.path, migrates)
    : await (await import('./postgres-engine.ts')).openShared(settings, migrates)
}
