import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CHECKS } from './check.ts'
import { summariseTests, type TestReport } from './summarise-tests.ts'

/**
 * `npm test`: types, style and every test. Words after it leave the checks out: `rules` runs the tests that need neither
 * build nor browser; any others go to Vitest.
 */
const root = join(import.meta.dirname, '..')
const words = process.argv.slice(2)
const only = words[0] === 'rules' ? ['--project', 'rules', ...words.slice(1)] : words

const checks = (only.length > 0 ? [] : CHECKS).map(({ name, run }) => {
  const ok = run()
  console.log(`${ok ? 'ok' : 'FAILED'}: ${name}`)
  return ok
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
const tests = spawnSync(process.execPath, [...vitest, ...only], { cwd: root, stdio: 'inherit' })
const { lines, failed } = summariseTests(readReport(), {
  checks,
  failed: tests.status !== 0,
  chosen: only.some((word) => /^(-t|--testNamePattern)/.test(word)),
})
rmSync(folder, { recursive: true })
for (const line of lines) console.log(line)
process.exit(failed === 0 ? 0 : 1)

function readReport(): TestReport {
  try {
    return JSON.parse(readFileSync(results, 'utf8'))
  } catch {
    return { numFailedTests: 1, testResults: [] }
  }
}
