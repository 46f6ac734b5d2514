import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Paper } from '#domain/paper/paper.ts'
import {
  copyCheckout,
  lendPackages,
  npm,
  npmServe,
  previousVersion,
  removeCommit,
  writeCommit,
} from '../support/checkout.ts'
import { inboxOf, publishAhead } from '../support/inbox.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { ADMIN, FIELDS, publish, type Site, signIn, type UploadFields } from '../support/site.ts'
import { expectWhole } from '../support/stored.ts'
import { sendAhead } from '../support/uploads.ts'

/**
 * The commands of the README in a checkout of the previous version that was brought to this one, and in which an exam was
 * added; twice where the first time leaves something behind that the second meets: a build, data, an index, what was rendered, Vite's
 * cache. One checkout for all, since to install and to build is most of the time.
 */

/** A few papers instead of the samples, which would be rendered for minutes. */
const SITE = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, SAMPLE_PAPERS: 'off' }
const PREVIOUS = previousVersion()
const TABLE = 'src/domain/paper/exams-and-subjects.ts'
const BEFORE = /^ {2}\{ id: 'tnpsc'.*\n/m
const LINE = "  { id: 'nda', label: 'NDA', kind: 'entrance', number: 62 },\n"
const ofExam = { degree: 'nda', subject: 'all', month: 'April', year: '2024' }
const ofBoard = { title: 'Matrices and vectors', degree: '12th-cbse' }

let folder: string
let checkout: string
let old: Pick<Paper, 'id' | 'link'> | null = null
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'thervu-checkouts-'))
  checkout = mkdtempSync(join(folder, 'checkout-'))
  if (PREVIOUS) {
    writeCommit(PREVIOUS, checkout)
    lendPackages(checkout)
    await using before = await npmServe(checkout, ['start'], SITE)
    old = await publishAsBefore(before, ofBoard)
    expect((await before.fetch('/resources/nda/previous-years/')).status).toBe(404)
    removeCommit(PREVIOUS, checkout)
  }
  copyCheckout(checkout)
  const table = readFileSync(join(checkout, TABLE), 'utf8')
  expect(table).toMatch(BEFORE)
  writeFileSync(join(checkout, TABLE), table.replace(BEFORE, `$&${LINE}`))
}, 600_000)
// Some 60,000 files: a busy disk takes its time.
afterAll(() => rm(folder, { recursive: true, force: true }), 300_000)

test(`a checkout of the previous version is brought to this one, with its data${PREVIOUS ? '' : ' (not here: this clone has no history)'}; an exam is one line of the table: its papers are uploaded, listed, found and filtered, and Home names it`, {
  timeout: 600_000,
}, async () => {
  await using site = await npmServe(checkout, ['start'], SITE)
  const admin = await signIn(site.origin)
  const read = async (path: string) =>
    (await site.fetch(path, { headers: { Cookie: admin.cookie, ...admin.headers } })).json()
  const page = async (path: string) => (await site.fetch(path)).text()
  const titles = async (query: string) =>
    (await read(`/api/papers?${query}`)).papers.map(({ title }: { title: string }) => title)
  if (old) {
    expect((await read('/api/papers')).total).toBe(1)
    expect((await site.fetch(old.link)).status).toBe(200)
    // The search index was made again with the table, and what was there before is where it was.
    expect(await titles('q=matrices')).toEqual([ofBoard.title])
  } else await publish(site, admin, ofBoard)

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
  await site.end()
  await expectWhole(join(checkout, 'data'))
  for (const command of [
    ['@react-router/dev/bin.cjs', 'typegen'],
    ['typescript/bin/tsc', '--noEmit', '-p', '.'],
  ]) {
    const args = [join('node_modules', command[0] as string), ...command.slice(1)]
    const made = spawnSync(process.execPath, args, { cwd: checkout, encoding: 'utf8' })
    expect(made.status, made.stdout + made.stderr).toBe(0)
  }
})

test('every command of the README does its work the first and the second time', {
  timeout: 600_000,
}, async () => {
  const clone = sums(checkout)
  // `start` made the build above, by what `build` runs.
  for (const turn of ['First', 'Second']) {
    await using site = await npmServe(checkout, ['start'], SITE)
    await publish(site, await signIn(site.origin), { title: `${turn} start` }, plainPdf({ text: turn }))
    expect(await (await site.fetch('/practice')).text()).toContain(`${turn} start`)
  }
  // `check` is part of the whole run, which meets it in every clone.
  expect(await npm(checkout, 'test', '--', 'tests/http/edges.test.ts')).toMatch(/^\d+ passed, 0 failed$/m)
  expect(await npm(checkout, 'run', 'admin', '--', 'list')).toContain(ADMIN.email)
  expect(await npm(checkout, 'run', 'bench', '--', 'relevance')).toMatch(
    /^SQLite: \d+ papers, \d+ searches$/m,
  )
  // Both write files of the clone again: the sums show whether they are the same. After the bench, which would build again.
  await npm(checkout, 'run', 'samples')
  await npm(checkout, 'run', 'fonts')
  for (const _turn of ['first', 'second']) {
    await npm(checkout, 'run', 'reindex')
    await npm(checkout, 'run', 'reprocess')
    const backups = join(folder, 'backups')
    expect(await npm(checkout, 'run', 'backup', '--', backups)).toContain('all read again')
    expect(await npm(checkout, 'run', 'restore', '--', backups, '--list')).toContain('5 papers')
    await using site = await npmServe(checkout, ['run', 'dev'])
    // Its first page is compiled when it is asked for, which a busy machine may not do within the time of a request.
    await expect.poll(async () => (await site.fetch('/practice')).status, { timeout: 90_000 }).toBe(200)
  }
  expect(sums(checkout)).toEqual(clone)
})

/** Publishes on the previous version; up to 0.4 its API took the form and the file in one request. */
async function publishAsBefore(
  before: Pick<Site, 'fetch' | 'origin'>,
  fields: UploadFields,
): Promise<Pick<Paper, 'id' | 'link'>> {
  const admin = await signIn(before.origin)
  const body = new FormData()
  for (const [name, value] of Object.entries({ ...FIELDS, ...fields })) body.set(name, value)
  body.set('file', new File([new Uint8Array(plainPdf())], 'paper.pdf', { type: 'application/pdf' }))
  const answer = await before.fetch('/api/admin/papers', { method: 'POST', headers: admin.headers, body })
  return answer.ok ? await answer.json() : await publish(before, admin, fields, plainPdf())
}

/** The sum of every file of a clone, so that it shows what a command changed, added or took away. */
function sums(checkout: string) {
  const ignored = /^(node_modules|build|data|\.cache|\.react-router|test-results)(\/|$)/
  const files = readdirSync(checkout, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(checkout.length + 1))
    .filter((file) => !ignored.test(file))
  return Object.fromEntries(
    files.map((file) => [
      file,
      createHash('sha256')
        .update(readFileSync(join(checkout, file)))
        .digest('hex'),
    ]),
  )
}
