import { ConfigError } from '#server/config.ts'
import type { RunningApp } from '#server/create-app.ts'

/** Throws ConfigError while a server runs on the database: its sweep deletes files whose rows have not come yet. */
export async function expectNoServer({ locks }: Pick<RunningApp, 'locks'>): Promise<void> {
  if (await locks.enter()) return
  throw new ConfigError(
    'Another server uses this database: stop all of them, and start them when it is done.',
  )
}
