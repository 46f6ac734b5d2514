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
import { basename, dirname, join, relative } from 'node:path'
import { createRandom } from '#tests/support/random.ts'
import { environmentOf } from './environment.mjs'
import { namedAfter } from './support/changed-tests.ts'
import { type Fault, faultsOf } from './support/faults.ts'
import { importersOf, readImports } from './support/import-graph.ts'

/**
 * `npm run mutate [-- COUNT [SEED [LAST]]]`: how well the tests see. Puts COUNT faults, one at a time, into copies of the
 * files of the domain and of the search, chosen by SEED, and runs the tests that could notice them: the `rules` that import
 * the file; for what is left those over HTTP that import it or bear its `name` or its folder's, which notice most; then the
 * `parts`, slower tests that import it without a site; then `all` others over HTTP. LAST, such as `name`, says after which
 * to stop.
 */
const ROOT = join(import.meta.dirname, '..')
const [count = '120', seed = '1', last = 'all'] = process.argv.slice(2)
/** More than the tests take on a busy machine: a fault that never ends is noticed. */
const LIMIT_MS = { rules: 60_000, name: 600_000, parts: 600_000, all: 1_800_000 }
type By = keyof typeof LIMIT_MS
const STEPS = Object.keys(LIMIT_MS) as By[]
const ends = STEPS.indexOf(last as By) + 1
if (ends === 0) throw new Error(`LAST is one of ${STEPS.join(', ')}`)
type Chosen = { file: string; fault: Fault }
const MOST_PER_FILE = 4
const NOT_COPIED = /^(node_modules|build|data|\.git|\.cache|\.react-router)(\/|$)/
const PARTS = /^tests\/(contracts|identity|inspection|pictures)\//
const HTTP = /^tests\/(http|database|postgres)\//
/** They take long, and what they look at is not in these files. */
const SLOW = /slow|server-process|fifteen-papers/

const copy = mkdtempSync(join(tmpdir(), 'thervu-mutate-'))
cpSync(ROOT, copy, { recursive: true, filter: (path) => !NOT_COPIED.test(relative(ROOT, path)) })
cpSync(join(ROOT, '.cache/messages'), join(copy, '.cache/messages'), { recursive: true })
symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
let running: ChildProcess | undefined
process.once('exit', () => {
  endRunning()
  rmSync(copy, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const imports = readImports(copy)
/** Through these a test reaches everything. */
const doors = new Set([...imports.keys()].filter((file) => basename(file) === 'serve-site.ts'))
let tests = [...imports.keys()].filter(
  (file) => /^tests\/(?!browser|long).*\.test\.ts$/.test(file) && !SLOW.test(file),
)
const faults = choose(Number(count))
let left = faults
/** Tests that pass without a fault. */
const fine = new Set<string>()
for (const by of STEPS.slice(0, ends)) {
  if (by === 'name') buildOnce()
  const chosen = [...new Set(left.flatMap(({ file }) => testsOf(file)[by]))].filter((test) => !fine.has(test))
  const broken = await failing(chosen, LIMIT_MS.all, [])
  if (by === 'rules' && broken.length === chosen.length) throw new Error('No test passes without a fault.')
  if (broken.length > 0) console.log(`These fail without a fault and are left out: ${broken.join(', ')}`)
  tests = tests.filter((test) => !broken.includes(test))
  for (const test of chosen) if (!broken.includes(test)) fine.add(test)
  const noticed = new Set<Chosen>()
  for (const group of by === 'all' ? oneOfEachFile(left) : left.map((one) => [one]))
    for (const one of await noticedOf(group, by)) noticed.add(one)
  left = left.filter((one) => !noticed.has(one))
  const sum = faults.length - left.length
  console.log(
    `${sum} of ${faults.length} noticed (${Math.round((sum / faults.length) * 100)} %), seed ${seed}`,
  )
}
console.log(['Not noticed:', ...left.map(describe)].join('\n'))

/** Groups of which none has two faults in one file. */
function oneOfEachFile(all: Chosen[]): Chosen[][] {
  const groups: Chosen[][] = []
  for (const one of all) {
    const group = groups.find((members) => members.every(({ file }) => file !== one.file))
    if (group) group.push(one)
    else groups.push([one])
  }
  return groups
}

/** Those that a test notices. All go in at once: where no test fails none is noticed, else each half is tried alone. */
async function noticedOf(group: Chosen[], by: By): Promise<Chosen[]> {
  if (!(await isNoticed(group, by))) return []
  if (group.length === 1) {
    console.log(`noticed by ${by}: ${group.map(describe)}`)
    return group
  }
  const half = Math.ceil(group.length / 2)
  return [...(await noticedOf(group.slice(0, half), by)), ...(await noticedOf(group.slice(half), by))]
}

function describe({ file, fault: { start, kind } }: Chosen) {
  return `${file}:${readFileSync(join(copy, file), 'utf8').slice(0, start).split('\n').length} ${kind}`
}

/** The built server of the copy takes the domain from its source, so that no fault costs a build. */
function buildOnce() {
  edit(
    'vite.config.ts',
    /ssr: \{\s*build: \{ rollupOptions: \{/,
    (found) => `${found} external: [/^#domain/],`,
  )
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

/** So many faults, at most a few of each file; the same for the same sources and seed. */
function choose(most: number): Chosen[] {
  const random = createRandom(Number(seed))
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

async function isNoticed(group: Chosen[], by: By): Promise<boolean> {
  const whole = group.map(({ file }) => readFileSync(join(copy, file), 'utf8'))
  for (const [at, { file, fault }] of group.entries()) {
    const text = whole[at] ?? ''
    writeFileSync(join(copy, file), text.slice(0, fault.start) + fault.insert + text.slice(fault.end))
  }
  try {
    const chosen = [...new Set(group.flatMap(({ file }) => testsOf(file)[by]))]
    return (await failing(chosen, LIMIT_MS[by], ['--bail=1'])).length > 0
  } finally {
    for (const [at, { file }] of group.entries()) writeFileSync(join(copy, file), whole[at] ?? '')
  }
}

function testsOf(file: string) {
  const reached = importersOf(imports, [file], doors)
  const rest = tests.filter((test) => HTTP.test(test))
  const byName = [file, dirname(file)].flatMap((path) => namedAfter(path, rest))
  const named = [...new Set([...rest.filter((test) => reached.has(test)), ...byName])]
  return {
    rules: tests.filter((test) => reached.has(test) && !PARTS.test(test) && !HTTP.test(test)),
    parts: tests.filter((test) => reached.has(test) && PARTS.test(test)),
    name: named,
    all: rest.filter((test) => !named.includes(test)),
  }
}

/** Ends the tests that run, with their workers. */
function endRunning() {
  if (running?.pid) process.kill(-running.pid, 'SIGKILL')
}

/** The test files that fail; all of them when they do not come to an end. */
async function failing(chosen: string[], limitMs: number, options: string[]): Promise<string[]> {
  if (chosen.length === 0) return []
  const results = join(copy, 'results.json')
  rmSync(results, { force: true })
  const vitest = [join(copy, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=json', ...options]
  const run = spawn(process.execPath, [...vitest, `--outputFile.json=${results}`, ...chosen], {
    cwd: copy,
    env: { ...process.env, ...environmentOf(ROOT) },
    stdio: 'ignore',
    // A group of its own, so that a worker that never ends goes with it.
    detached: true,
  })
  running = run
  const late = setTimeout(endRunning, limitMs)
  const code = await new Promise<number | null>((resolve) => run.once('close', resolve))
  running = undefined
  clearTimeout(late)
  if (!existsSync(results)) return code === 0 ? [] : chosen
  const report: { numFailedTests: number; testResults: { name: string; status: string }[] } = JSON.parse(
    readFileSync(results, 'utf8'),
  )
  // Where `--bail` leaves out a project that has begun, Vitest ends with 0, whatever has failed.
  if (code === 0 && report.numFailedTests === 0) return []
  const failed = report.testResults.filter(({ status }) => status === 'failed')
  return failed.length > 0 ? failed.map(({ name }) => relative(copy, name)) : chosen
}
