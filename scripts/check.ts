import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const modules = join(root, 'node_modules')

export const CHECKS: { name: string; run: () => boolean }[] = [
  {
    name: 'types',
    run: () =>
      node('@react-router/dev/bin.cjs', 'typegen') && node('typescript/bin/tsc', '--noEmit', '-p', root),
  },
  { name: 'style', run: () => node('@biomejs/biome/bin/biome', 'check', '--error-on-warnings', root) },
  { name: 'nothing unused', run: () => node('knip/bin/knip.js') },
]

function node(script: string, ...args: string[]) {
  return (
    spawnSync(process.execPath, [join(modules, script), ...args], { cwd: root, stdio: 'inherit' }).status ===
    0
  )
}

if (import.meta.main) {
  const failed = CHECKS.filter((check) => !check.run()).map((check) => check.name)
  console.log(
    failed.length === 0 ? 'types, style and exports are in order' : `not in order: ${failed.join(', ')}`,
  )
  process.exit(failed.length === 0 ? 0 : 1)
}
