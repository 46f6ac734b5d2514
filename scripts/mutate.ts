import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { createRandom } from '../bench/support/random.ts'
import { environmentOf } from './environment.mjs'
import { namedAfter } from './support/changed-tests.ts'
import { type Fault, faultsOf } from './support/faults.ts'
import { importersOf, readImports } from './support/import-graph.ts'

/**
 * Mutation testing: `npm run mutate [-- COUNT [SEED]]`. Runs each fault against the rules that import the file, then
 * other tests without a site, then HTTP tests by import or name, then all other HTTP tests.
 */
const ROOT = join(import.meta.dirname, '..')
const [count = 120, seed = 1] = process.argv.slice(2).map(Number)
/** Above the tests' time on a busy machine, for faults that never end. */
const LIMIT_MS = { rules: 60_000, parts: 600_000, name: 600_000, 'all over HTTP': 1_800_000 }
const MOST_PER_FILE = 4
const NOT_COPIED = /^(node_modules|build|data|\.git|\.cache|\.react-router)(\/|$)/
const PARTS = /^tests\/(contracts|identity|inspection|pictures)\//
const HTTP = /^tests\/(http|database)\//
/** They take minutes, and test other files. */
const SLOW = /kill|slow|overload|fifteen-papers/

const copy = mkdtempSync(join(tmpdir(), 'thervu-mutate-'))
cpSync(ROOT, copy, { recursive: true, filter: (path) => !NOT_COPIED.test(relative(ROOT, path)) })
symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
let running: ChildProcess | undefined
process.once('exit', () => {
  endRunning()
  rmSync(copy, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
buildOnce()

const imports = readImports(copy)
/** A test reaches everything through these. */
const doors = new Set([...imports.keys()].filter((file) => basename(file) === 'serve-site.ts'))
let tests = [...imports.keys()].filter(
  (file) => /^tests\/(?!browser|commands).*\.test\.ts$/.test(file) && !SLOW.test(file),
)
const faults = choose(count)
let left = faults
for (const by of ['rules', 'parts', 'name', 'all over HTTP'] as const) {
  const all = [...new Set(left.flatMap(({ file }) => testsOf(file)[by]))]
  const broken = await failing(all, LIMIT_MS['all over HTTP'], [])
  if (broken.length > 0) console.log(`These fail without a fault and are left out: ${broken.join(', ')}`)
  tests = tests.filter((test) => !broken.includes(test))
  for (const chosen of left) {
    const { file, fault } = chosen
    if (!(await isNoticed(file, fault, by))) continue
    console.log(`noticed by ${by}: ${describe(file, fault)}`)
    left = left.filter((other) => other !== chosen)
  }
  const noticed = faults.length - left.length
  console.log(
    `${noticed} of ${faults.length} noticed (${Math.round((noticed / faults.length) * 100)} %), seed ${seed}`,
  )
}
console.log(['Not noticed:', ...left.map(({ file, fault }) => describe(file, fault))].join('\n'))

function describe(file: string, { start, kind }: Fault) {
  return `${file}:${readFileSync(join(copy, file), 'utf8').slice(0, start).split('\n').length} ${kind}`
}

/** The built server of the copy loads the domain from source, so that no fault needs a build. */
function buildOnce() {
  edit('vite.config.ts', 'ssr: { build: { rollupOptions: {', (found) => `${found} external: [/^#domain/],`)
  edit('tests/support/built-site.ts', /if [^\n]*\n/, () => '')
  const build = spawnSync(process.execPath, [join(copy, 'scripts/build.ts')], { stdio: 'ignore' })
  if (build.status !== 0) throw new Error('The build of the site failed.')
}

function edit(file: string, search: string | RegExp, replace: (found: string) => string) {
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  const edited = text.replace(search, replace)
  if (edited === text) throw new Error(`${file} is not as it was: ${search}`)
  writeFileSync(path, edited)
}

/** Deterministic for the same sources and seed. */
function choose(most: number) {
  const random = createRandom(seed)
  const files = globSync('src/{domain,server/adapters/search}/**/*.ts', { cwd: copy }).sort()
  const all = files
    .flatMap((file) =>
      faultsOf(file, readFileSync(join(copy, file), 'utf8')).map((fault) => ({
        file,
        fault,
        rank: random(),
      })),
    )
    .sort((one, other) => one.rank - other.rank)
  const taken = new Map<string, number>()
  return all
    .filter(({ file }) => {
      taken.set(file, (taken.get(file) ?? 0) + 1)
      return (taken.get(file) ?? 0) <= MOST_PER_FILE
    })
    .slice(0, most)
}

async function isNoticed(file: string, fault: Fault, by: keyof typeof LIMIT_MS): Promise<boolean> {
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, text.slice(0, fault.start) + fault.insert + text.slice(fault.end))
  try {
    return (await failing(testsOf(file)[by], LIMIT_MS[by], ['--bail=1'])).length > 0
  } finally {
    writeFileSync(path, text)
  }
}

function testsOf(file: string) {
  const reached = importersOf(imports, [file], doors)
  const others = tests.filter((test) => HTTP.test(test))
  const named = [...new Set([...others.filter((test) => reached.has(test)), ...namedAfter(file, others)])]
  return {
    rules: tests.filter((test) => reached.has(test) && !PARTS.test(test) && !HTTP.test(test)),
    parts: tests.filter((test) => reached.has(test) && PARTS.test(test)),
    name: named,
    'all over HTTP': others.filter((test) => !named.includes(test)),
  }
}

/** The whole process group, with its workers. */
function endRunning() {
  if (running?.pid) process.kill(-running.pid, 'SIGKILL')
}

/** All chosen files when the run does not end. */
async function failing(chosen: string[], limitMs: number, options: string[]): Promise<string[]> {
  if (chosen.length === 0) return []
  const results = join(copy, 'results.json')
  rmSync(results, { force: true })
  const vitest = [join(copy, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=json', ...options]
  const run = spawn(process.execPath, [...vitest, `--outputFile.json=${results}`, ...chosen], {
    cwd: copy,
    env: { ...process.env, ...environmentOf(ROOT) },
    stdio: 'ignore',
    // A process group, so that a worker that never ends is killed, too.
    detached: true,
  })
  running = run
  const late = setTimeout(endRunning, limitMs)
  const code = await new Promise<number | null>((resolve) => run.once('close', resolve))
  running = undefined
  clearTimeout(late)
  if (code === 0) return []
  if (!existsSync(results)) return chosen
  const report: { testResults: { name: string; status: string }[] } = JSON.parse(
    readFileSync(results, 'utf8'),
  )
  const failed = report.testResults.filter(({ status }) => status === 'failed')
  return failed.length > 0 ? failed.map(({ name }) => relative(copy, name)) : chosen
}
