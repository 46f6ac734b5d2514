import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const ALIAS = /^#(web|domain|database|server)\//
const IMPORT =
  /^(?:import|export)\s+(?!type\b)(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm

/** For every source file and test, as paths from the root: the files of ours that it imports itself, not for types alone. */
export function readImports(root: string): Map<string, string[]> {
  const files = globSync('{src,tests,scripts,bench}/**/*.{ts,tsx,mjs,css}', { cwd: root })
  return new Map(files.map((file) => [file, importsOf(root, file)]))
}

function importsOf(root: string, file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(IMPORT)].flatMap(([, fixed, dynamic]) => {
    const name = fixed ?? dynamic ?? ''
    if (name.startsWith('.')) return [relative(root, join(root, dirname(file), name))]
    if (ALIAS.test(name)) return [name.replace(ALIAS, 'src/$1/')]
    if (name.startsWith('#tests/')) return [name.slice(1)]
    return name === '#site' ? ['site.config.ts'] : []
  })
}

/** The files that import one of `targets`, themselves or through others that are not in `doors`; `targets` are among them. */
export function importersOf(
  imports: Map<string, string[]>,
  targets: string[],
  doors: ReadonlySet<string> = new Set(),
): Set<string> {
  const reached = new Set(targets)
  for (const target of reached) {
    if (doors.has(target)) continue
    for (const [file, imported] of imports) if (imported.includes(target)) reached.add(file)
  }
  return reached
}
