import { expect, test } from 'vitest'
import { wakePage } from '../../support/chromium.ts'
import { madePapers, openManyFiles, pick, waitForRows } from '../../support/many-files.ts'
import { openDesk } from '../../support/sign-in-page.ts'
import { page, site, visitSpecifiedSite } from '../../support/specified-site.ts'
import { countUnreadAnswers, untilAnswersAreRead } from '../../support/unread-answers.ts'
import { fillUploadForm } from '../../support/upload-form.ts'

/**
 * Section 9 of the specification: business constants and limits. Each test is named by the sentence it ticks off.
 * Figures of the hosted services are held where a part of ours plays their role: the identity service's time-outs in
 * tests/identity/stored-token.test.ts, the refresh of its token and the back-off in tests/identity/keep-token-fresh.test.ts.
 */
visitSpecifiedSite({ viewport: { width: 1440, height: 900 } })

const carousel = () => page.getByRole('region', { name: 'Latest Papers' })

test('Latest papers in the carousel: 5. The card minimum width is 450 px.', async () => {
  await page.goto(`${site.origin}/`)
  await page.waitForLoadState('networkidle')
  const widths = await carousel()
    .getByRole('article')
    .evaluateAll((all) => all.map((card) => Math.round(card.getBoundingClientRect().width)))
  expect(widths.length).toBe(5)
  for (const width of widths) expect(width).toBeGreaterThanOrEqual(450)
})

test('The carousel loop lasts 20 s.', async () => {
  await page.goto(`${site.origin}/`)
  await wakePage(page)
  await carousel().scrollIntoViewIfNeeded()
  await page.mouse.move(5, 5)
  // The speed of the second card, over a stretch of time, against the length of one round.
  const seconds = await carousel().evaluate(async (region) => {
    const lefts = () =>
      [...region.querySelectorAll('article')].map((card) => card.getBoundingClientRect().left)
    const step = Math.abs((lefts()[2] ?? 0) - (lefts()[1] ?? 0))
    const at = () => lefts()[1] ?? 0
    // It moves by the time of each frame.
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
    let now = await frame()
    for (const still = at(); at() === still; ) now = await frame()
    const start = { left: at(), time: now }
    while (start.left - at() < 60 && now - start.time < 20_000) now = await frame()
    const speed = (start.left - at()) / (now - start.time)
    return (step * lefts().length) / speed / 1000
  })
  expect(seconds).toBeGreaterThan(15)
  expect(seconds).toBeLessThan(30)
})

test('Testimonial reveal threshold: 0.1 visibility.', async () => {
  await page.addInitScript(() => {
    const seen: unknown[] = []
    Object.assign(window, { thresholds: seen })
    window.IntersectionObserver = class extends IntersectionObserver {
      constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        super(callback, options)
        seen.push(options?.threshold)
      }
    }
  })
  await page.goto(`${site.origin}/`)
  const thresholds = () => page.evaluate(() => (window as unknown as { thresholds: unknown[] }).thresholds)
  await expect.poll(thresholds).toContain(0.1)
})

test('Storage retry limits: 120000 ms for an operation and 600000 ms for an upload. Retry happens on HTTP 408, 429 and 5xx.', async () => {
  await countUnreadAnswers(page)
  await openDesk(page, site.origin)
  await fillUploadForm(page)
  const upload = await givenUpAfter('**/publication', /^Upload$/)
  expect(upload.seconds).toBeGreaterThan(570)
  expect(upload.seconds).toBeLessThan(640)
  expect(upload.tries).toBeGreaterThan(30)

  await openManyFiles(page, site.origin)
  await pick(page, madePapers(1))
  await waitForRows(page, 'ready', 1)
  const operation = await givenUpAfter('**/publication', /^Publish 1 complete/)
  expect(operation.seconds).toBeGreaterThan(90)
  expect(operation.seconds).toBeLessThan(160)
  expect(operation.tries).toBeGreaterThan(8)
})

test('Database long-poll time-out bounds: 5 to 30 s: no page polls, so that one left open costs nobody anything.', async () => {
  await page.clock.install()
  await page.goto(`${site.origin}/contact`)
  await wakePage(page)
  await page.waitForLoadState('networkidle')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.clock.runFor(64_000)
  expect(asked).toEqual([])
})

test('Identity heartbeat: no page keeps entries or sends a header of its own about the reader.', async () => {
  const headers: string[] = []
  page.on('request', (request) => headers.push(...Object.keys(request.headers())))
  await page.goto(`${site.origin}/practice`)
  await page.waitForLoadState('networkidle')
  expect(headers.filter((name) => name.startsWith('x-'))).toEqual([])
  expect(await page.evaluate(() => [localStorage.length, document.cookie])).toEqual([0, ''])
})

/**
 * Presses a button whose call is answered with every status that passes in turn, until the page says so; then it has
 * been tried so often, in so many seconds of the page's own clock.
 */
async function givenUpAfter(address: string, button: RegExp) {
  const passing = [503, 429, 408, 500]
  let tries = 0
  await page.route(address, async (route) => {
    if (route.request().method() !== 'POST') return await route.fallback()
    await route.fulfill({ status: passing[tries++ % 4], json: { detail: 'The storage is asleep.' } })
  })
  await page.clock.install()
  const seconds = () => page.evaluate(() => performance.now() / 1000)
  const begun = await seconds()
  await page.getByRole('button', { name: button }).click()
  // The last try has what is left of the time, in real milliseconds, and may go without an answer on a busy machine.
  const given = page.getByText(/The storage is asleep\.|could not be reached/).first()
  // The page's clock goes on when every answer has arrived whole: they take none of its time.
  for (let step = 0; step < 200 && !(await given.isVisible()); step++) {
    await untilAnswersAreRead(page)
    await page.clock.runFor(4_000)
  }
  expect(await given.isVisible()).toBe(true)
  return { tries, seconds: (await seconds()) - begun }
}
