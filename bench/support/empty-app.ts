import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#server/config.ts'
import { createApp } from '#server/create-app.ts'

/** In a temporary folder, which `end` removes. */
export async function openEmptyApp(env: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'thervu-bench-'))
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env })
  const app = await createApp(config)
  return {
    app,
    dataDir,
    database: config.database,
    async end() {
      await app.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
