import { spawnSync } from 'node:child_process'
import { basename, dirname } from 'node:path'
import { importersOf } from './import-graph.ts'

/** What tests reach the whole site through; its imports say nothing of what a test looks at. */
const DOOR = 'serve-site.ts'
/** Words of files and folders that say nothing of their subject. */
const GENERAL = new Set(
  'src web domain server database routes visitor admin api adapters support store test list desk page use of and ts tsx css mjs'.split(
    ' ',
  ),
)
/** For what no test is named after: from the first page to a published paper, over HTTP and in a browser. */
const WALKS = /\/(whole-path|whole-walk|pages)\.test\.ts$/

/**
 * The tests for changed files, as paths from the root; null when all have to run. Tests that import a changed file are
 * exact. What a test reaches through the site is told by names: a test belongs to a source file when its own name shares
 * a word with the file's or, where none does, with its folder's; where none does either, the walks through the site do.
 */
export function testsOfChanges(changed: string[], imports: Map<string, string[]>): string[] | null {
  const files = changed.filter((file) => /^(src|tests|scripts|bench)\//.test(file))
  if (changed.some((file) => !files.includes(file) && !/\.(md|txt|png|webp)$|^LICENSE$/.test(file)))
    return null
  const tests = [...imports.keys()].filter((file) => file.endsWith('.test.ts'))
  const doors = new Set([...imports.keys()].filter((file) => basename(file) === DOOR))
  const reached = importersOf(imports, files, doors)
  const chosen = new Set(tests.filter((test) => reached.has(test)))
  const overHttp = tests.filter((test) => /^tests\/(http|browser)\//.test(test))
  for (const file of files.filter((one) => one.startsWith('src/')))
    for (const test of namedAfter(file, overHttp)) chosen.add(test)
  return [...chosen].sort()
}

/** The tests whose names share a word with a source file's, or with the nearest of its folders that has any. */
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

/** What is not committed, or, when everything is, what the branch has changed since it left main; paths from the root. */
export function changedFiles(root: string): string[] {
  const git = (...args: string[]) => {
    const run = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
    return run.status === 0 ? run.stdout.split('\n').filter(Boolean) : []
  }
  const open = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')]
  return open.length > 0 ? open : git('diff', '--name-only', 'main...HEAD')
}
