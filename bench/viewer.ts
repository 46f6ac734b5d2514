/**
 * Page 1 of the fifteen real papers on a phone with slow 4G and an empty cache: our page until its picture is shown,
 * against the PDF's download alone, because headless Chromium shows no PDF. The page is in the language given (`ta`, `hi`).
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { inLanguage } from '#domain/language/languages.ts'
import { paperPath } from '#domain/paper/paper-path.ts'
import { launchBrowser } from '#tests/support/chromium.ts'
import { openSite, publish } from '#tests/support/site.ts'
import { askedLanguage } from './support/asked-language.ts'
import { figure, printTable } from './support/table.ts'

const PAPERS = join(import.meta.dirname, '../../shared/papers')
const RUNS = 3
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 }
const SLOWER = 4
const DRAWN_WITHIN_MS = 5 * 60_000

type Way = { bytes: number; milliseconds: number }

const { language } = askedLanguage()
const site = await openSite({ draws: true })
const browser = await launchBrowser()
try {
  await measurePapers()
} finally {
  await browser.close()
  await site.end()
}

async function measurePapers() {
  const admin = await site.signIn()
  const rows: string[][] = []
  const sums = { page: 0, picture: 0, file: 0, slowest: 0 }
  for (const [at, name] of readdirSync(PAPERS)
    .filter((each) => each.endsWith('.pdf'))
    .entries()) {
    const title = `Paper ${at + 1}: ${name.slice(0, 20)}`
    const paper = await publish(site, admin, { title }, readFileSync(join(PAPERS, name)))
    await untilDrawn(paper.id)
    const page = await medianOf(() => readHere(browser, site.origin + inLanguage(paperPath(paper), language)))
    const file = await medianOf(() => download(browser, site.origin + paper.link))
    sums.page += page.bytes
    sums.picture += page.picture
    sums.file += file.bytes
    sums.slowest = Math.max(sums.slowest, page.milliseconds)
    rows.push([
      name.slice(0, 28),
      figure(paper.pages),
      figure(page.picture / 1000, 1),
      figure(page.bytes / 1000, 1),
      figure(page.milliseconds / 1000, 2),
      figure(file.bytes / 1000, 1),
      figure(file.milliseconds / 1000, 2),
      `${figure((page.picture / file.bytes) * 100)} %`,
      `${figure((page.bytes / file.bytes) * 100)} %`,
    ])
  }
  printTable(
    `Page 1 on slow 4G with a ${SLOWER}× slower processor, median of ${RUNS} (1 KB = 1,000 bytes)`,
    [
      '',
      'pages',
      'picture, KB',
      'all until then, KB',
      'readable, s',
      'PDF, KB',
      'PDF arrived, s',
      'picture / PDF',
      'all / PDF',
    ],
    rows,
  )
  console.log(
    `\nAll papers: pictures ${figure((sums.picture / sums.file) * 100)} % and everything ${figure((sums.page / sums.file) * 100)} % of the PDFs' bytes; slowest page 1 after ${figure(sums.slowest / 1000, 2)} s.`,
  )
}

async function untilDrawn(paper: string) {
  const { readDb } = site.app
  const late = Date.now() + DRAWN_WITHIN_MS
  for (;;) {
    const row = await readDb
      .selectFrom('drawingJobs')
      .innerJoin('papers', 'papers.fileKey', 'drawingJobs.fileKey')
      .select('drawingJobs.state')
      .where('papers.id', '=', paper)
      .executeTakeFirst()
    if (row?.state === 'done') return
    if (row?.state === 'failed' || Date.now() > late) throw new Error(`${paper} is not drawn: ${row?.state}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** When page 1 was painted, and the bytes that had arrived by then. */
async function readHere(browser: Browser, address: string): Promise<Way & { picture: number }> {
  const { page, close } = await openPhone(browser)
  await page.goto(address)
  const seen = await page.evaluate(async () => {
    const painted = await new Promise<{ url: string; startTime: number }>((resolve) => {
      const watch = (list: PerformanceObserverEntryList) => {
        const paints = list.getEntries() as (PerformanceEntry & { url: string })[]
        const first = paints.find(({ url }) => /\/pages\/\w+\/1-\d+\.webp$/.test(url))
        if (first) resolve(first)
      }
      new PerformanceObserver(watch).observe({ type: 'largest-contentful-paint', buffered: true })
    })
    const came = [
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource'),
    ] as PerformanceResourceTiming[]
    const bytes = came
      .filter(({ responseEnd }) => responseEnd > 0 && responseEnd <= painted.startTime)
      .reduce((sum, { transferSize }) => sum + transferSize, 0)
    const picture = came.find(({ name }) => name === painted.url)?.transferSize ?? 0
    return { milliseconds: painted.startTime, bytes, picture }
  })
  await close()
  return seen
}

async function download(browser: Browser, address: string): Promise<Way> {
  const { page, bytes, close } = await openPhone(browser)
  await page.goto(`${site.origin}/healthz`)
  const before = bytes()
  const milliseconds = await page.evaluate(async (file) => {
    const begun = performance.now()
    await (await fetch(file)).arrayBuffer()
    return performance.now() - begun
  }, address)
  const arrived = { milliseconds, bytes: bytes() - before }
  await close()
  return arrived
}

async function openPhone(browser: Browser) {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    serviceWorkers: 'block',
    bypassCSP: true,
  })
  const page: Page = await context.newPage()
  const line: CDPSession = await context.newCDPSession(page)
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', SLOW_4G)
  await line.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  let received = 0
  line.on('Network.dataReceived', ({ encodedDataLength }) => {
    received += encodedDataLength
  })
  return { page, bytes: () => received, close: () => context.close() }
}

async function medianOf<W extends Way>(measure: () => Promise<W>): Promise<W> {
  const runs: W[] = []
  for (let run = 0; run < RUNS; run++) runs.push(await measure())
  const middle = runs.sort((a, b) => a.milliseconds - b.milliseconds)[Math.floor(RUNS / 2)]
  if (!middle) throw new Error('Nothing was measured')
  return middle
}
