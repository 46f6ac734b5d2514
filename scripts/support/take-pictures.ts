import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser, openPage } from '#tests/support/chromium.ts'
import { openSite, type Site } from '#tests/support/site.ts'
import { ADMIN_SCENES } from './admin-scenes.ts'
import { freezeTime, NOW } from './freeze-time.ts'
import { seedSite } from './seed-site.ts'
import { VISITOR_SCENES } from './visitor-scenes.ts'

const WIDTHS = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
]

export type Scene = {
  name: string
  open(page: Page, sites: Sites): Promise<void>
  options?: Parameters<typeof openPage>[1]
  /** Only the window: a full-page picture would move what floats above the page. */
  window?: true
  print?: true
  /** Only these widths, where the state depends on the width. */
  widths?: number[]
}

export type Sites = {
  site: Site
  empty: Site
  /** Paths with generated ids. */
  addresses: { paper: string; list: string }
}

export async function takePictures(folder: string, part: string): Promise<void> {
  const time = freezeTime()
  const [site, empty, browser] = await Promise.all([
    openSite({ env: { SAMPLE_PAPERS: 'on' }, http: { counterRates: { perAddress: 1e9, perSecond: 1e9 } } }),
    openSite(),
    launchBrowser(),
  ])
  try {
    const addresses = await seedSite(site, time)
    time.run()
    for (const scene of [...VISITOR_SCENES, ...ADMIN_SCENES].filter(({ name }) => name.includes(part)))
      await takeScene(browser, scene, { site, empty, addresses }, folder)
  } finally {
    await browser.close()
    await Promise.all([site.end(), empty.end()])
  }
}

async function takeScene(browser: Browser, scene: Scene, sites: Sites, folder: string) {
  const sizes = WIDTHS.filter(({ width }) => scene.widths?.includes(width) ?? true)
  const page = await openPage(browser, { reducedMotion: 'reduce', viewport: sizes[0], ...scene.options })
  try {
    page.setDefaultTimeout(30_000)
    await page.addInitScript(startAt, NOW.getTime())
    await page.addInitScript(stopWatching)
    // Frames do not come where scripts do not run.
    const settle = scene.options?.javaScriptEnabled === false ? async () => {} : watchRequests(page)
    // Letters that come late are shown from the second page on.
    await page.goto(sites.site.origin, { waitUntil: 'networkidle' })
    await scene.open(page, sites)
    if (scene.print) await page.emulateMedia({ media: 'print' })
    for (const viewport of sizes) {
      await page.setViewportSize(viewport)
      for (const colorScheme of scene.print ? (['light'] as const) : (['light', 'dark'] as const)) {
        await page.emulateMedia({ colorScheme })
        const path = join(folder, `${scene.name}-${viewport.width}-${colorScheme}.png`)
        await takePicture(page, settle, scene, path)
      }
    }
  } catch (error) {
    console.error(`${scene.name}: ${(error as Error).message}`)
    process.exitCode = 1
  } finally {
    await page.context().close()
  }
}

/** Only `Date`, so that timers run as usual. */
function startAt(time: number) {
  const now = () => Math.floor(time + performance.now())
  globalThis.Date = new Proxy(Date, {
    construct: (target, args) => Reflect.construct(target, args.length > 0 ? args : [now()]),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
}

/** A full-page picture makes the window as high as the page: nothing may be loaded for that while `isTaken`. */
function stopWatching() {
  const Real = IntersectionObserver
  globalThis.IntersectionObserver = class extends Real {
    constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
      super((entries, self) => {
        if (!('isTaken' in document.documentElement.dataset)) callback(entries, self)
      }, options)
    }
  }
}

/** Returns what waits until the page has no request under way and has nothing left to render. */
function watchRequests(page: Page): () => Promise<void> {
  const seen = { begun: 0, ended: 0 }
  page.on('request', () => {
    seen.begun += 1
  })
  const end = () => {
    seen.ended += 1
  }
  page.on('requestfinished', end).on('requestfailed', end)
  return async () => {
    const last = performance.now() + 30_000
    for (let begun = -1; begun !== seen.begun || seen.ended < seen.begun; ) {
      if (performance.now() > last) throw new Error('it does not come to rest')
      begun = seen.begun
      await page.evaluate(async () => {
        for (let frame = 0; frame < 3; frame += 1) {
          await new Promise((done) => requestIdleCallback(done, { timeout: 1_000 }))
          await new Promise(requestAnimationFrame)
        }
      })
    }
  }
}

/** Waits for fonts, images and what the page asks for by itself. */
async function takePicture(
  page: Page,
  settle: () => Promise<void>,
  { window: isWindow }: Scene,
  path: string,
) {
  await settle()
  for (const frame of page.frames()) await frame.evaluate(loadImages)
  await settle()
  for (const frame of page.frames()) {
    await frame.evaluate(loadImages)
    // In previews too: more of them is in sight then.
    await frame.evaluate(() => {
      document.documentElement.dataset.isTaken = ''
    })
  }
  await page.evaluate(() => {
    // Keys, codes and short links are random, and the server's clock goes on.
    for (const code of document.querySelectorAll('main code, [aria-label^="QR code"] + p b'))
      code.textContent = 'ABCD EFGH'
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      text.nodeValue = text.nodeValue?.replace(/\b\d{1,2}:\d\d\s(?=[ap]m\b)/g, '10:00 ') ?? null
  })
  const mask = [page.locator('.qr-square, [aria-label^="QR code"]')]
  await page.screenshot({ path, fullPage: !isWindow, animations: 'disabled', mask, maskColor: '#888' })
  for (const frame of page.frames())
    await frame.evaluate(() => delete document.documentElement.dataset.isTaken)
}

/** In a page or a preview of one: also what is not in sight, as a full-page picture shows it. */
async function loadImages() {
  for (const image of document.images) image.loading = 'eager'
  await document.fonts.ready
  const shown = [...document.images].filter((image) => image.checkVisibility() && image.currentSrc)
  const come = Promise.all(shown.map((image) => image.decode().catch(() => {})))
  await Promise.race([come, new Promise((done) => setTimeout(done, 5_000))])
}
