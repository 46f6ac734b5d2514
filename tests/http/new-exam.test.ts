import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { copyCheckout } from '../support/checkout.ts'
import { openDataDir, startChild } from '../support/child-site.ts'
import { inboxOf, publishAhead } from '../support/inbox.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { openSite, publish } from '../support/site.ts'
import { expectWhole } from '../support/stored.ts'
import { sendAhead } from '../support/uploads.ts'

const ROOT = join(import.meta.dirname, '../..')
const TABLE = 'src/domain/paper/exams-and-subjects.ts'
const BEFORE = /^ {2}\{ id: 'tnpsc'.*\n/m
const LINE = "  { id: 'nda', label: 'NDA', kind: 'entrance', number: 62 },\n"

const ofExam = { degree: 'nda', subject: 'all', month: 'April', year: '2024' }
const ofBoard = { title: 'Matrices and vectors', degree: '12th-cbse', subject: 'Hindi' }

test('an exam is one line of the table: its papers are uploaded, listed, found and filtered, and Home names it', {
  timeout: 300_000,
}, async () => {
  await using data = await openDataDir()
  const before = await openSite({ dataDir: data.path })
  const old = await publish(before, await before.signIn(), ofBoard)
  await expect(publish(before, await before.signIn(), ofExam)).rejects.toThrow('Choose a degree')
  expect((await before.fetch('/resources/nda/previous-years/')).status).toBe(404)
  await before.end({ keepData: true })

  const checkout = checkoutWithTable((text) => text.replace(BEFORE, `$&${LINE}`))
  const site = await startChild(data.path, {}, checkout)
  onTestFinished(async () => void (await site.end()))
  const admin = await site.signIn()
  const read = async (path: string) =>
    (await site.fetch(path, { headers: { Cookie: admin.cookie, ...admin.headers } })).json()
  const page = async (path: string) => (await site.fetch(path)).text()
  const titles = async (query: string) =>
    (await read(`/api/papers?${query}`)).papers.map(({ title }: { title: string }) => title)

  const paper = await publish(site, admin, { ...ofExam, title: 'Vectors of the academy' })
  expect(paper).toMatchObject({ type: 'nda', grade: 'previous-years' })
  expect(paper.link).toMatch(/^\/files\/nda\//)

  const file = plainPdf({ text: 'Other questions' })
  expect((await sendAhead(site, admin, 'nda-inbox-1', { name: 'NDA 2023 maths.pdf', file })).status).toBe(201)
  const [held] = await inboxOf(site, admin)
  expect(held?.hints.degree).toEqual({ value: 'nda', sure: true })
  const published = await publishAhead(site, admin, 'nda-inbox-1', {
    ...ofExam,
    title: 'From the inbox',
    year: '2023',
  })
  expect(published.status).toBe(201)

  expect(await titles('type=nda')).toEqual(['Vectors of the academy', 'From the inbox'])
  expect(await page('/resources/nda/previous-years/')).toContain('Vectors of the academy')
  expect(await page('/practice')).toContain('PREVIOUS YEARS NDA')
  expect((await site.fetch('/resources/nda/12/')).status).toBe(404)

  expect(await titles('q=nda')).toEqual(['Vectors of the academy', 'From the inbox'])
  expect(await titles('q=nda+2023')).toEqual(['From the inbox'])
  expect(await titles('q=nda+vectors')).toEqual(['Vectors of the academy'])
  const { facets } = await read('/api/papers?q=vectors')
  expect(facets.type).toEqual([
    { value: 'cbse', papers: 1 },
    { value: 'nda', papers: 1 },
  ])
  expect(await page('/search?q=vectors')).toContain('<option value="nda">NDA (1)</option>')
  expect(await titles('q=vectors&type=nda')).toEqual(['Vectors of the academy'])

  const home = await page('/')
  expect(home).toContain('/resources/nda/previous-years')
  expect(home).toContain('JEE / NEET / NDA')
  expect(home).toContain('6 boards and exams')
  expect(home).toContain('JEE, NEET, TNPSC and NDA')
  const { covered } = await read('/api/admin/activity/coverage?type=exams')
  expect(covered.map(({ type, year }: { type: string; year: number }) => [type, year])).toEqual(
    expect.arrayContaining([['nda', 2024]]),
  )

  // The search index was made anew with the table, and what was there before is where it was.
  expect(await titles('q=matrices+hindi')).toEqual([old.title])
  expect((await site.fetch(old.link)).status).toBe(200)
  await site.end('SIGTERM')
  await expectWhole(data.path)
})

/** A checkout that differs from this one in the table alone; its types are right and it is built. */
function checkoutWithTable(change: (text: string) => string): string {
  const checkout = mkdtempSync(join(tmpdir(), 'thervu-new-exam-'))
  onTestFinished(() => rmSync(checkout, { recursive: true }))
  copyCheckout(checkout)
  symlinkSync(join(ROOT, 'node_modules'), join(checkout, 'node_modules'))
  const text = readFileSync(join(checkout, TABLE), 'utf8')
  expect(text).toMatch(BEFORE)
  writeFileSync(join(checkout, TABLE), change(text))
  run(checkout, '../scripts/messages/compile-messages.ts')
  run(checkout, '@react-router/dev/bin.cjs', 'build')
  run(checkout, '@react-router/dev/bin.cjs', 'typegen')
  run(checkout, 'typescript/bin/tsc', '--noEmit', '-p', '.')
  return checkout
}

function run(checkout: string, command: string, ...args: string[]) {
  const own = /^(VITEST|TEST$|MODE$|DEV$|PROD$|SSR$|BASE_URL$|NODE_ENV$)/
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)))
  const made = spawnSync(process.execPath, [join(checkout, 'node_modules', command), ...args], {
    cwd: checkout,
    env,
    encoding: 'utf8',
  })
  expect(made.status, made.stdout + made.stderr).toBe(0)
}
