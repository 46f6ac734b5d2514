import { spawnSync } from 'node:child_process'
import { closeSync, globSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * `npm run test:long [-- STEP …]`: what takes longer than anybody waits for after each change, one step after the other,
 * or those that are named; what they print is kept in `.cache/long`. For a release, and before a goal is called reached.
 */
const ROOT = join(import.meta.dirname, '..')
const FOLDER = join(ROOT, '.cache/long')
const LONG = globSync('tests/long/*.test.ts', { cwd: ROOT })
const COMMANDS = ['tests/long/commands.test.ts', 'tests/long/server-packages.test.ts']
const CLOCK = 'tests/long/sitting-clock.test.ts'
const FUZZ = ['tests/long/fuzz.test.ts']
/** Of 100 faults; `bench/README.md` has the figures of larger samples. */
const LEAST_NOTICED = 85
const FAULTS = '30'

type Said = { passed: number; failed: number; why?: string }
const STEPS: Record<string, (log: string) => Said> = {
  /** Servers that are killed, flooded, or start with damaged parts. */
  kills: (log) =>
    tests(log, [
      '--project',
      'long',
      ...LONG.filter((file) => ![...COMMANDS, ...FUZZ, CLOCK].includes(file)),
    ]),
  /** The README's commands in fresh checkouts, one of them brought there from the version before. */
  commands: (log) => tests(log, COMMANDS),
  /** The clock of a sitting, in ten real minutes of Chromium. */
  clock: (log) => tests(log, ['--project', 'long', CLOCK]),
  /** Made-up searches and PDFs, from a seed that is printed: `FUZZ_SEED`, `FUZZ_SECONDS`. */
  fuzz: (log) => tests(log, FUZZ),
  postgres: (log) => tests(log, ['--engine', 'postgres']),
  /** By chance half of what a browser asks for comes up to half a second late. */
  'late-answers': (log) => tests(log, ['tests/browser/'], { LATE_ANSWERS_MS: '500' }),
  /** By chance what a browser renders comes up to half a second late. */
  'late-frames': (log) => tests(log, ['tests/browser/'], { LATE_FRAMES_MS: '500' }),
  mutate(log) {
    // What it has said by then is the share of the steps so far.
    if (!run(log, ['mutate', FAULTS])) return one(false, 'it broke off')
    const share = Number(last(log, /noticed \((\d+) %\)/g)?.[1] ?? 0)
    return one(share >= LEAST_NOTICED, `${share} of 100 faults are noticed, wanted ${LEAST_NOTICED}`)
  },
  /** Two runs over the same sources: where they differ, later comparisons say nothing. */
  pictures(log) {
    const [first, second] = ['first', 'second'].map((name) => join(FOLDER, `pictures-${name}`)) as [
      string,
      string,
    ]
    for (const folder of [first, second]) rmSync(folder, { recursive: true, force: true })
    const steps = [
      ['take', first],
      ['take', second],
      ['compare', first, second],
    ]
    const isSame = steps.every((words) => run(log, ['pictures', ...words]))
    return one(isSame, last(log, /^.*pictures differ.*$/gm)?.[0] ?? 'they were not taken')
  },
}

const named = process.argv.slice(2)
const unknown = named.filter((name) => !STEPS[name])
if (unknown.length > 0) {
  console.error(`There is no step ${unknown.join(', ')}. There are: ${Object.keys(STEPS).join(', ')}`)
  process.exit(2)
}
mkdirSync(FOLDER, { recursive: true })
const total = { passed: 0, failed: 0 }
for (const [name, step] of Object.entries(STEPS)) {
  if (named.length > 0 && !named.includes(name)) continue
  const log = join(FOLDER, `${name}.log`)
  rmSync(log, { force: true })
  const start = performance.now()
  const { passed, failed, why } = step(log)
  total.passed += passed
  total.failed += failed
  const minutes = ((performance.now() - start) / 60_000).toFixed(1)
  const said = why ?? `${passed} passed, ${failed} failed`
  console.log(`${failed === 0 ? 'ok' : 'FAILED'}: ${name}, ${minutes} min, ${said} (.cache/long/${name}.log)`)
}
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)

function tests(log: string, words: string[], env: NodeJS.ProcessEnv = {}): Said {
  const isFine = run(log, ['test', ...words], env)
  const [, passed, failed] = last(log, /^(\d+) passed, (\d+) failed/gm) ?? []
  return { passed: Number(passed ?? 0), failed: isFine ? 0 : Math.max(1, Number(failed ?? 1)) }
}

function one(isFine: boolean, why: string): Said {
  return { passed: isFine ? 1 : 0, failed: isFine ? 0 : 1, why }
}

/** One of our commands, as npm starts it; true when it ended with 0. */
function run(log: string, words: string[], env: NodeJS.ProcessEnv = {}): boolean {
  const to = openSync(log, 'a')
  const command = [join(ROOT, 'scripts/setup.mjs'), ...words]
  const { status } = spawnSync(process.execPath, command, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', to, to],
  })
  closeSync(to)
  return status === 0
}

function last(log: string, search: RegExp) {
  return [...readFileSync(log, 'utf8').matchAll(search)].at(-1)
}
