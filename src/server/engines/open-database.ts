import type { DatabaseSettings } from '../settings/database-settings.ts'
import type { OpenDatabase } from './engine.ts'
import { openInFolder } from './sqlite-engine.ts'

/** `migrates`: tests also open what a later release has migrated. Throws ConfigError with what is wrong. */
export async function openDatabase(settings: DatabaseSettings, migrates = true): Promise<OpenDatabase> {
  return settings.kind === 'sqlite'
    ? await openInFolder(settings.path, migrates)
    : await (await import('./postgres-engine.ts')).openShared(settings, migrates)
}
