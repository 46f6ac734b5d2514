import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CHECKS } from './check.ts'

/** `npm test`: types, style and every test; words after it are passed on and leave the checks out. */
const root = join(import.meta.dirname, '..')
const only = process.argv.slice(2)
let passed = 0
let failed = 0

for (const { name, run } of only.length > 0 ? [] : CHECKS) {
  const ok = run()
  console.log(`${ok ? 'ok' : 'FAILED'}: ${name}`)
  if (ok) passed += 1
  else failed += 1
}

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
const counted = readResults()
passed += counted.numPassedTests
// A file that could not even be loaded has no failed test in it.
failed += Math.max(counted.numFailedTests, tests.status === 0 ? 0 : 1)
rmSync(folder, { recursive: true })
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

function readResults(): { numPassedTests: number; numFailedTests: number } {
  try {
    return JSON.parse(readFileSync(results, 'utf8'))
  } catch {
    return { numPassedTests: 0, numFailedTests: 1 }
  }
}
