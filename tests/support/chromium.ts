import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

const CACHE = join(import.meta.dirname, '../../node_modules/.cache/thervu-chromium')

/** Starts the browser that comes with the project's packages: nothing of the machine's is used, its libraries neither. */
export async function launchBrowser(): Promise<Browser> {
  return await chromium.launch({ headless: true, ...(await browserProgram()) })
}

let kept: Promise<Browser> | undefined

/**
 * The browser of the tests that run one after another: starting one costs more than many a file of tests. To close it
 * is to close all that was opened in it; it ends with its process.
 */
export async function openBrowser(): Promise<Browser> {
  if (!(await kept?.catch(() => undefined))?.isConnected()) kept = launchBrowser()
  const browser = (await kept) as Browser
  browser.close = async () => {
    for (const context of browser.contexts()) await context.close()
  }
  return browser
}

/** The browser's program, with what it must be started with. */
export async function browserProgram() {
  const folder = await unpack()
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      ...(process.env as Record<string, string>),
      LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
      FONTCONFIG_PATH: join(folder, 'fonts'),
    },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
    ],
  }
}

type VisitorOptions = BrowserContextOptions & {
  /** Has done nothing yet, so that the slideshow comes up; any other visitor is busy already and meets the page bare. */
  isNew?: boolean
}

/**
 * A page of a visitor of its own; what the page logs as an error fails the caller's `errors`. Without service workers
 * unless asked for: what passes through one is hidden from `page.route`, as soon as it has taken over.
 */
export async function openPage(
  browser: Browser,
  { isNew = false, ...options }: VisitorOptions = {},
): Promise<Page & { errors: string[] }> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    serviceWorkers: 'block',
    ...options,
  })
  if (!isNew) await context.addInitScript(tapFirst)
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return Object.assign(page, { errors })
}

/** The browser's count of presses, as after a first tap; set again when a clock has put its own in that place. */
function tapFirst() {
  const count = () => {
    const value = new Map([['pointerdown', 1]])
    Object.defineProperty(performance, 'eventCounts', { value, configurable: true })
  }
  count()
  document.addEventListener('readystatechange', count)
}

/** Unpacks the browser once per checkout; a folder appears whole or not at all, so that runs side by side may share it. */
async function unpack(): Promise<string> {
  if (existsSync(CACHE)) return CACHE
  await mkdir(join(CACHE, '..'), { recursive: true })
  const draft = await mkdtemp(`${CACHE}-`)
  // The package unpacks into the temporary folder, with the libraries only where it believes to be on such a machine.
  const before = { TMPDIR: process.env.TMPDIR, AWS_LAMBDA_JS_RUNTIME: process.env.AWS_LAMBDA_JS_RUNTIME }
  Object.assign(process.env, { TMPDIR: draft, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' })
  try {
    const { default: packed } = await import('@sparticuz/chromium')
    await packed.executablePath()
  } finally {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
  await rename(draft, CACHE).catch(() => rm(draft, { recursive: true }))
  return CACHE
}
