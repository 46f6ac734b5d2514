/**
 * Times `npm run dev`: its start, its first page, and a change of a text and of a style. It edits two files of the
 * Contact page and restores them.
 */
import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBrowser, openPage } from '#tests/support/chromium.ts'
import { printMachine } from './support/machine.ts'
import { figure, printTable } from './support/table.ts'

const ROOT = join(import.meta.dirname, '..')
const CHANGES = 5
const dataDir = mkdtempSync(join(tmpdir(), 'thervu-bench-'))
const [page, sheet] = [original('contact.tsx'), original('contact.css')]
const restore = () => {
  for (const { path, text } of [page, sheet]) writeFileSync(path, text)
  rmSync(dataDir, { recursive: true, force: true })
}
process.once('exit', restore)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

printMachine()
const begun = performance.now()
const child = spawn(process.execPath, [join(ROOT, 'scripts/setup.mjs'), 'dev'], {
  env: { ...process.env, PORT: '0', DATA_DIR: dataDir, SAMPLE_PAPERS: 'off', LOG_LEVEL: 'silent' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const origin = await new Promise<string>((resolve, reject) => {
  child.stdout.on('data', (chunk) => {
    const [, address] = /open at (\S+)/.exec(String(chunk)) ?? []
    if (address) resolve(address)
  })
  child.once('exit', (code) => reject(new Error(`npm run dev ended with ${code}`)))
})
const open = performance.now() - begun
await (await fetch(`${origin}/contact`)).text()
const answered = performance.now() - begun
const browser = await openBrowser()
const tab = await openPage(browser)
await tab.goto(`${origin}/contact`, { waitUntil: 'networkidle' })
const shown = performance.now() - begun

const shownAfter: number[] = []
const servedAfter: number[] = []
const styledAfter: number[] = []
for (let change = 1; change <= CHANGES; change++) {
  const words = `Contact ${change}`
  const at = performance.now()
  writeFileSync(page.path, page.text.replace('Contact Us</h1>', `${words}</h1>`))
  await tab.locator('h1', { hasText: words }).waitFor()
  shownAfter.push(performance.now() - at)
  while (!(await (await fetch(`${origin}/contact`)).text()).includes(`${words}</h1>`));
  servedAfter.push(performance.now() - at)
  const styled = performance.now()
  writeFileSync(sheet.path, `${sheet.text}\nh1 { outline: ${change}px solid; }\n`)
  await tab.waitForFunction(
    (width) => getComputedStyle(document.querySelector('h1') as Element).outlineWidth === width,
    `${change}px`,
  )
  styledAfter.push(performance.now() - styled)
}
printTable(
  'npm run dev, ms',
  ['', 'ms'],
  [
    ['open', figure(open)],
    ['first page answered', figure(answered)],
    ['first page shown and quiet in the browser', figure(shown)],
    [`a changed text is shown (median of ${CHANGES})`, figure(median(shownAfter))],
    [`a changed text is in the server's answer (median of ${CHANGES})`, figure(median(servedAfter))],
    [`a changed style is shown (median of ${CHANGES})`, figure(median(styledAfter))],
  ],
)
child.removeAllListeners('exit')
child.kill('SIGTERM')
await new Promise((resolve) => child.once('exit', resolve))
process.exit()

function original(name: string) {
  const [found] = globSync(`src/web/**/${name}`, { cwd: ROOT })
  if (!found) throw new Error(`There is no ${name} any more.`)
  const path = join(ROOT, found)
  return { path, text: readFileSync(path, 'utf8') }
}

function median(times: number[]) {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0
}
