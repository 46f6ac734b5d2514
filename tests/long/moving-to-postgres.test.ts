import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { databaseEnv, dropDatabase } from '../support/engine.ts'
import { fillSite, PAPERS, switchOnCodes } from '../support/filled-site.ts'
import { runCommand, wholeSite } from '../support/moving.ts'
import { AWS, BUCKET, startS3 } from '../support/s3-servers.ts'
import { openSite } from '../support/site.ts'

test('a site moves from SQLite and a folder to PostgreSQL and a bucket, runs there, and back, and is the same', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'thervu-moving-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const inFolder = (dataDir: string) => ({ DATABASE_URL: `sqlite:${join(dataDir, 'thervu.db')}` })
  const place = (name: string) => {
    const path = join(folder, name)
    mkdirSync(path)
    if (name !== 'from') copyFileSync(join(folder, 'from/auth-secret'), join(path, 'auth-secret'))
    return path
  }
  const from = place('from')
  const site = await openSite({ dataDir: from, env: inFolder(from) })
  const admin = await site.signIn()
  await fillSite(site, admin)
  await switchOnCodes(site, admin)
  await site.end({ keepData: true })
  const [there, back] = [join(folder, 'there.tar'), join(folder, 'back.tar')]
  expect(await runCommand('export', [there], from, inFolder(from))).toMatchObject({ code: 0 })

  const server = await startS3()
  onTestFinished(() => server.close())
  const moved = place('moved')
  onTestFinished(() => dropDatabase(moved))
  const env = {
    ...(await databaseEnv(moved)),
    ...AWS,
    FILES_URL: `s3://${BUCKET}/moved?endpoint=${server.origin}`,
  }
  // Far less than the rows of a large site take, which come in one transaction.
  const limited = { ...env, DATABASE_STATEMENT_MS: '1' }
  expect(await runCommand('import', [there], moved, limited)).toMatchObject({ code: 0 })
  expect(existsSync(join(moved, 'files'))).toBe(false)
  expect(existsSync(join(moved, 'thervu.db'))).toBe(false)
  expect(await runCommand('export', [back], moved, limited)).toMatchObject({ code: 0 })
  const again = place('again')
  expect(await runCommand('import', [back], again, inFolder(again))).toMatchObject({ code: 0 })
  expect(wholeSite(again)).toEqual(wholeSite(from))

  const running = await openSite({ dataDir: moved, env })
  onTestFinished(() => running.end({ keepData: true }))
  const { total } = await (await running.fetch('/api/papers')).json()
  expect(total).toBe(PAPERS - 2)
  const found = await (await running.fetch('/api/papers?q=paper+5')).json()
  expect(found.papers[0].title).toContain('Paper 5')
  expect((await running.fetch(found.papers[0].link)).status).toBe(200)

  const beside = await runCommand('import', [there], place('beside'), env)
  expect([beside.code, beside.said]).toEqual([1, expect.stringMatching(/^Another server uses this database/)])
})
