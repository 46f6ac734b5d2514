import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { browserProgram } from '#tests/support/chromium.ts'

const FOLDER = join(import.meta.dirname, '../lighthouse')
const PACKAGE = join(FOLDER, 'node_modules/lighthouse')
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
const TIMES = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time']
/** Chromium 147's page process crashes on this trace; only an unscored audit reads it. */
const DEADLY_TRACE = 'blink.webdx_feature_usage'
const LOAD_LIMIT_MS = 15_000

type Audit = { score: number | null; title: string; displayValue?: string; numericValue?: number }
type Category = { score: number | null; auditRefs: { id: string; weight: number }[] }
type Report = {
  categories: Record<string, Category>
  audits: Record<string, Audit>
  runtimeError?: { message: string }
}
type Run = (address: string, flags: object) => Promise<{ lhr: Report } | undefined>
type Tracing = { getDefaultTraceCategories(): string[] }

export type Scores = {
  /** Performance, accessibility, best practices, SEO: 0 to 100; null without a score. */
  scores: (number | null)[]
  /** Simulated milliseconds: first paint, largest paint, main thread blocked. */
  times: number[]
  /** Audits that cost points, with their figures. */
  lost: string[]
}

export type Lighthouse = {
  name: string
  /** On Lighthouse's slow phone, each the median of `runs`. */
  score(address: string, runs: number): Promise<Scores>
  /**
   * Milliseconds as in `times`, each the median of `runs`, on a line that is really slow (562 ms, 1.44 Mbit/s) and a
   * processor that is really four times slower.
   */
  time(address: string, runs: number): Promise<number[]>
  close(): Promise<void>
}

/** Lighthouse goes on asking a page whether it rests when that has been measured and closed, and nobody catches the answer. */
function ignoreLate(error: Error & { protocolMethod?: string }) {
  if (error.protocolMethod !== 'Runtime.evaluate' || !error.message.includes('Session closed')) throw error
}

/** Uses the tests' browser, or CHROME_PATH; error reporting is off. */
export async function openLighthouse(): Promise<Lighthouse> {
  if (!existsSync(PACKAGE)) install()
  const run = await loadLighthouse()
  const profile = mkdtempSync(join(tmpdir(), 'thervu-lighthouse-'))
  const { executablePath, args, env } = await measuringBrowser()
  const browser = spawn(
    executablePath,
    [...args, '--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`],
    { env, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const port = await debuggingPort(browser)
  process.on('unhandledRejection', ignoreLate)
  return {
    name: await browserName(port),
    async score(address, runs) {
      const reports: Report[] = []
      while (reports.length < runs && !reports.some((each) => each.runtimeError))
        reports.push(await report(run, address, port, { onlyCategories: CATEGORIES }))
      const { audits } = medianOf(reports, 'performance')
      return {
        scores: CATEGORIES.map((category) => scoreOf(medianOf(reports, category), category)),
        times: TIMES.map((time) => audits[time]?.numericValue ?? Number.NaN),
        lost: CATEGORIES.flatMap((category) => lostIn(medianOf(reports, category), category)),
      }
    },
    async time(address, runs) {
      const reports: Report[] = []
      while (reports.length < runs) {
        reports.push(await report(run, address, port, { onlyAudits: TIMES, throttlingMethod: 'devtools' }))
      }
      return TIMES.map((time) => {
        const measured = reports.map(({ audits }) => audits[time]?.numericValue ?? Number.NaN)
        return measured.toSorted((a, b) => a - b)[Math.floor(runs / 2)] as number
      })
    },
    async close() {
      browser.kill()
      await once(browser, 'exit')
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

/** A hundred packages that the site never needs, so installed only here. */
function install() {
  console.log('Installing Lighthouse, once …')
  const cli = process.env.npm_execpath
  const [command = '', ...before] = cli?.endsWith('.js') ? [process.execPath, cli] : ['npm']
  const flags = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const env = { ...process.env, PUPPETEER_SKIP_DOWNLOAD: '1' }
  const { status } = spawnSync(command, [...before, ...flags], { cwd: FOLDER, stdio: 'inherit', env })
  if (status !== 0) throw new Error('Lighthouse could not be installed.')
}

async function loadLighthouse(): Promise<Run> {
  const { default: run } = (await import(join(PACKAGE, 'core/index.js'))) as { default: Run }
  const gatherer = join(PACKAGE, 'core/gather/gatherers/trace.js')
  const { default: tracing } = (await import(gatherer)) as { default: Tracing }
  const traced = tracing.getDefaultTraceCategories().filter((each) => each !== DEADLY_TRACE)
  tracing.getDefaultTraceCategories = () => traced
  return run
}

async function measuringBrowser() {
  const own = await browserProgram()
  const { CHROME_PATH } = process.env
  return CHROME_PATH ? { ...own, executablePath: CHROME_PATH, env: process.env } : own
}

async function browserName(port: number): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/json/version`)
  const { Browser } = (await answer.json()) as { Browser: string }
  return Browser.replace('/', ' ')
}

async function debuggingPort({ stderr }: ChildProcess): Promise<number> {
  if (!stderr) throw new Error('The browser has no output.')
  for await (const line of createInterface(stderr)) {
    const [, port] = /^DevTools listening on ws:\/\/[^:]+:(\d+)\//.exec(line) ?? []
    if (port) {
      stderr.resume()
      return Number(port)
    }
  }
  throw new Error('The browser ended before it could be driven.')
}

async function report(run: Run, address: string, port: number, asked: object): Promise<Report> {
  const flags = { port, logLevel: 'silent', ...asked, maxWaitForLoad: LOAD_LIMIT_MS }
  const result = await run(address, { ...flags, enableErrorReporting: false })
  if (!result) throw new Error(`Lighthouse gave no report of ${address}.`)
  return result.lhr
}

/** The median report of a category, or the failed one. */
function medianOf(reports: Report[], category: string): Report {
  const score = (each: Report) => scoreOf(each, category) ?? 0
  const ranked = reports.toSorted((a, b) => score(a) - score(b))
  const failed = reports.find((each) => each.runtimeError)
  return failed ?? (ranked[Math.floor(ranked.length / 2)] as Report)
}

function scoreOf({ categories, runtimeError }: Report, name: string): number | null {
  const score = categories[name]?.score
  return runtimeError || score === null || score === undefined ? null : Math.round(score * 100)
}

/** Lighthouse's own threshold for a good time. */
const GOOD = 0.9

function lostIn({ categories, audits, runtimeError }: Report, name: string): string[] {
  if (runtimeError) return [`no score for ${name}: ${runtimeError.message}`]
  const enough = name === 'performance' ? GOOD : 1
  return (categories[name]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < enough)
    .map(({ id }) => [audits[id]?.title, audits[id]?.displayValue].filter(Boolean).join(': '))
}
