import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { moveUnnamed, storedFiles, sweepFiles } from '#domain/files/sweep.server.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { ConfigError } from '#server/config.ts'
import { openDataDir } from '../support/child-site.ts'
import { dropDatabase, isPostgres } from '../support/engine.ts'
import { runCommand } from '../support/moving.ts'
import { AWS, BUCKET, type S3Server, startS3 } from '../support/s3-servers.ts'
import { openSite, publish, type Site } from '../support/site.ts'
import { expectWhole, filesIn } from '../support/stored.ts'
import { sendAhead } from '../support/uploads.ts'

let s3: S3Server
beforeAll(async () => {
  s3 = await startS3()
  Object.assign(process.env, AWS)
})
afterAll(() => s3.close())

/** A folder that is removed when the test has ended. */
async function newFolder() {
  const path = await mkdtemp(join(tmpdir(), 'thervu-claims-'))
  onTestFinished(() => rm(path, { recursive: true }))
  return path
}

async function newDataDir() {
  const data = await openDataDir()
  onTestFinished(() => data[Symbol.asyncDispose]())
  return data.path
}

async function publishSome(dataDir: string, count: number, env: Record<string, string> = {}) {
  const site = await openSite({ dataDir, env })
  const admin = await site.signIn()
  const papers: Paper[] = []
  for (let paper = 1; paper <= count; paper++)
    papers.push(await publish(site, admin, { title: `Paper number ${paper}` }))
  await site.end({ keepData: true })
  return papers
}

async function refusalOf(opening: Promise<Site>): Promise<string> {
  const error = await opening.then(
    async (site) => {
      await site.end({ keepData: true })
      return new Error('It has opened.')
    },
    (reason) => reason,
  )
  expect(error).toBeInstanceOf(ConfigError)
  expect(error.message.split('\n').length).toBe(1)
  return error.message
}

/** Opens a site for `use`, and closes it. */
async function whileOpen<Result>(
  dataDir: string,
  use: (site: Site) => Promise<Result>,
  env: Record<string, string> = {},
) {
  const site = await openSite({ dataDir, env })
  try {
    return await use(site)
  } finally {
    await site.end({ keepData: true })
  }
}

const DATABASE_FILES = ['thervu.db', 'thervu.db-wal', 'thervu.db-shm']
function removeDatabase(dataDir: string) {
  for (const name of DATABASE_FILES) rmSync(join(dataDir, name), { force: true })
}
function copyDatabase(from: string, to: string) {
  removeDatabase(to)
  mkdirSync(to, { recursive: true })
  for (const name of DATABASE_FILES)
    if (existsSync(join(from, name))) copyFileSync(join(from, name), join(to, name))
}

const statuses = async (site: Site, papers: Paper[]) =>
  await Promise.all(papers.map(async ({ link }) => (await site.fetch(link)).status))

test('a database that was deleted, or emptied, stops the start, and every file stays', async () => {
  const dataDir = await newDataDir()
  await publishSome(dataDir, 5)
  await whileOpen(dataDir, async (site) => {
    expect((await sendAhead(site, await site.signIn(), 'waits-in-the-inbox')).status).toBe(201)
  })
  const before = [filesIn(join(dataDir, 'files')), filesIn(join(dataDir, 'inbox'))]
  expect(before.map((names) => names.length)).toEqual([10, 2])
  const losses = isPostgres
    ? [() => dropDatabase(dataDir)]
    : [() => removeDatabase(dataDir), () => writeFileSync(join(dataDir, 'thervu.db'), '')]
  for (const lose of losses) {
    await lose()
    for (const _ of ['first', 'second']) {
      const sentence = await refusalOf(openSite({ dataDir }))
      expect(sentence).toMatch(/^DATA_DIR names a place with the files of another database: /)
      for (const offered of ['which is empty', 'npm run restore', '--adopt', 'another folder'])
        expect(sentence).toContain(offered)
      expect([filesIn(join(dataDir, 'files')), filesIn(join(dataDir, 'inbox'))]).toEqual(before)
    }
  }
})

test('files of a version that left no claim, and an empty database, stop the start as well', async () => {
  const dataDir = await newDataDir()
  await publishSome(dataDir, 1)
  rmSync(join(dataDir, 'files/thervu.json'))
  removeDatabase(dataDir)
  await dropDatabase(dataDir)
  expect(await refusalOf(openSite({ dataDir }))).toMatch(
    /^DATA_DIR names a place with 2 files .* is empty\. Nothing was changed\./,
  )
  expect(filesIn(join(dataDir, 'files')).length).toBe(2)
})

test('a site of such a version is taken over without a word when its database names the files', async () => {
  const dataDir = await newDataDir()
  const papers = await publishSome(dataDir, 2)
  rmSync(join(dataDir, 'files/thervu.json'))
  await whileOpen(dataDir, async (site) => {
    await site.app.db.deleteFrom('milestones').where('name', 'like', 'of this place: %').execute()
  })
  rmSync(join(dataDir, 'files/thervu.json'))
  await whileOpen(dataDir, async (site) => expect(await statuses(site, papers)).toEqual([200, 200]))
  expect(existsSync(join(dataDir, 'files/thervu.json'))).toBe(true)
})

test.skipIf(isPostgres)(
  'a start without the DATABASE_URL that a site runs with changes nothing',
  async () => {
    const dataDir = await newDataDir()
    const env = { DATABASE_URL: `sqlite:${join(await newFolder(), 'elsewhere.db')}` }
    const papers = await publishSome(dataDir, 5, env)
    const sentence = await refusalOf(openSite({ dataDir }))
    expect(sentence).toContain(env.DATABASE_URL.slice('sqlite:'.length))
    expect(sentence).toContain(join(dataDir, 'thervu.db'))
    expect(filesIn(join(dataDir, 'files')).length).toBe(10)
    await whileOpen(
      dataDir,
      async (site) => expect(await statuses(site, papers)).toEqual(papers.map(() => 200)),
      env,
    )
  },
)

test.skipIf(isPostgres)(
  'an older database put back by hand loses no file, and the newer one again has all papers',
  async () => {
    const dataDir = await newDataDir()
    const [older, newer] = [await newFolder(), await newFolder()]
    const five = await publishSome(dataDir, 5)
    copyDatabase(dataDir, older)
    const three = await publishSome(dataDir, 3)
    copyDatabase(dataDir, newer)
    const before = filesIn(join(dataDir, 'files'))
    expect(before.length).toBe(16)

    copyDatabase(older, dataDir)
    await whileOpen(dataDir, async (site) => {
      expect(filesIn(join(dataDir, 'files'))).toEqual(before)
      expect(await statuses(site, five)).toEqual(five.map(() => 200))
      const ready = await site.fetch('/readyz')
      expect(ready.status).toBe(200)
      expect(await ready.text()).toMatch(/^ready\nwarning: 6 of 16 stored files are named by nothing/)
      const { headers } = await site.signIn()
      const told = await (await site.fetch('/api/admin/warnings', { headers })).json()
      expect(told.warnings).toMatchObject([{ kind: 'sweep-refused' }])
    })

    copyDatabase(newer, dataDir)
    await whileOpen(dataDir, async (site) => {
      expect(await statuses(site, [...five, ...three])).toEqual(before.slice(0, 8).map(() => 200))
      expect(await (await site.fetch('/readyz')).text()).toBe('ready')
    })
    expect(filesIn(join(dataDir, 'files'))).toEqual(before)
  },
)

test('a second site over the files of one that runs does not start, and the first loses nothing', async () => {
  const [shared, firstDir, secondDir] = [await newFolder(), await newDataDir(), await newDataDir()]
  const env = { FILES_URL: `file://${join(shared, 'files')}` }
  const first = await openSite({ dataDir: firstDir, env })
  onTestFinished(() => first.end({ keepData: true }))
  const paper = await publish(first, await first.signIn())
  const before = filesIn(join(shared, 'files'))
  const sentence = await refusalOf(openSite({ dataDir: secondDir, env }))
  expect(sentence).toMatch(/^FILES_URL names a place with the files of another database: /)
  expect(idIn(sentence, 0)).not.toBe(idIn(sentence, 1))
  expect(filesIn(join(shared, 'files'))).toEqual(before)
  expect(await statuses(first, [paper])).toEqual([200])
  expect(await (await first.fetch('/readyz')).text()).toBe('ready')
})

/** The ids of databases that a sentence names, in their order. */
function idIn(sentence: string, at: number) {
  return [...sentence.matchAll(/\(([a-z2-9]{16})\)/g)][at]?.[1]
}

test('adopting lists the files, deletes none, and ends the claim of the database before', async () => {
  const dataDir = await newDataDir()
  await publishSome(dataDir, 2)
  const before = filesIn(join(dataDir, 'files'))
  const other = await newDataDir()
  const env = { FILES_URL: `file://${join(dataDir, 'files')}` }
  const told: string[] = []
  const taken = await openSite({ dataDir: other, env, adopt: (line) => void told.push(line) })
  expect(
    told
      .map((line) => line.trim())
      .slice(0, -1)
      .sort(),
  ).toEqual(before)
  expect(told.at(-1)).toMatch(/^4 files of .* belong to .* from now on\. Nothing was deleted\.$/)
  expect(filesIn(join(dataDir, 'files'))).toEqual(before)
  expect(await (await taken.fetch('/readyz')).text()).toContain('4 of 4 stored files are named by nothing')
  await taken.end({ keepData: true })
  expect(await refusalOf(openSite({ dataDir }))).toContain('holds those of the database')
  const back = await openSite({ dataDir, adopt: () => {} })
  await back.end({ keepData: true })
  await expectWhole(dataDir)
})

test('a folder that has lost all its files, such as a disk that is not mounted, stops the start', async () => {
  const dataDir = await newDataDir()
  const papers = await publishSome(dataDir, 2)
  renameSync(join(dataDir, 'files'), join(dataDir, 'elsewhere'))
  expect(await refusalOf(openSite({ dataDir }))).toMatch(
    /names an empty place .* names 4 files\. Is the disk mounted/,
  )
  rmSync(join(dataDir, 'files'), { recursive: true })
  renameSync(join(dataDir, 'elsewhere'), join(dataDir, 'files'))
  await whileOpen(dataDir, async (site) => expect(await statuses(site, papers)).toEqual([200, 200]))
})

test('a disk that is not mounted is not claimed because the inbox next to it is there', async () => {
  const [dataDir, disk] = [await newDataDir(), await newFolder()]
  const env = { FILES_URL: `file://${join(disk, 'files')}` }
  await publishSome(dataDir, 1, env)
  await whileOpen(
    dataDir,
    async (site) => void (await sendAhead(site, await site.signIn(), 'waits-in-the-inbox')),
    env,
  )
  renameSync(join(disk, 'files'), join(disk, 'unmounted'))
  expect(await refusalOf(openSite({ dataDir, env }))).toContain('Is the disk mounted')
  expect(filesIn(join(disk, 'files'))).toEqual([])
})

test.each(['', '{"pla'])(
  'a marker that reads %j, as a power cut leaves it, is written again',
  async (text) => {
    const dataDir = await newDataDir()
    const papers = await publishSome(dataDir, 1)
    writeFileSync(join(dataDir, 'files/thervu.json'), text)
    await whileOpen(dataDir, async (site) => expect(await statuses(site, papers)).toEqual([200]))
    expect(JSON.parse(readFileSync(join(dataDir, 'files/thervu.json'), 'utf8'))).toMatchObject({
      database: { address: expect.any(String) },
    })
  },
)

test('a bucket names the database that it belongs to, also one that was claimed before databases had names', async () => {
  const [dataDir, other] = [await newDataDir(), await newDataDir()]
  const env = { FILES_URL: `s3://${BUCKET}/named?endpoint=${s3.origin}` }
  const papers = await publishSome(dataDir, 1, env)
  const sentence = await refusalOf(openSite({ dataDir: other, env }))
  expect(sentence).toMatch(
    /^FILES_URL names a place with the files of another database: s3:\/\/papers\/named\//,
  )
  expect(idIn(sentence, 0)).not.toBe(idIn(sentence, 1))
  await whileOpen(dataDir, async (site) => expect(await statuses(site, papers)).toEqual([200]), env)
})

test('a bucket keeps what a sweep moves under removed/, and gives back what a row names again', async () => {
  const dataDir = await newDataDir()
  const env = { FILES_URL: `s3://${BUCKET}/swept?endpoint=${s3.origin}` }
  const [paper] = await publishSome(dataDir, 1, env)
  await whileOpen(
    dataDir,
    async ({ app, fetch }) => {
      const stray = 'jee/stray_1-abcdefgh.pdf'
      await app.files.put(stray, { bytes: Buffer.from('x') })
      const keys = async () => (await Array.fromAsync(app.files.list())).map(({ key }) => key)
      expect(await sweepFiles(app, { age: 0 })).toMatchObject({ moved: 0, refused: true })
      expect(await keys()).toContain(stray)
      expect(await moveUnnamed(app, storedFiles(app), new Date())).toBe(1)
      expect(await keys()).not.toContain(stray)
      const key = String(paper?.link.slice('/files/'.length))
      await app.files.setAside(key, '2026-01-01')
      expect((await fetch(`/files/${key}`)).status).toBe(404)
      expect(await sweepFiles(app, { age: 0 })).toMatchObject({ restored: 1, discarded: 0 })
      expect((await fetch(`/files/${key}`)).status).toBe(200)
      expect((await Array.fromAsync(app.files.listAside())).map(({ name }) => name)).toEqual([stray])
    },
    env,
  )
})

test('npm run sweep shows what no row names, moves it however much it is, and puts it back', async () => {
  const dataDir = await newDataDir()
  const [paper] = await publishSome(dataDir, 1)
  const stray = '12th-cbse/stray_1-abcdefgh.pdf'
  writeFileSync(join(dataDir, 'files', stray), 'x')
  const before = filesIn(join(dataDir, 'files'))
  const sweep = async (verb: string) => {
    const { code, said } = await runCommand('sweep', [verb], dataDir)
    expect([verb, code]).toEqual([verb, 0])
    return said
  }
  await whileOpen(dataDir, async (site) => {
    expect(filesIn(join(dataDir, 'files'))).toEqual(before)
    expect(await sweep('--dry-run')).toContain(
      `no row names   ${stray}\n3 stored files, 1 without a row: a sweep moves none`,
    )
    expect(await sweep('--apply')).toMatch(/^1 file moved to removed\/; /)
    expect(filesIn(join(dataDir, 'removed')).map((name) => name.slice(11))).toEqual([stray])
    expect(filesIn(join(dataDir, 'files'))).toEqual(before.filter((name) => name !== stray))
    expect(await (await site.fetch('/readyz')).text()).toBe('ready')
    expect(await sweep('--dry-run')).toMatch(/removed \d{4}-\d\d-\d\d 12th-cbse\/stray/)
    expect(await sweep('--restore')).toMatch(/^1 file put back/)
    expect(filesIn(join(dataDir, 'files'))).toEqual(before)
    expect(await statuses(site, paper ? [paper] : [])).toEqual([200])
  })
  expect((await runCommand('sweep', ['--everything'], dataDir)).code).toBe(2)
})
