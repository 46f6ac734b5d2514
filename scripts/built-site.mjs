// Plain JavaScript, like setup.mjs that uses it.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
const BUILT_FROM = [
  'src',
  'public',
  'package.json',
  'site.config.ts',
  'vite.config.ts',
  'react-router.config.ts',
  'package-lock.json',
]

/** Written by scripts/build.ts with the time at which the build began. */
export const BUILD_STAMP = join(ROOT, 'build/stamp')

/** Builds the site when something it is made from is newer than the last build; returns whether the site stands. */
export function buildIfChanged(node) {
  const isFresh =
    existsSync(BUILD_STAMP) &&
    BUILT_FROM.every((path) => newest(join(ROOT, path)) <= statSync(BUILD_STAMP).mtimeMs)
  if (isFresh) return true
  console.log('Building the site …')
  const build = spawnSync(node, [join(ROOT, 'scripts/build.ts')], { stdio: ['ignore', 'ignore', 'inherit'] })
  return build.status === 0
}

/** When something at or below a path was last changed, in ms; 0 where there is nothing: `public` is optional. */
function newest(path) {
  const info = statSync(path, { throwIfNoEntry: false })
  if (!info) return 0
  if (!info.isDirectory()) return info.mtimeMs
  return Math.max(info.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}
