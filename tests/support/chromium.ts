import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statfsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core'
import { withLateFrames } from './late-frames.ts'

const MODULES = join(import.meta.dirname, '../../node_modules')
/**
 * The fonts of the test browser: Open Sans, which its package brings (next to this file, in `fonts`), and two that render
 * Tamil and Devanagari. The package's own file names folders of the machine, and Chromium aborts where they are empty.
 */
const FONTS_CONF = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <dir>${MODULES}/@expo-google-fonts/anek-tamil/400Regular</dir>
  <dir>${MODULES}/@expo-google-fonts/anek-devanagari/400Regular</dir>
  <cachedir>${MODULES}/.cache/thervu-font-cache</cachedir>
</fontconfig>
`

/**
 * All pages of one context in one process, and requests made by the browser's own: to start processes and to pass
 * messages between them was a sixth of opening a page. Playwright's own features come again, since the last list counts.
 */
const FEWER_PROCESSES = [
  '--process-per-site',
  '--renderer-process-limit=1',
  '--disable-site-isolation-trials',
  '--enable-features=NetworkServiceInProcess2,CDPScreenshotNewSurface,SkipListAccountsWithoutGaiaCookies',
]

/** Starts the browser that comes with the project's packages: nothing of the machine's is used, its libraries neither. */
export async function launchBrowser(): Promise<Browser> {
  return await withLateFrames(
    await chromium.launch({ headless: true, ...sharedMemory(), ...(await browserProgram()) }),
  )
}

/** Playwright keeps the browser's shared memory on the disk; where `/dev/shm` has room, a fifteenth of its work is saved. */
function sharedMemory() {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize > 2 ** 30 ? { ignoreDefaultArgs: ['--disable-dev-shm-usage'] } : {}
  } catch {
    return {}
  }
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
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      ...FEWER_PROCESSES,
    ],
  }
}

type VisitorOptions = BrowserContextOptions & {
  /** Has done nothing yet, so that the slideshow comes up; any other visitor is busy already and meets the page bare. */
  isNew?: boolean
}

/**
 * A page of a visitor of its own; what the page logs as an error fails the caller's `errors`. Without service workers
 * unless asked for: what passes through one is hidden from `page.route`, as soon as it has taken over. Nothing on it
 * moves by itself: rendering what moves takes a tenth of a core on every page and half of one on Home, all the while a
 * test waits. Tests of what moves, or of pages that do, use `openMovingPage`.
 */
export async function openPage(
  browser: Browser,
  { isNew = false, ...options }: VisitorOptions = {},
): Promise<Page & { errors: string[] }> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    ...options,
  })
  // A busy machine is no fault of the page.
  context.setDefaultTimeout(60_000)
  if (!isNew) await context.addInitScript(tapFirst)
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return Object.assign(page, { errors })
}

/** A page as `openPage` opens it, of a visitor who has not asked for less motion. */
export async function openMovingPage(browser: Browser, options: VisitorOptions = {}) {
  return await openPage(browser, { reducedMotion: 'no-preference', ...options })
}

/** With its own letters: those that come late are used from the next load on only, and there they may be late as well. */
export async function gotoWithFonts(page: Page, address: string): Promise<void> {
  await page.goto(address)
  for (let loads = 1; !(await page.evaluate(usesOwnLetters)); loads += 1) {
    if (loads === 20) throw new Error(`In ${loads} loads of ${address} its own letters never came in time.`)
    await page.reload()
  }
}

/** Whether words in the page's own family are of another width than in the one that stands in for it. */
async function usesOwnLetters() {
  await document.fonts.ready
  const [own, others] = ['Anek, monospace', 'monospace'].map((family) => {
    const span = document.createElement('span')
    span.style.cssText = `position: absolute; font: 400 100px ${family}`
    span.textContent = 'Letters'
    document.body.append(span)
    const { width } = span.getBoundingClientRect()
    span.remove()
    return width
  })
  return own !== others
}

/** Resolves once the page has rendered in a window of this size, what it does at `resize` included: frames may be late. */
export async function resizeTo(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  await page.evaluate(async ({ width, height }) => {
    const frame = () => new Promise(requestAnimationFrame)
    do await frame()
    while (innerWidth !== width || innerHeight !== height)
    await frame()
  }, size)
}

/** Where it is: to press a part of a sticky header, Playwright would scroll the page first. */
export async function pressInPlace(page: Page, part: Locator): Promise<void> {
  await part.waitFor()
  const box = (await part.boundingBox()) as { x: number; y: number; width: number; height: number }
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
}

/** Gives the first sign of a visitor, without a press, and waits until the page is hydrated. */
export async function hydratePage(page: Page): Promise<void> {
  const hydrated = page.locator('html[data-hydrated]')
  const isHydrated = () =>
    hydrated.waitFor({ state: 'attached', timeout: 500 }).then(
      () => true,
      () => false,
    )
  // What hears the sign may still be on its way; to ask without a pause takes the time that the page needs.
  for (let x = 3, isAwake = false; !isAwake; x = 7 - x) {
    await page.mouse.move(x, 3)
    isAwake = await isHydrated()
  }
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

/**
 * Unpacks the browser once per checkout, version and fonts.conf; a folder appears whole or not at all, so that runs
 * side by side may share it.
 */
async function unpack(): Promise<string> {
  const cache = join(MODULES, '.cache', `thervu-chromium-${cacheKey()}`)
  if (existsSync(cache)) return cache
  await mkdir(join(cache, '..'), { recursive: true })
  const draft = await mkdtemp(`${cache}-`)
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
  await writeFile(join(draft, 'fonts.conf'), FONTS_CONF)
  await rename(draft, cache).catch(() => rm(draft, { recursive: true }))
  return cache
}

function cacheKey(): string {
  const { version } = JSON.parse(readFileSync(join(MODULES, '@sparticuz/chromium/package.json'), 'utf8'))
  return `${version}-${createHash('sha256').update(FONTS_CONF).digest('hex').slice(0, 8)}`
}
