import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { ConfigError } from '#server/config.ts'

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
