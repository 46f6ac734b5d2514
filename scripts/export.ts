import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { writeTar } from '#server/adapters/tar-file.ts'
import { secretCheckOf } from '#server/process/auth-secret.ts'
import { ArchiveFault } from '../src/domain/archive/archive.ts'
import { exportSite } from '../src/domain/archive/export-site.server.ts'
import { ConfigError, readConfig } from '../src/server/config.ts'
import { createApp } from '../src/server/create-app.ts'
import { PROJECT_ROOT } from '../src/server/folders/project-root.ts'
import { readAuthSecret } from '../src/server/process/auth-secret.ts'
import { withoutTimeLimit } from '../src/server/settings/database-settings.ts'
import { showProgress } from './support/progress-bar.ts'

const USAGE = `Usage:
  export -- FILE

Writes the whole site into one archive (docs/moving.md), also while the site
runs. Whoever has the archive has the administrators' password hashes: keep it
where nobody else can read it.`

process.exitCode = await main(process.argv.slice(2).filter((argument) => argument !== '--'))

async function main(args: string[]): Promise<number> {
  const [path, ...rest] = args
  if (!path || path.startsWith('-') || rest.length > 0) {
    console.error(USAGE)
    return 2
  }
  try {
    const config = readConfig()
    if (config.files.kind === 'memory')
      throw new ConfigError('FILES_URL is memory: another process cannot read its files.')
    const database = withoutTimeLimit(config.database)
    const app = await createApp({ ...config, database, logLevel: 'warn' }, { indexes: false })
    try {
      return await write(app, path, secretCheckOf(readAuthSecret(config)))
    } finally {
      await app.close()
    }
  } catch (error) {
    const isPlain = error instanceof ConfigError || error instanceof ArchiveFault
    console.error(isPlain ? error.message : error)
    return 1
  }
}

async function write(app: Parameters<typeof exportSite>[0], path: string, secretCheck: string) {
  const { version } = JSON.parse(await readFile(`${PROJECT_ROOT}/package.json`, 'utf8'))
  const bar = showProgress(process.stderr, 'files')
  const members = exportSite(app, {
    ...{ thervu: version, id: randomUUID(), writtenAt: new Date().toISOString(), secretCheck },
    readLent: (lent) => readFile(lent),
    onProgress: (progress) => bar.show(progress),
  })
  const { tables, files, bytes, missing, damaged } = await writeTar(path, members)
  bar.end()
  const size = `${(bytes / 1e6).toLocaleString('en-IN', { maximumFractionDigits: 1 })} MB`
  console.log(`${tables.papers?.rows} papers, ${files} files (${size}) are in ${path}.`)
  for (const one of missing) console.log(`Missing on this site, and so in the archive: ${one}`)
  for (const one of damaged) console.log(`Not as it was stored, but in the archive: ${one.path}`)
  return missing.length + damaged.length > 0 ? 3 : 0
}
