import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Paper } from '#domain/paper/paper.ts'
import { copyCheckout, npm, npmServe, previousVersion, writeCommit } from '../support/checkout.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { ADMIN, FIELDS, publish, type Site, signIn, type UploadFields } from '../support/site.ts'

/**
 * The commands of the README in checkouts that hold nothing but what a clone holds; twice where the first time leaves
 * something behind that the second meets: a build, data, an index, what was drawn, Vite's cache.
 */

/** One paper instead of the samples, which would be drawn for minutes. */
const SITE = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, SAMPLE_PAPERS: 'off' }
const PREVIOUS = previousVersion()
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'thervu-checkouts-'))
})
// Some 60,000 files: a busy disk takes its time.
afterAll(() => rm(folder, { recursive: true, force: true }), 300_000)

test.skipIf(!PREVIOUS)(
  `a checkout of the previous version is brought to this one, with its data${PREVIOUS ? '' : ' (this clone has no history)'}`,
  { timeout: 600_000 },
  async () => {
    const checkout = mkdtempSync(join(folder, 'previous-'))
    writeCommit(PREVIOUS as string, checkout)
    const before = await npmServe(checkout, ['start'], SITE)
    const paper = await publishAsBefore(before, { title: 'From before' })
    const listed = (await (await before.fetch('/api/papers')).json()).total
    await before.end()

    copyCheckout(checkout)
    const after = await npmServe(checkout, ['start'], SITE)
    expect((await (await after.fetch('/api/papers')).json()).total).toBe(listed)
    expect((await after.fetch(paper.link)).status).toBe(200)
    expect(await (await after.fetch(`/papers/${paper.id}`, { redirect: 'follow' })).text()).toContain(
      'From before',
    )
    await signIn(after.origin)
    await after.end()
    renameSync(join(checkout, 'node_modules'), join(folder, 'node_modules'))
  },
)

test('every command of the README does its work the first and the second time in a fresh clone', {
  timeout: 600_000,
}, async () => {
  const checkout = mkdtempSync(join(folder, 'fresh-'))
  copyCheckout(checkout)
  if (existsSync(join(folder, 'node_modules')))
    renameSync(join(folder, 'node_modules'), join(checkout, 'node_modules'))
  const clone = sums(checkout)

  // `start` then meets a build; that it makes one is seen above, where it meets none.
  await npm(checkout, 'run', 'build')
  for (const turn of ['First', 'Second']) {
    const site = await npmServe(checkout, ['start'], SITE)
    await publish(site, await signIn(site.origin), { title: `${turn} start` }, plainPdf({ text: turn }))
    expect(await (await site.fetch('/practice')).text()).toContain(`${turn} start`)
    await site.end()
  }
  // `check` is part of the whole run, which meets it in every clone.
  expect(await npm(checkout, 'test', '--', 'tests/http/edges.test.ts')).toMatch(/^\d+ passed, 0 failed$/m)
  expect(await npm(checkout, 'run', 'admin', '--', 'list')).toContain(ADMIN.email)
  expect(await npm(checkout, 'run', 'bench', '--', 'relevance')).toMatch(
    /^SQLite: \d+ papers, \d+ searches$/m,
  )
  // Both write files of the clone anew: the sums show whether they are the same. After the bench, which would build again.
  await npm(checkout, 'run', 'samples')
  await npm(checkout, 'run', 'fonts')
  for (const _turn of ['first', 'second']) {
    await npm(checkout, 'run', 'reindex')
    await npm(checkout, 'run', 'reprocess')
    const backups = join(folder, 'backups')
    expect(await npm(checkout, 'run', 'backup', '--', backups)).toContain('all read again')
    expect(await npm(checkout, 'run', 'restore', '--', backups, '--list')).toContain('2 papers')
    const site = await npmServe(checkout, ['run', 'dev'])
    // Its first page is compiled when it is asked for, which a busy machine may not do within the time of a request.
    await expect.poll(async () => (await site.fetch('/practice')).status, { timeout: 90_000 }).toBe(200)
    await site.end()
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
