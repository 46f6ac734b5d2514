import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { createDiskStore } from '../adapters/files/disk.ts'
import { createDiskInbox } from '../adapters/files/disk-inbox.ts'
import { type Config, ConfigError } from '../config.ts'
import { PROJECT_ROOT } from '../folders/project-root.ts'
import type { Source } from './make-backup.ts'
import { BackupFault } from './place/backup-target.ts'
import { sqliteCopier } from './sqlite/copy-sqlite.ts'

export type SourceConfig = Pick<Config, 'dataDir' | 'database' | 'files' | 'authSecret' | 'settings'>

/** What a centre changes in its checkout. */
const CENTRE_FILES = ['site.config.ts', 'synonyms.txt']
const CENTRE_FOLDER = 'public'

/** Throws BackupFault where there is no site, ConfigError where its files are not kept. */
export async function openSource(config: SourceConfig): Promise<Source> {
  const { dataDir, database, authSecret, settings } = config
  if (!existsSync(database.path)) throw new BackupFault(`There is no site in ${dataDir} to be backed up.`)
  const secret = authSecret ? null : await readFile(join(dataDir, 'auth-secret'), 'utf8')
  return {
    database: sqliteCopier(database.path),
    ...openStores(config),
    centre: await centreFiles(PROJECT_ROOT),
    secret,
    secretFingerprint: fingerprintOf(authSecret ?? secret ?? ''),
    settings,
    versions: { thervu: ownVersion(), node: process.version },
  }
}

export function openStores({ dataDir, files }: Pick<Config, 'dataDir' | 'files'>) {
  if (files.kind === 'memory') throw new ConfigError('FILES_URL is memory: nothing is kept to be backed up.')
  return { files: createDiskStore(files.dir), inbox: createDiskInbox(join(dataDir, 'inbox')) }
}

/** Tells secrets apart without telling them. */
export function fingerprintOf(secret: string): string {
  return createHash('sha256').update(`thervu backup ${secret.trim()}`).digest('hex').slice(0, 16)
}

async function centreFiles(root: string) {
  const folder = join(root, CENTRE_FOLDER)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const own = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const paths = [...CENTRE_FILES.map((name) => join(root, name)).filter((path) => existsSync(path)), ...own]
  return paths.map((from) => ({ path: relative(root, from), from }))
}

function ownVersion() {
  return JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')).version as string
}
