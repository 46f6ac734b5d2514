import { spawn } from 'node:child_process'
import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scrubFiles } from '#domain/file-checks/scrub.server.ts'
import { newFolder, removeFolders } from '../support/backups.ts'
import { STARTED } from '../support/child-site.ts'
import { databaseEnv } from '../support/engine.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'
import { filesIn, until } from '../support/stored.ts'

const ROOT = join(import.meta.dirname, '../..')

let site: Site
let admin: SignedIn
let folder: string
beforeAll(async () => {
  folder = join(newFolder(), 'a disk')
  site = await openSite()
  admin = await site.signIn()
})
afterAll(async () => {
  await site.end()
  await removeFolders()
})

const ready = async () => await (await site.fetch('/readyz')).text()
const pathOf = (key: string) => join(site.dataDir, 'files', key)
const bytesOf = async (key: string) => Buffer.from(await (await site.fetch(`/files/${key}`)).arrayBuffer())
const publishOne = async (title: string) =>
  (await publish(site, admin, { title }, plainPdf({ text: title }))).link.replace('/files/', '')

/** The commands as they are run next to the site. */
async function command(name: 'backup' | 'restore', ...args: string[]) {
  const child = spawn(process.execPath, [join(ROOT, 'scripts', `${name}.ts`), ...args], {
    env: { PATH: process.env.PATH, ...STARTED, DATA_DIR: site.dataDir, ...(await databaseEnv(site.dataDir)) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, said }
}

test('files that a backup has are named with the command that restores them next to the running site', async () => {
  const [cut = '', lost = '', flipped = ''] = [
    await publishOne('Cut'),
    await publishOne('Lost'),
    await publishOne('Flipped'),
  ]
  expect((await command('backup', folder)).code).toBe(0)
  const late = await publishOne('After the backup')
  const whole = [cut, lost, flipped].map((key) => readFileSync(pathOf(key)))
  truncateSync(pathOf(cut), 10)
  expect((await site.fetch(`/files/${cut}`)).status).toBe(500)
  const ofOne = `To repair it, restore it from the backup: npm run restore -- '${folder}' --file ${cut}`
  await until('the warning', async () => (await ready()).endsWith(ofOne))
  expect((await command('restore', '--', folder, '--file', cut)).said).toBe(
    `${cut}: restored; the site has it at once\n`,
  )
  expect((await bytesOf(cut)).equals(whole[0] ?? Buffer.of())).toBe(true)
  expect(await ready()).toBe('ready')
  const aside = filesIn(join(site.dataDir, 'removed'))
  expect(aside).toEqual([expect.stringMatching(new RegExp(`^\\d{4}-\\d\\d-\\d\\d/${cut}$`))])
  expect(readFileSync(join(site.dataDir, 'removed', aside[0] ?? '')).length).toBe(10)

  truncateSync(pathOf(cut), 10)
  rmSync(pathOf(lost))
  for (const key of [flipped, late]) {
    const bytes = readFileSync(pathOf(key))
    writeFileSync(pathOf(key), bytes.fill(0, 50, 60))
  }
  await site.app.db.updateTable('fileChecks').set({ checkedAt: '2020-01-01T00:00:00.000Z' }).execute()
  let nights = 0
  const clock = { ...site.app.clock, now: () => new Date(Date.now() + nights * 86_400_000) }
  for (; nights < 14; nights++) await scrubFiles({ ...site.app, clock }, async () => true)
  await site.app.checks.warn()
  expect(await ready()).toMatch(/^ready\nwarning: 4 stored files need repair: .+; and 1 more\./)
  expect(await ready()).toContain(`npm run restore -- '${folder}' --damaged`)
  const { code, said } = await command('restore', folder, '--damaged')
  expect(code).toBe(1)
  expect(said.split('\n').filter((line) => line.endsWith('restored; the site has it at once')).length).toBe(3)
  expect(said).toContain(`${late}: not in this backup with the right bytes: upload it again on the desk`)
  for (const [at, key] of [cut, lost, flipped].entries())
    expect((await bytesOf(key)).equals(whole[at] ?? Buffer.of())).toBe(true)
  expect(await ready()).toMatch(
    /^ready\nwarning: A stored file needs repair: "After the backup" .+ No backup has it/,
  )
  expect(await command('restore', folder, '--file', lost, '--file', 'none/none.pdf')).toEqual({
    code: 1,
    said: `${lost}: as it was stored, so nothing was done\nnone/none.pdf: no file of this site\n`,
  })
})
