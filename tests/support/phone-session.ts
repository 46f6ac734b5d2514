import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { openBrowser, openPage } from './chromium.ts'
import { openLine } from './cut-line.ts'
import { openSite, type SignedIn, type Site } from './site.ts'
import { untilDrawn } from './until-drawn.ts'

/** What the tests of a file share: a site, the browser of a phone, the line between both, and an administrator. */
export let site: Site
export let browser: Browser
export let line: Awaited<ReturnType<typeof openLine>>
export let admin: SignedIn

/** Opens a site of its own before the tests of a file, fills it, and waits until the pages of its papers are drawn. */
export function visitByPhone(fill: () => Promise<void>) {
  beforeAll(async () => {
    ;[site, browser] = await Promise.all([openSite({ draws: true }), openBrowser()])
    line = await openLine({ host: '127.0.0.1', port: Number(new URL(site.origin).port) })
    admin = await site.signIn()
    await fill()
    await untilDrawn(site)
  }, 180_000)
  afterAll(async () => {
    await browser?.close()
    await line?.close()
    await site?.end()
  })
}

/** An address of the site, over the line. */
export const at = (path: string) => `http://127.0.0.1:${line.port}${path}`

/** A page of a phone of its own, on which the site's worker runs. */
export async function openPhone(options: Parameters<typeof openPage>[1] = {}) {
  return await openPage(browser, {
    viewport: { width: 360, height: 740 },
    serviceWorkers: 'allow',
    ...options,
  })
}
