import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { FileStores } from '../adapters/files/file-stores.ts'
import { openFileStores } from '../adapters/files/open-file-stores.ts'
import { type Config, ConfigError } from '../config.ts'
import { keptFolder } from '../folders/kept-folder.ts'
import { PROJECT_ROOT } from '../folders/project-root.ts'
import type { SourceConfig } from './backup-order.ts'
import type { Source } from './make-backup.ts'
import { openCopier } from './open-copier.ts'

/** What a centre changes in its checkout. */
const CENTRE_FILES = ['site.config.ts', 'synonyms.txt', 'school-terms.txt']
const CENTRE_FOLDER = 'public'

/** Throws ConfigError where files are not kept. */
export async function openSource(config: SourceConfig): Promise<Source & { close(): void }> {
  const { dataDir, database, authSecret, settings } = config
  const secret = authSecret ? null : await readFile(join(dataDir, 'auth-secret'), 'utf8')
  const { files, inbox, close } = await openStores(config)
  return {
    database: await openCopier(database),
    ...{ files, inbox, close },
    centre: await centreFiles(PROJECT_ROOT),
    secret,
    secretFingerprint: fingerprintOf(authSecret ?? secret ?? ''),
    settings,
    versions: { thervu: ownVersion(), node: process.version },
  }
}

/** Throws ConfigError where nothing is kept. */
export async function openStores(
  config: Pick<Config, 'dataDir' | 'files' | 'database'>,
): Promise<FileStores> {
  const { files } = config
  if (files.kind === 'memory') throw new ConfigError('FILES_URL is memory: nothing is kept to be backed up.')
  return await openFileStores(files, { dataDir: keptFolder(config), now: () => new Date() })
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
