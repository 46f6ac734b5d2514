import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { chmod, mkdir, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { randomName } from '#domain/files/file-key.ts'
import { type Config, ConfigError } from '#server/config.ts'

/** Makes a folder that a setting names, for this account alone; throws ConfigError when it cannot be used. */
export function makeFolder(path: string, setting: string): void {
  try {
    for (const folder of missingFolders(path)) makeOne(folder)
    if (!statSync(path).isDirectory()) throw new Error('it is a file')
    accessSync(path, constants.R_OK | constants.W_OK)
  } catch (error) {
    throw new ConfigError(
      `${setting} must name a folder that can be written to, not ${path} (${(error as Error).message}).`,
    )
  }
}

/** Servers that start at once in a folder that they share make it at once, too. */
function makeOne(folder: string) {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Outermost first, each made by itself: Node's recursive mkdir never ends below /proc. */
function missingFolders(path: string): string[] {
  return existsSync(path) ? [] : [...missingFolders(dirname(path)), path]
}

export type EmptiedFolder = {
  newPath(): string
}

/** Makes the folder for this account alone and empties it; only one process may use it. */
export async function openEmptied(dir: string): Promise<EmptiedFolder> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  // Made again, the folder itself may not fit on a full disk.
  await chmod(dir, 0o700)
  for (const name of await readdir(dir)) await rm(join(dir, name), { recursive: true, force: true })
  return { newPath: () => join(dir, randomName(24)) }
}

/** Gives `use` new paths in the folder and removes the files afterwards, also after an error. */
export async function withPaths<Result>(
  folder: EmptiedFolder,
  use: (newPath: () => string) => Promise<Result>,
): Promise<Result> {
  const paths: string[] = []
  try {
    return await use(() => {
      const path = folder.newPath()
      paths.push(path)
      return path
    })
  } finally {
    await Promise.all(paths.map((path) => rm(path, { force: true })))
  }
}

/** Servers that share a database share the folder of files and what is next to it; the rest of DATA_DIR is each one's own. */
export function privateFolder({
  database,
  files,
  dataDir,
}: Pick<Config, 'database' | 'files' | 'dataDir'>): string {
  return database.kind === 'postgres' && files.kind === 'disk' ? dirname(files.dir) : dataDir
}
