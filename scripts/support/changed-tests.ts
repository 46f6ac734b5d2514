import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { importersOf } from './import-graph.ts'

/** Tests reach the whole site through it, so its imports do not tell what a test covers. */
const DOOR = 'serve-site.ts'
/** Words that do not tell a subject. */
const GENERAL = new Set(
  'src web domain server database routes visitor admin api adapters support store test list page use of and ts tsx css mjs'.split(
    ' ',
  ),
)
/** Where no test is named after a file: walks through the whole site. */
const WALKS = /\/(whole-path|whole-walk|pages)\.test\.ts$/

/** Which files of `src` ran for a test. */
export type Covered = ReadonlyMap<string, ReadonlySet<string>>

/** What `npm test -- record` wrote; empty without it. */
export function readCovered(root: string): Covered {
  const folder = join(root, '.cache/covered')
  if (!existsSync(folder)) return new Map()
  return new Map(
    readdirSync(folder).map((name) => [
      name.replace(/\.json$/, '').replaceAll(' ', '/'),
      new Set<string>(JSON.parse(readFileSync(join(folder, name), 'utf8'))),
    ]),
  )
}

/**
 * Paths from the root; null when all tests have to run. Tests that import a changed file are exact; those that
 * reach it through the site are those for which it ran when that was recorded, else those of its name. Of `tests/long`
 * only what has changed itself.
 */
export function testsOfChanges(
  changed: string[],
  imports: Map<string, string[]>,
  covered: Covered = new Map(),
): string[] | null {
  const files = changed.filter((file) => /^(src|tests|scripts|bench)\//.test(file))
  if (changed.some((file) => !files.includes(file) && !/\.(md|txt|png|webp)$|^LICENSE$/.test(file)))
    return null
  const tests = [...imports.keys()].filter(
    (file) => file.endsWith('.test.ts') && (!file.startsWith('tests/long/') || changed.includes(file)),
  )
  const doors = new Set([...imports.keys()].filter((file) => basename(file) === DOOR))
  const reached = importersOf(imports, files, doors)
  const chosen = new Set(tests.filter((test) => reached.has(test)))
  const overHttp = tests.filter((test) => /^tests\/(http|browser)\//.test(test))
  for (const file of files.filter((one) => one.startsWith('src/'))) {
    const ran = overHttp.filter((test) => covered.get(test)?.has(file))
    // Pages are served as they are built, so that none of their files is seen to run.
    const isRecorded = ran.length > 0 && !file.startsWith('src/web/')
    for (const test of isRecorded ? ran : namedAfter(file, overHttp)) chosen.add(test)
  }
  return [...chosen].sort()
}

/** Tests whose names share a word with the file's name, else with its nearest folder that has any. */
export function namedAfter(file: string, tests: string[]): string[] {
  for (let path = file; path !== '.'; path = dirname(path)) {
    const words = wordsOf(basename(path))
    const named = tests.filter((test) => wordsOf(basename(test)).some((word) => words.includes(word)))
    if (named.length > 0) return named
  }
  return tests.filter((test) => WALKS.test(test))
}

function wordsOf(name: string): string[] {
  return name
    .split(/[.-]/)
    .filter((word) => !GENERAL.has(word))
    .map((word) => word.replace(/s$/, ''))
}

/** Uncommitted files, or else those that the branch has changed since main; paths from the root. */
export function changedFiles(root: string): string[] {
  const git = (...args: string[]) => {
    const run = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
    return run.status === 0 ? run.stdout.split('\n').filter(Boolean) : []
  }
  const open = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')]
  return open.length > 0 ? open : git('diff', '--name-only', 'main...HEAD')
}
