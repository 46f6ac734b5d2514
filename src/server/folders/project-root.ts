import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'

/** The checkout's folder, for the sources and for what is built from them alike. */
export const PROJECT_ROOT = dirname(findPackageJSON(import.meta.url) as string)

export function ownVersion(): string {
  return JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')).version
}

/** Of the sources that were built; empty where that is not known. */
export function builtFrom(): string {
  try {
    return readFileSync(join(PROJECT_ROOT, 'build/commit'), 'utf8').trim()
  } catch {
    return ''
  }
}
