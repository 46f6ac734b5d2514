import type { Browser, CDPSession, Page } from 'playwright-core'
import { hydratePage } from './chromium.ts'
import { shiftsOf, watchShifts } from './layout-shifts.ts'

/** A cheap phone, upright. */
const PHONE = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
const KINDS = { Document: 'html', Stylesheet: 'css', Script: 'js', Font: 'fonts', Image: 'images' } as const

type Kind = (typeof KINDS)[keyof typeof KINDS] | 'other'
type Loaded = { url: URL; kind: Kind; bytes: number }

export type FirstView = {
  requests: number
  /** Bytes over the wire by kind, headers included. */
  bytes: Record<Kind, number>
  /** All of them but the papers' pictures. */
  bytesWithoutThumbnails: number
  /** Addresses outside the site that were asked for. */
  elsewhere: string[]
  /** Cumulative layout shift. */
  shift: number
  /** When the largest part was painted, in milliseconds. */
  largestPaint: number
  /** Bytes of scripts that come with the first sign of a visitor. */
  scriptsOfTap: number
}

declare global {
  interface Window {
    largestPaint: number
  }
}

/** What a phone with an empty cache loads and sees of a page before anything is touched. */
export async function measureFirstView(browser: Browser, address: string): Promise<FirstView> {
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  const loaded = await watchNetwork(await context.newCDPSession(page))
  await watchPaint(page)
  await page.addInitScript(hydrateNothingByItself)
  await page.goto(address, { waitUntil: 'networkidle' })
  const largestPaint = await page.evaluate(() => window.largestPaint)
  const shift = (await shiftsOf(page)).reduce((all, one) => all + Number.parseFloat(one), 0)
  const view = sum([...loaded.values()], new URL(address).origin)
  await hydratePage(page)
  const { bytes } = sum([...loaded.values()], new URL(address).origin)
  await context.close()
  return { ...view, shift, largestPaint, scriptsOfTap: bytes.js - view.bytes.js }
}

/** What is in sight for five seconds or more becomes React's by itself: on a busy machine, within the first view. */
function hydrateNothingByItself() {
  document.addEventListener('readystatechange', () => {
    for (const part of document.querySelectorAll<HTMLElement>('[data-hydrates]'))
      if (Number(part.dataset.hydrates) >= 5) part.removeAttribute('data-hydrates')
  })
}

async function watchNetwork(session: CDPSession): Promise<Map<string, Loaded>> {
  const loaded = new Map<string, Loaded>()
  session.on('Network.requestWillBeSent', ({ requestId, request, type, redirectResponse }) => {
    const before = redirectResponse?.encodedDataLength ?? 0
    const kind = KINDS[type as keyof typeof KINDS] ?? 'other'
    loaded.set(requestId, { url: new URL(request.url), kind, bytes: before })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = loaded.get(requestId)
    if (one) one.bytes += encodedDataLength
  })
  await session.send('Network.enable')
  return loaded
}

async function watchPaint(page: Page) {
  await watchShifts(page)
  await page.addInitScript(() => {
    window.largestPaint = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.largestPaint = entry.startTime
    }).observe({ type: 'largest-contentful-paint', buffered: true })
  })
}

function sum(loaded: Loaded[], origin: string): Omit<FirstView, 'shift' | 'largestPaint' | 'scriptsOfTap'> {
  const overWire = loaded.filter(({ url }) => url.protocol.startsWith('http'))
  const bytes = { html: 0, css: 0, js: 0, fonts: 0, images: 0, other: 0 }
  for (const one of overWire) bytes[one.kind] += one.bytes
  const unpictured = overWire.filter(({ url }) => !url.pathname.startsWith('/files/thumbnail/'))
  return {
    requests: overWire.length,
    bytes,
    bytesWithoutThumbnails: unpictured.reduce((total, one) => total + one.bytes, 0),
    elsewhere: overWire.filter(({ url }) => url.origin !== origin).map(({ url }) => url.href),
  }
}
