import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Log } from '#domain/app.ts'
import type { Centre } from '#domain/centre/centre.ts'
import {
  insertVersion,
  publishCentre,
  selectVersions,
} from '#domain/centre/versions/publish-centre.server.ts'
import { listChanges } from '#domain/journal/journal.server.ts'
import { readConfig } from '#server/config.ts'
import { createApp, type RunningApp } from '#server/create-app.ts'
import { site } from '#site'
import { databaseEnv, dropDatabase, ENGINE } from '../support/engine.ts'

const PRIYA = { id: 'priya', email: 'priya@centre.example' }
const NAMES = ['Kaveri Maths', 'காவேரி கணிதம் 📐', '<script>alert(1)</script>']

describe(`versions of the content in ${ENGINE}`, () => {
  let dataDir: string
  let app: RunningApp
  /** Another process of the same database. */
  let other: RunningApp
  const errors: Record<string, unknown>[] = []
  const log: Log = { info() {}, warn() {}, error: (fields) => void errors.push(fields) }
  const open = async (env: Record<string, string> = {}) =>
    await createApp(readConfig({ DATA_DIR: dataDir, ...(await databaseEnv(dataDir)), ...env }), {
      log,
      indexes: false,
    })
  const named = (name: string): Centre => ({ ...site, name })
  const nameIn = async (where: RunningApp) => (await where.centre.read()).centre.name
  const publish = async (name: string, basedOn: number) =>
    await publishCentre(app, named(name), PRIYA, { basedOn, note: `Now ${name}` })
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'thervu-centre-'))
    app = await open()
    other = await open()
  })
  afterAll(async () => {
    await Promise.all([app.close(), other.close()])
    await dropDatabase(dataDir)
    rmSync(dataDir, { recursive: true })
  })

  test('before the first version the site is as its file has it', async () => {
    expect(await app.centre.read()).toEqual({ version: 0, latest: 0, author: '', centre: site })
  })

  test('what is published is there at once, in other processes too, and the journal says who changed what', async () => {
    for (const [at, name] of NAMES.entries()) {
      expect(await publish(name, at)).toMatchObject({ published: { version: at + 1 } })
      expect(await nameIn(app)).toBe(name)
      await expect.poll(() => nameIn(other)).toBe(name)
    }
    const [entry] = await listChanges(app, { kind: 'site', limit: 1 })
    expect(entry).toMatchObject({
      author: PRIYA.email,
      before: { name: NAMES[1] },
      after: { name: NAMES[2] },
    })
  })

  test('who began from an older version is told so, the same again changes nothing, and of two at once one wins', async () => {
    expect(await publish('Too late', 2)).toMatchObject({
      conflict: { version: 3, centre: { name: NAMES[2] } },
    })
    expect(await publish(NAMES[2] as string, 2)).toMatchObject({ published: { version: 3 } })
    const both = await Promise.all([publish('One', 3), publish('Other', 3)])
    expect(both.map((each) => Object.keys(each)[0]).toSorted()).toEqual(['conflict', 'published'])
    expect(await selectVersions(app.readDb, { limit: 9 })).toHaveLength(4)
  })

  test('of a damaged version the log tells, and the last good one is shown until another is published', async () => {
    const good = await nameIn(app)
    const damaged = { schemaVersion: 1, document: '{"name": "Half a', note: '', now: new Date() }
    await insertVersion(app.db, 5, null, damaged)
    await insertVersion(app.db, 6, null, { ...damaged, document: JSON.stringify({ ...site, name: 7 }) })
    const fresh = await open()
    expect(await fresh.centre.read()).toMatchObject({ version: 4, latest: 6, centre: { name: good } })
    await fresh.close()
    expect(errors.map(({ version }) => version)).toEqual(expect.arrayContaining([5, 6]))
    expect(errors.at(-1)?.fault ?? '').not.toBe('')
    await expect.poll(async () => (await app.centre.read(true)).latest).toBe(6)
    expect(await nameIn(app)).toBe(good)
    expect(await publish('Whole again', 4)).toMatchObject({ published: { version: 7 } })
    expect(await nameIn(app)).toBe('Whole again')
  })

  test('SITE_CONTENT=file keeps the site as its file has it', async () => {
    const locked = await open({ SITE_CONTENT: 'file' })
    expect(await nameIn(locked)).toBe(site.name)
    await expect(publishCentre(locked, named('No'), PRIYA, { basedOn: 0 })).rejects.toThrow('SITE_CONTENT')
    await locked.close()
  })
})
