/**
 * A first view on a 360 × 740 phone with an empty cache until the network rests, nothing touched; what the first tap
 * then loads; and Lighthouse (mobile) with both of its slow lines, of six pages or of those given as arguments, in the
 * language given as one (`ta`, `hi`). CHROME_PATH: Lighthouse's browser, if not the project's own.
 */
import { inLanguage, SHOWN_LANGUAGES } from '#domain/language/languages.ts'
import { launchBrowser } from '#tests/support/chromium.ts'
import { measureFirstView } from '#tests/support/first-view.ts'
import { openChildSite } from './support/child-site.ts'
import { openLighthouse } from './support/lighthouse.ts'
import { figure, printTable } from './support/table.ts'

const RUNS = 3
const HEAD = [
  'KB over the wire',
  'requests',
  'HTML',
  'CSS',
  'JS',
  'JS of a tap',
  'fonts',
  'images',
  'without thumbnails',
]
const SCORES = ['performance', 'accessibility', 'best practices', 'SEO']
const TIMES = ['first paint, ms', 'largest paint, ms', 'blocked, ms']
const SEEN = ['simulated line', 'to others', 'CLS', ...SCORES, ...TIMES]

const asked = process.argv.slice(2)
const language = SHOWN_LANGUAGES.find((each) => asked.includes(each)) ?? 'en'
const others = asked.filter((each) => each !== language)
const site = await openChildSite({ samples: true })
const browser = await launchBrowser()
const lighthouse = await openLighthouse()
try {
  const paths = others.length > 0 ? others : await visitorPages()
  await measurePages(paths.map((path) => inLanguage(path, language)))
} finally {
  await lighthouse.close()
  await browser.close()
  await site.end()
}

async function visitorPages(): Promise<string[]> {
  const practice = await (await fetch(`${site.origin}/practice`)).text()
  const [, paper = '/papers/'] = /href="(\/papers\/[^"]+)"/.exec(practice) ?? []
  return ['/', '/practice', '/resources/cbse/12/', paper, '/pricing', '/contact']
}

async function measurePages(paths: string[]) {
  const [weights, sights, waits, losses]: [string[][], string[][], string[][], string[]] = [[], [], [], []]
  for (const path of paths) {
    const { status } = await fetch(`${site.origin}${path}`, { redirect: 'manual' })
    if (status !== 200) {
      console.log(`${path} is left out: it answers ${status}.`)
      continue
    }
    const address = `${site.origin}${path}`
    const { bytes, ...view } = await measureFirstView(browser, address)
    const kilobytes = [
      bytes.html,
      bytes.css,
      bytes.js,
      view.scriptsOfTap,
      bytes.fonts,
      bytes.images,
      view.bytesWithoutThumbnails,
    ]
    weights.push([path, figure(view.requests), ...kilobytes.map((each) => figure(each / 1000, 1))])
    const { scores, times, lost } = await lighthouse.score(address, RUNS)
    const seen = [figure(view.elsewhere.length), figure(view.shift, 3)]
    const scored = scores.map((score) => (score === null ? 'none' : figure(score)))
    sights.push([path, ...seen, ...scored, ...times.map((time) => figure(time))])
    const slow = await lighthouse.time(address, RUNS)
    waits.push([path, ...slow.map((time) => figure(time))])
    losses.push(...lost.map((each) => `${path}: ${each}`))
  }
  printTable('First view on a phone, empty cache (1 KB = 1,000 bytes, headers included)', HEAD, weights)
  printTable(`What is seen; Lighthouse, mobile, median of ${RUNS} runs in ${lighthouse.name}`, SEEN, sights)
  printTable(
    `Applied: 562 ms, 1.44 Mbit/s, processor 4 × slower, median of ${RUNS} runs`,
    ['', ...TIMES],
    waits,
  )
  if (losses.length > 0) console.log(`\nWhat costs points:\n${losses.map((loss) => `- ${loss}`).join('\n')}`)
}
