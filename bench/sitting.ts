/**
 * From a paper to its first question on a 360 × 740 phone: slow 4G (150 ms, 1.6 Mbit/s), processor 4 × slower, empty
 * cache. When "Begin" has answered a press that came as soon as it was there, by saying that the clock runs, and when
 * question 1 is there, after the page is opened by its address and after a tap on the paper's page; and the scripts that
 * came, of which those of sitting alone are what the site's other pages have not.
 */
import type { Page } from 'playwright-core'
import { paperPath } from '#domain/paper/facts.ts'
import { launchBrowser, openPage } from '#tests/support/chromium.ts'
import { addSatPaper, button, OPTIONS } from '#tests/support/sit-page.ts'
import { openSite } from '#tests/support/site.ts'
import { figure, printMachine, printTable } from './support/table.ts'

const RUNS = 5
const QUESTIONS = 38
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }

const site = await openSite({ renders: true })
const browser = await launchBrowser()
try {
  const questions = Array.from({ length: QUESTIONS }, (_, at) => ({
    text: `Which of these is number ${at + 1}? ${OPTIONS}`,
    marks: 1,
  }))
  const paper = await addSatPaper(site, await site.signIn(), 'Waves', { questions, isRendered: true })
  const sit = `${site.origin}/papers/${paper.id}/sit`
  const cold = await measured(async (page) => void (await page.goto(sit, { waitUntil: 'commit' })))
  const tapped = await measured(
    (page) => page.getByRole('link', { name: 'Sit this paper' }).click(),
    async (page) => void (await page.goto(site.origin + paperPath(paper), { waitUntil: 'networkidle' })),
  )
  printMachine()
  printTable(
    `A sitting on slow 4G, processor 4 × slower, median of ${RUNS} runs`,
    ['', '"Begin" has answered, ms', 'question 1, ms', 'scripts, KB', 'of sitting alone, KB'],
    [
      ['by its address', ...cold],
      ['by a tap on the paper', ...tapped],
    ],
  )
} finally {
  await browser.close()
  await site.end()
}

type Step = (page: Page) => Promise<void>

async function measured(open: Step, before?: Step): Promise<string[]> {
  const runs: number[][] = []
  for (let run = 0; run < RUNS; run++) runs.push(await measureOnce(open, before))
  const [first = []] = runs
  return first.map((_, at) => {
    const all = runs.map((each) => each[at] ?? 0).sort((one, other) => one - other)
    return figure(all[Math.floor(RUNS / 2)] ?? 0, at < 2 ? 0 : 1)
  })
}

async function measureOnce(open: Step, before?: Step): Promise<number[]> {
  const page = await openPage(browser, { viewport: { width: 360, height: 740 }, isNew: true })
  const devtools = await page.context().newCDPSession(page)
  const scripts = new Map<string, { name: string; bytes: number }>()
  devtools.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script') scripts.set(requestId, { name: new URL(response.url).pathname, bytes: 0 })
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = scripts.get(requestId)
    if (one) one.bytes += encodedDataLength
  })
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', SLOW_4G)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await before?.(page)
  const start = performance.now()
  await open(page)
  await button(page, 'Begin').click()
  await page.locator('.sit-heard > span:visible, [role=timer]').first().waitFor()
  const answered = performance.now()
  await page.getByRole('timer').waitFor()
  const begun = performance.now()
  const all = [...scripts.values()]
  const kilobytes = (some: typeof all) => some.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000
  const own = all.filter(({ name }) => /\/sit(?:ting)?-[\w-]+\.js$/.test(name))
  await page.context().close()
  return [answered - start, begun - start, kilobytes(all), kilobytes(own)]
}
