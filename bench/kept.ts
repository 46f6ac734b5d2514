/**
 * Papers without a connection, on a phone: how long twelve real papers take from the tap until they are kept on slow 4G,
 * and how long a kept one takes to open without a line with a 4× slower processor; what the worker's shell weighs.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { launchBrowser, openPage, wakePage } from '#tests/support/chromium.ts'
import { openSite, publish } from '#tests/support/site.ts'
import { untilDrawn } from '#tests/support/until-drawn.ts'
import { figure, printTable } from './support/table.ts'

const PAPERS = join(import.meta.dirname, '../../shared/papers')
const COUNT = 12
const RUNS = 5
const SLOWER = 4
/** Both ways, for all connections together. */
const BYTES_PER_SECOND = 1.6e6 / 8
const LATENCY_MS = 75

const site = await openSite({ draws: true })
const browser = await launchBrowser()
const line = await openSlow4G(Number(new URL(site.origin).port))
try {
  await measure()
} finally {
  await browser.close()
  line.close()
  await site.end()
}

async function measure() {
  const admin = await site.signIn()
  const files = readdirSync(PAPERS)
    .filter((name) => name.endsWith('.pdf'))
    .slice(0, COUNT)
  const papers = []
  for (const [at, name] of files.entries())
    papers.push(await publish(site, admin, { title: `Paper ${at + 1}` }, readFileSync(join(PAPERS, name))))
  await untilDrawn(site)
  const page = await openPage(browser, { viewport: { width: 360, height: 740 }, serviceWorkers: 'allow' })
  await page.addInitScript(notePaint)
  await page.goto(`${line.origin}/resources/cbse/12/`)
  await wakePage(page)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
  await page.locator('.keep-papers').scrollIntoViewIfNeeded()
  const button = page.getByRole('button', { name: /^Keep these \d+, / })
  await button.waitFor()
  const said = await button.textContent()
  const before = line.passed()
  const begun = performance.now()
  await button.click()
  await page.getByText(`All ${files.length} are kept on this phone`).waitFor({ timeout: 600_000 })
  const keeping = performance.now() - begun
  const bytes = line.passed() - before
  line.cut()
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  const withView: number[] = []
  const without: number[] = []
  // In turns, so that what else the machine does slows both.
  for (let run = 0; run < 2 * RUNS; run++) {
    const id = papers[run % papers.length]?.id ?? ''
    const isWithout = run % 2 === 1
    if (isWithout) await page.evaluate(forgetFirstView, id)
    await page.goto(`${line.origin}/kept?paper=${id}`)
    const painted = await (await page.waitForFunction(paintedAt)).jsonValue()
    ;(isWithout ? without : withView).push(painted)
    // What the page still does would slow the next down.
    await page.locator('.reader[data-resumes]').waitFor()
    await page.waitForLoadState('networkidle')
  }
  withView.sort((a, b) => a - b)
  without.sort((a, b) => a - b)
  printTable(
    `Papers without a connection (1 KB = 1,000 bytes)`,
    ['', 'figure'],
    [
      [`said before: ${said}`, ''],
      [`${files.length} papers from the tap until kept on slow 4G, s`, figure(keeping / 1000, 1)],
      ['bytes that this took, KB', figure(bytes / 1000)],
      [
        `page 1 of a kept paper without a line, processor ${SLOWER}× slower, median of ${RUNS}, s`,
        median(withView),
      ],
      ['the slowest of these, s', figure((withView.at(-1) ?? 0) / 1000, 2)],
      ['the same drawn by React alone, s', median(without)],
    ],
  )
}

function median(sorted: number[]) {
  return figure((sorted[sorted.length >> 1] ?? 0) / 1000, 2)
}

async function forgetFirstView(id: string) {
  await (await caches.open('thervu-kept-page')).delete(`/kept?paper=${id}`)
}

/** When the picture of page 1 is on the screen, in milliseconds after the tap. */
function notePaint() {
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { url?: string })[])
      if (entry.url?.includes('/1-720.webp')) Object.assign(window, { painted: entry.startTime })
  }).observe({ type: 'largest-contentful-paint', buffered: true })
}

function paintedAt() {
  return (window as { painted?: number }).painted ?? 0
}

/** A line of 1.6 Mbit/s and 150 ms there and back, also for what a worker fetches, which a page's emulation leaves out. */
async function openSlow4G(port: number) {
  const sockets = new Set<Socket>()
  let passed = 0
  let freeAt = 0
  let isCut = false
  const server = createServer((near) => {
    if (isCut) return void near.destroy()
    const far = connect(port, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
    }
    near.on('data', (bytes) => setTimeout(() => far.write(bytes), LATENCY_MS))
    far.on('data', (bytes) => {
      passed += bytes.length
      far.pause()
      freeAt = Math.max(freeAt, performance.now()) + (bytes.length / BYTES_PER_SECOND) * 1000
      const wait = freeAt - performance.now()
      setTimeout(() => far.resume(), wait)
      setTimeout(() => near.write(bytes), wait + LATENCY_MS)
    })
    near.on('close', () => far.destroy())
    far.on('close', () => setTimeout(() => near.end(), LATENCY_MS * 4))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const end = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    origin: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    passed: () => passed,
    cut() {
      isCut = true
      end()
    },
    close() {
      end()
      server.close()
    },
  }
}
