// Plain JavaScript: setup.mjs imports it before anything is installed.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
const BUILT_FROM = [
  'src',
  'messages',
  'docs/handbook',
  'public',
  'package.json',
  'site.config.ts',
  'synonyms.txt',
  'school-terms.txt',
  'chapters.txt',
  'syllabus-changes.txt',
  'vite.config.ts',
  'scripts/support/build-worker.ts',
  'react-router.config.ts',
  'package-lock.json',
]

const MESSAGES_MADE_FROM = ['messages', 'scripts/messages', 'package-lock.json']
/** Faults are shown. */
const SILENT = ['ignore', 'ignore', 'inherit']

/** Its modification time is when the build began. */
export const BUILD_STAMP = join(ROOT, 'build/stamp')

/** Whether no source is newer than the last build. */
export function isBuilt() {
  return (
    existsSync(BUILD_STAMP) &&
    BUILT_FROM.every((path) => newest(join(ROOT, path)) <= statSync(BUILD_STAMP).mtimeMs)
  )
}

/** Rebuilds when a source is newer than the last build; false when that fails. `share` is said before what it does. */
export function buildIfChanged(node, share = '') {
  if (isBuilt()) return true
  console.log(`${share}Building the site (half a minute to five) …`)
  const build = spawnSync(node, [join(ROOT, 'scripts/build.ts')], { stdio: SILENT })
  return build.status === 0
}

/** Compiles the messages when one is newer than what was made of them; false when that fails. */
export function compileMessagesIfChanged(node) {
  const made = statSync(join(ROOT, '.cache/messages/stamp'), { throwIfNoEntry: false })
  if (made && MESSAGES_MADE_FROM.every((path) => newest(join(ROOT, path)) <= made.mtimeMs)) return true
  return spawnSync(node, [join(ROOT, 'scripts/messages/compile-messages.ts')], { stdio: SILENT }).status === 0
}

/** The last change at or below a path, in ms; 0 if there is none, as `public` is optional. */
function newest(path) {
  const info = statSync(path, { throwIfNoEntry: false })
  if (!info) return 0
  if (!info.isDirectory()) return info.mtimeMs
  return Math.max(info.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}
