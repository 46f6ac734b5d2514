import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { createRecogniser } from '#server/adapters/recognition/recogniser.ts'
import { childrenOf, commandOf, JOB_PROCESS } from '../support/child-processes.ts'
import { openDataDir, startChild } from '../support/child-site.ts'
import { inboxOf } from '../support/inbox.ts'
import { drawScan, scanPdf } from '../support/made-scans.ts'
import { openSite, publish } from '../support/site.ts'
import { rowsOf, until } from '../support/stored.ts'
import { newUploadId, sendAndUse } from '../support/uploads.ts'

/** Pages are recognised, on a machine that does much else. */
const BUSY_MS = 120_000
const LINES = [
  '11. Explain why a tangent galvanometer must be set up along the magnetic meridian.',
  '12. Define the refractive index of glass, and name its unit.',
]

test('with damaged language data alone a scan is taken by its name, nothing waits to be read, and it is said once', async () => {
  await using data = await openDataDir()
  const dataFolder = join(data.path, 'languages')
  mkdirSync(dataFolder)
  writeFileSync(join(dataFolder, 'eng.traineddata.gz'), gzipSync('Not found'))
  const said: string[] = []
  const log = { info() {}, error() {}, warn: (_: object, message: string) => said.push(message) }
  const recogniser = createRecogniser({ languages: ['eng'], dataFolder, log })
  const site = await openSite({
    env: { READ_SCANS: 'on' },
    parts: () => ({ recogniser }),
    renders: { recogniser },
  })
  onTestFinished(() => site.end())
  const admin = await site.signIn()
  const file = scanPdf([await drawScan({ lines: LINES, dpi: 100 })])
  const name = '12th CBSE Physics March 2019.pdf'
  const add = (json: object) => ({ method: 'POST', path: '/inbox', json })
  const uploadId = newUploadId()
  expect((await sendAndUse(site, admin.headers, file, { uploadId, name }, add)).status).toBe(201)
  expect((await inboxOf(site, admin))[0]?.hints).toMatchObject({ subject: { value: 'Physics' } })
  expect(await rowsOf(site.dataDir, 'select recognition from inbox')).toEqual([{ recognition: null }])
  const read = (json: object) => ({
    method: 'POST',
    path: '/first-pages/hints',
    json: { ...json, recognises: true },
  })
  const hints = await sendAndUse(site, admin.headers, file, { uploadId: newUploadId(), name }, read)
  expect([hints.status, await hints.json()]).toMatchObject([200, { waits: false }])
  await publish(site, admin, { title: 'A scan that nobody reads' }, file)
  const pages = 'select state from recognition_jobs'
  await until('its page is rendered', async () => (await rowsOf(site.dataDir, pages)).length === 1, BUSY_MS)
  // It waits for the next start with whole data; visitors are not told to.
  const found = await (await site.fetch('/api/papers?q=galvanometer')).json()
  expect([found.total, found.unread]).toEqual([0, 0])
  expect(await rowsOf(site.dataDir, pages)).toEqual([{ state: 'waiting' }])
  expect(said).toHaveLength(2)
}, 120_000)

test('a server killed while it recognises leaves no process, loses no page, and the next one reads it', async () => {
  await using data = await openDataDir()
  const env = { READ_SCANS: 'on', SCAN_LANGUAGES: 'eng' }
  const first = await startChild(data.path, env)
  const scan = await drawScan({ lines: LINES })
  await publish(first, await first.signIn(), { title: 'A scan' }, scanPdf([scan, scan, scan]))
  const states = async () =>
    (await rowsOf(data.path, 'select state, tries from recognition_jobs order by page')).map(
      ({ state, tries }) => `${state} ${tries}`,
    )
  await until('page 1 is read', async () => (await states())[0] === 'done 0', BUSY_MS)
  await until('another is begun', () => childrenOf(JOB_PROCESS, first.pid).length > 0, BUSY_MS)
  const working = childrenOf(JOB_PROCESS, first.pid)
  await first.end()
  await until(
    'its processes end',
    () => !working.some((pid) => commandOf(pid).includes(JOB_PROCESS)),
    BUSY_MS,
  )
  const left = await states()
  expect(left).toHaveLength(3)
  expect(left).toContain('waiting 0')

  const next = await startChild(data.path, env)
  await until('all are read', async () => (await states()).every((state) => state === 'done 0'), BUSY_MS)
  const found = await (await next.fetch('/api/papers?q=tangent+galvanometer+meridian')).json()
  expect(found.papers[0].inside).toMatchObject({ recognised: true })
  expect(await next.end('SIGTERM')).toBe(0)
}, 300_000)
