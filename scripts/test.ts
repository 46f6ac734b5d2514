import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isBuilt } from './built-site.mjs'
import { check } from './check.ts'
import { summariseTests, type TestReport } from './summarise-tests.ts'
import { changedFiles, readCovered, testsOfChanges } from './support/changed-tests.ts'
import { readImports } from './support/import-graph.ts'

/**
 * `npm test [rules | changed | record | --engine postgres | Vitest's arguments]`: without arguments runs the checks and all
 * tests but those of `tests/long`, which `npm run test:long` adds; `rules` needs neither build nor browser; `changed` picks
 * tests of uncommitted or branch changes, by what ran for each when `record` ran them all; `--engine postgres` runs all that
 * can on that one.
 */
const root = join(import.meta.dirname, '..')
const only = wordsForVitest(process.argv.slice(2))

// The build that tests need, meanwhile: of each the greater part keeps one core busy. Where it fails, tests say so.
const [checked] = only.length > 0 ? [[]] : await Promise.all([check(), isBuilt() || build()])
const checks = checked.map(({ name, isFine }) => {
  console.log(`${isFine ? 'ok' : 'FAILED'}: ${name}`)
  return isFine
})

const folder = mkdtempSync(join(tmpdir(), 'thervu-results-'))
const results = join(folder, 'results.json')
const vitest = [
  join(root, 'node_modules/vitest/vitest.mjs'),
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${results}`,
]
// glibc's own ways with memory: those of the server, which its tests give it, take a tenth more time.
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('MALLOC_')))
const tests = spawnSync(process.execPath, [...vitest, ...only], { cwd: root, stdio: 'inherit', env })
const { lines, failed } = summariseTests(readReport(), {
  checks,
  failed: tests.status !== 0,
  chosen: only.some((word) => /^(-t|--testNamePattern)/.test(word)),
})
rmSync(folder, { recursive: true })
for (const line of lines) console.log(line)
process.exit(failed === 0 ? 0 : 1)

async function build() {
  console.log('Building the site (half a minute to five) …')
  const child = spawn(process.execPath, [join(root, 'scripts/build.ts')], { stdio: 'ignore' })
  await once(child, 'close')
}

function wordsForVitest([first, ...rest]: string[]): string[] {
  if (first === '--engine') {
    const [engine, ...words] = rest
    if (engine !== 'postgres') {
      console.error('The engine is postgres; without one, tests run on SQLite.')
      process.exit(2)
    }
    process.env.TEST_ALL_OF = engine
    return ['--project', engine, ...words]
  }
  if (first === 'rules') return ['--project', 'rules', ...rest]
  if (first === undefined || first === 'record') process.env.TEST_WITHOUT_LONG = 'yes'
  if (first === 'record') {
    rmSync(join(root, '.cache/covered'), { recursive: true, force: true })
    process.env.RECORD_COVERAGE = 'yes'
    return ['tests/', ...rest]
  }
  if (first !== 'changed') return first === undefined ? [] : [first, ...rest]
  const chosen = testsOfChanges(changedFiles(root), readImports(root), readCovered(root))
  if (chosen?.length === 0) {
    console.log('No test looks at what has changed.')
    process.exit(0)
  }
  if (chosen) return [...chosen, ...rest]
  process.env.TEST_WITHOUT_LONG = 'yes'
  return ['tests/', ...rest]
}

function readReport(): TestReport {
  try {
    return JSON.parse(readFileSync(results, 'utf8'))
  } catch {
    return { numFailedTests: 1, testResults: [] }
  }
}
