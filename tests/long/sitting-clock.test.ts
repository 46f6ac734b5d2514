import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../support/chromium.ts'
import { addSatPaper, beginAt, button, openPhone, type Phone } from '../support/sit-page.ts'
import { openSite, type Site } from '../support/site.ts'

type Browser = Awaited<ReturnType<typeof openBrowser>>

const MINUTE = 60_000

let site: Site
let browser: Browser
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite({ renders: true }), openBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await site?.end()
})

/** Milliseconds that the sitting has counted up to now; `at` is when, by a clock that nobody sets. */
async function read(page: Phone): Promise<{ run: number; at: number }> {
  const asked = performance.now()
  const run = await page.evaluate(() => {
    document.dispatchEvent(new Event('visibilitychange'))
    const [, stored = ''] = Object.entries(localStorage).find(([key]) => key.startsWith('sitting:')) ?? []
    return JSON.parse(stored).clock.run as number
  })
  return { run, at: (asked + performance.now()) / 2 }
}

// Real time, as no fake clock can say what Chromium's own do while a page is hidden, frozen, closed or slow.
test(
  'in ten real minutes a sitting is never a second off: seen, hidden, frozen, closed, slow and with its clock set',
  async () => {
    const paper = await addSatPaper(site, await site.signIn(), 'Waves', { isRendered: true })
    let page = await openPhone(browser)
    const context = page.context()
    await context.addInitScript(() => {
      const now = Date.now.bind(Date)
      Date.now = () => now() + Number(localStorage.getItem('set-by') ?? 0)
    })
    await beginAt(page, `${site.origin}/papers/${paper.id}/sit`)
    const begun = await read(page)
    const errors: Record<string, number> = {}
    const note = async (name: string) => {
      const { run, at } = await read(page)
      errors[name] = Math.round(run - begun.run - (at - begun.at))
    }

    await wait(1.5 * MINUTE)
    await note('seen')

    const other = await context.newPage()
    await other.bringToFront()
    await wait(2 * MINUTE)
    await page.bringToFront()
    await other.close()
    await note('hidden')

    const devtools = await context.newCDPSession(page)
    await devtools.send('Page.setWebLifecycleState', { state: 'frozen' })
    await wait(2 * MINUTE)
    await devtools.send('Page.setWebLifecycleState', { state: 'active' })
    await note('frozen')

    const address = page.url()
    await page.close()
    await wait(1.5 * MINUTE)
    page = (await context.newPage()) as Phone
    await page.goto(address)
    await page.getByRole('timer').waitFor()
    await note('closed')

    const slow = await context.newCDPSession(page)
    await slow.send('Emulation.setCPUThrottlingRate', { rate: 6 })
    await wait(1.5 * MINUTE)
    await button(page, 'Next question').click()
    await slow.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await note('slow')

    await page.evaluate(() => localStorage.setItem('set-by', String(3_600_000)))
    await wait(1.5 * MINUTE)
    await note('clock set ahead by an hour')

    console.log(`Milliseconds off: ${JSON.stringify(errors)}`)
    const worst = Math.max(...Object.values(errors).map(Math.abs))
    expect(worst, JSON.stringify(errors)).toBeLessThan(1_000)
  },
  15 * MINUTE,
)
