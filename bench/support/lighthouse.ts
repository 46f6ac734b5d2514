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
const LOAD_LIMIT_MS = 15_000

type Audit = { score: number | null; title: string; displayValue?: string }
type Category = { score: number | null; auditRefs: { id: string; weight: number }[] }
/** The part of Lighthouse's report that is read here. */
type Report = {
  categories: Record<string, Category>
  audits: Record<string, Audit>
  runtimeError?: { message: string }
}
type Run = (address: string, flags: object) => Promise<{ lhr: Report } | undefined>

export type Scores = {
  /** Performance, accessibility, best practices, SEO: 0 to 100, or null where Lighthouse gave none. */
  scores: (number | null)[]
  /** What cost points, each with its figure. */
  lost: string[]
}

export type Lighthouse = {
  /** A page's scores on Lighthouse's slow phone: performance is the median of `runs`. */
  score(address: string, runs: number): Promise<Scores>
  close(): Promise<void>
}

/** Lighthouse with a browser of its own, the same program that the tests drive; it reports to nobody. */
export async function openLighthouse(): Promise<Lighthouse> {
  if (!existsSync(PACKAGE)) install()
  const { default: run } = (await import(join(PACKAGE, 'core/index.js'))) as { default: Run }
  const profile = mkdtempSync(join(tmpdir(), 'thervu-lighthouse-'))
  const { executablePath, args, env } = await browserProgram()
  const browser = spawn(
    executablePath,
    [...args, '--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`],
    { env, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const port = await debuggingPort(browser)
  return {
    async score(address, runs) {
      const result: Scores = { scores: [], lost: [] }
      // Apart, so that one that fails leaves the others their score.
      for (const name of CATEGORIES) {
        const reports: Report[] = []
        while (
          reports.length < (name === 'performance' ? runs : 1) &&
          !reports.some((each) => each.runtimeError)
        )
          reports.push(await report(run, address, port, name))
        const median = medianOf(reports)
        result.scores.push(scoreOf(median, name))
        result.lost.push(...lostIn(median, name))
      }
      return result
    },
    async close() {
      browser.kill()
      await once(browser, 'exit')
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

/** A hundred packages that the site itself never needs: they come once, from the npm registry. */
function install() {
  console.log('Installing Lighthouse, once …')
  const cli = process.env.npm_execpath
  const [command = '', ...before] = cli?.endsWith('.js') ? [process.execPath, cli] : ['npm']
  const flags = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const env = { ...process.env, PUPPETEER_SKIP_DOWNLOAD: '1' }
  const { status } = spawnSync(command, [...before, ...flags], { cwd: FOLDER, stdio: 'inherit', env })
  if (status !== 0) throw new Error('Lighthouse could not be installed.')
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

async function report(run: Run, address: string, port: number, category: string): Promise<Report> {
  const flags = { port, logLevel: 'silent', onlyCategories: [category], maxWaitForLoad: LOAD_LIMIT_MS }
  const result = await run(address, { ...flags, enableErrorReporting: false })
  if (!result) throw new Error(`Lighthouse gave no report of ${address}.`)
  return result.lhr
}

/** The report of median performance, or the one that failed. */
function medianOf(reports: Report[]): Report {
  const performance = (each: Report) => scoreOf(each, 'performance') ?? 0
  const ranked = reports.toSorted((a, b) => performance(a) - performance(b))
  const failed = reports.find((each) => each.runtimeError)
  return failed ?? (ranked[Math.floor(ranked.length / 2)] as Report)
}

function scoreOf({ categories, runtimeError }: Report, name: string): number | null {
  const score = categories[name]?.score
  return runtimeError || score === null || score === undefined ? null : Math.round(score * 100)
}

/** Simulated times are never perfect; they are named from where Lighthouse itself stops calling them good. */
const GOOD = 0.9

function lostIn({ categories, audits, runtimeError }: Report, name: string): string[] {
  if (runtimeError) return [`no score for ${name}: ${runtimeError.message}`]
  const enough = name === 'performance' ? GOOD : 1
  return (categories[name]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < enough)
    .map(({ id }) => [audits[id]?.title, audits[id]?.displayValue].filter(Boolean).join(': '))
}
