import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const ALIAS = /^#(web|domain|database|server)\//
const IMPORT =
  /^(?:import|export)\s+(?!type\b)(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm

/** Each file's imports of our own files, without types; paths from the root. */
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

/** All direct and indirect importers of `targets`, these included, but none through `doors`. */
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
