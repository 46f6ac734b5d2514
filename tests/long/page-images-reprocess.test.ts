import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { findPages } from '#domain/page-images/find-pages.server.ts'
import { openDataDir, STARTED } from '../support/child-site.ts'
import { databaseEnv } from '../support/engine.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { openSite, publish } from '../support/site.ts'

const SCRIPT = join(import.meta.dirname, '../../scripts/reprocess.ts')

async function reprocess(dataDir: string, ...args: string[]) {
  const env = { PATH: process.env.PATH, ...STARTED, DATA_DIR: dataDir, ...(await databaseEnv(dataDir)) }
  const child = spawn(process.execPath, [SCRIPT, ...args], { env, stdio: ['ignore', 'pipe', 'ignore'] })
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  return { said: await text(child.stdout), code: await ended }
}

test('npm run reprocess renders what lacks pictures, all when asked, and nothing twice', {
  timeout: 120_000,
}, async () => {
  await using data = await openDataDir()
  const first = await openSite({ dataDir: data.path })
  const paper = await publish(first, await first.signIn(), {}, plainPdf({ pages: 2 }))
  await first.end({ keepData: true })
  const one = { said: '1 paper read and rendered.\n', code: 0 }
  expect(await reprocess(data.path)).toEqual(one)
  expect(await reprocess(data.path)).toEqual({ said: '0 papers read and rendered.\n', code: 0 })
  rmSync(join(data.path, 'pages'), { recursive: true })
  expect(await reprocess(data.path)).toEqual(one)
  expect(await reprocess(data.path, '--all')).toEqual(one)
  expect((await reprocess(data.path, '--everything')).code).toBe(2)
  const site = await openSite({ dataDir: data.path })
  const { isDone, base } = await findPages(site.app, paper)
  expect([isDone, (await site.fetch(`${base}/2-720.webp`)).status]).toEqual([true, 200])
  // As a version before this one left it.
  await site.app.db.updateTable('drawingJobs').set({ madeBy: 'pages 1' }).execute()
  await site.end({ keepData: true })
  expect(await reprocess(data.path)).toEqual(one)
})
