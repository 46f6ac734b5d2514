import { randomUUID } from 'node:crypto'
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createRowSum, type Member, memberOf, sha256Of } from '#domain/archive/archive.ts'
import { ARCHIVED_TABLES, columnsOf } from '#domain/archive/archived-tables.ts'
import { compareSite } from '#domain/archive/compare-site.server.ts'
import { exportSite } from '#domain/archive/export-site.server.ts'
import { importSite } from '#domain/archive/import-site.server.ts'
import { turnOn } from '#domain/page-turns/page-turns.server.ts'
import { fillWithSamples } from '#domain/samples.server.ts'
import { readTar, writeTar } from '#server/adapters/tar-file.ts'
import { readConfig } from '#server/config.ts'
import { createApp } from '#server/create-app.ts'
import { secretCheckOf } from '#server/process/auth-secret.ts'
import { correctNumber, expectCorrectedNumber } from '../support/corrected-number.ts'
import { fillSite, PAPERS, switchOnCodes, WAITING } from '../support/filled-site.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { makePipe, rewriteArchive, runCommand, startCommand, wholeSite } from '../support/moving.ts'
import { oneSample } from '../support/one-sample.ts'
import { paperClient } from '../support/paper-client.ts'
import { codeAt } from '../support/second-factor.ts'
import { ADMIN, openSite, publish, type SignedIn, type Site } from '../support/site.ts'
import { picturesOf, quarters } from '../support/site-pictures.ts'
import { expectWhole, filesIn, rowsOf, until } from '../support/stored.ts'

let folder: string
let dataDir: string
let archive: string
let key: string
let pages: Record<string, unknown>
let former: string
let said: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'thervu-moving-'))
  dataDir = join(folder, 'from')
  archive = join(folder, 'site.tar')
  const site = await openSite({ dataDir })
  const admin = await site.signIn()
  former = await fillSite(site, admin)
  await showPictures(site, admin)
  key = await switchOnCodes(site, admin)
  const { fileKey } = await site.app.db
    .selectFrom('papers')
    .select('fileKey')
    .limit(1)
    .executeTakeFirstOrThrow()
  await turnOn(site.app.db, fileKey, [1])
  const { sha256 } = await site.app.db
    .selectFrom('storedFiles')
    .select('sha256')
    .where('fullPath', '=', fileKey)
    .executeTakeFirstOrThrow()
  await site.app.db
    .insertInto('questionCorrections')
    .values({ sha256, list: '{"turns":{},"questions":[]}' })
    .execute()
  ;({ said } = await runCommand('export', [archive], dataDir))
  pages = await pagesOf(site)
  await site.end({ keepData: true })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Publishes a logo and a slide of the centre's own, each in all its widths. */
async function showPictures(site: Site, admin: SignedIn) {
  const client = picturesOf(site, admin)
  const [photo, part] = [await quarters(), { x: 0, y: 0, width: 50, height: 50 }]
  const [logo, slide] = [await client.make(photo, 'logo', part), await client.make(photo, 'slide', part)]
  const { version, centre } = await site.app.centre.read(true)
  const [first, ...others] = centre.slideshow.slides
  const slides = [{ ...first, picture: { ...slide, alt: 'Four colours' } }, ...others]
  const document = { ...centre, pictures: { logo }, slideshow: { ...centre.slideshow, slides } }
  expect((await client.put(version, document)).status).toBe(200)
}

/** The pictures of the centre's own that Home shows, by their digests. */
async function picturesOn(site: Site) {
  const home = await (await site.fetch('/')).text()
  const paths = [...new Set(home.match(/\/files\/site-pictures\/[\w.-]+/g))].sort()
  expect(paths.length).toBeGreaterThan(6)
  const bytes = async (path: string) => new Uint8Array(await (await site.fetch(path)).arrayBuffer())
  return await Promise.all(paths.map(async (path) => [path, sha256Of(await bytes(path))]))
}

/** What visitors see of the whole site. */
async function pagesOf(site: Site) {
  const list = await (await site.fetch('/api/papers')).json()
  const text = async (path: string) => (await site.fetch(path)).text()
  return {
    list,
    prices: JSON.parse(await text('/api/pricing')),
    visits: await text('/api/visits'),
    sitemap: (await text('/sitemap.xml')).replaceAll(site.origin, ''),
    found: (await (await site.fetch('/api/papers?q=paper+5')).json()).papers,
    former: (await site.fetch(former)).headers.get('location'),
    pictures: await picturesOn(site),
  }
}

/** A new data folder with the signing secret of the exported site. */
async function emptyPlace(name: string) {
  const place = join(folder, name)
  mkdirSync(place)
  copyFileSync(join(dataDir, 'auth-secret'), join(place, 'auth-secret'))
  return place
}

/** Signs in with the password and a code of the app. */
async function signInWithCode(site: Site, code: string): Promise<SignedIn> {
  const post = (path: string, body: object, cookie = '') =>
    site.fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: site.origin, Cookie: cookie },
      body: JSON.stringify(body),
    })
  const cookieOf = (answer: Response) =>
    answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
  const first = await post('/api/auth/login', ADMIN)
  expect(first.status).toBe(202)
  const second = await post('/api/auth/login/code', { code }, cookieOf(first))
  expect(second.status).toBe(200)
  const [cookie, token] = [cookieOf(second), (await second.json()).accessToken]
  const headers = { Cookie: cookie, Authorization: `Bearer ${token}`, Origin: site.origin }
  return { cookie, token, headers }
}

test('a whole site goes into an archive while it runs, for this account alone', () => {
  expect(said).toContain(`${PAPERS - 2} papers`)
  expect(statSync(archive).mode & 0o777).toBe(0o600)
  expect(filesIn(folder).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('an archive is read into an empty place: rows, files, pages, codes and the next number are the same', async () => {
  const place = await emptyPlace('to')
  const { code, said } = await runCommand('import', [archive], place)
  expect([code, said]).toEqual([0, expect.stringContaining('Equal to the archive')])
  expect(wholeSite(place)).toEqual(wholeSite(dataDir))
  await expectWhole(place)
  const again = await runCommand('import', [archive], place)
  expect([again.code, again.said]).toEqual([1, expect.stringContaining('of its own')])
  expect(wholeSite(place)).toEqual(wholeSite(dataDir))
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  onTestFinished(() => void vi.useRealTimers())
  const site = await openSite({ dataDir: place })
  onTestFinished(() => site.end({ keepData: true }))
  expect(await pagesOf(site)).toEqual(pages)
  const admin = await signInWithCode(site, codeAt(key))
  await publish(site, admin, { title: 'The next one' })
  expect(await rowsOf(place, "select serial from papers where title = 'The next one'")).toEqual([
    { serial: PAPERS + 1 },
  ])
})

test('a question whose number was corrected in the admin area has it in the place that the archive was read into', async () => {
  const [from, place] = [join(folder, 'corrected-from'), await emptyPlace('corrected')]
  const site = await openSite({ dataDir: from })
  const admin = await site.signIn()
  const paper = await publish(site, admin, {}, plainPdf({ text: 'Find the area' }))
  await correctNumber(site, admin, paper.id)
  const moved = join(folder, 'corrected.tar')
  expect((await runCommand('export', [moved], from)).code).toBe(0)
  await site.end({ keepData: true })
  expect((await runCommand('import', [moved], place)).code).toBe(0)
  const renders = { lookEveryMs: 50, sweepPauseMs: 0, pauseMs: 0, renewEveryMs: 50 }
  const there = await openSite({ dataDir: place, renders })
  onTestFinished(() => there.end({ keepData: true }))
  await expectCorrectedNumber(there, paper.id, 'Find the area')
})

test('an archive from before pages could be turned and questions corrected is read, too', async () => {
  const place = await emptyPlace('older')
  const older = await rewriteArchive(archive, join(folder, 'older.tar'), (member) => {
    if (/^tables\/(pageTurns|questionCorrections)\//.test(member.name)) return null
    if (member.name !== 'end.json') return member
    const { members, tables, ...end } = JSON.parse(Buffer.from(member.bytes).toString())
    const { pageTurns: _, questionCorrections: __, ...known } = tables
    return memberOf('end.json', JSON.stringify({ ...end, members: members - 2, tables: known }))
  })
  const { code, said } = await runCommand('import', [older], place)
  expect([code, said]).toEqual([0, expect.stringContaining('Equal to the archive')])
})

test('of an archive from before papers had a medium, variants and titles say it', async () => {
  const place = await emptyPlace('without-mediums')
  const columns = (name: string) => ARCHIVED_TABLES.filter((table) => table.name === name).flatMap(columnsOf)
  const sums = new Map(
    ['papers', 'binnedPapers'].map((name) => [
      name,
      createRowSum(columns(name).filter((column) => column !== 'medium')),
    ]),
  )
  const older = await rewriteArchive(archive, join(folder, 'without-mediums.tar'), (member) => {
    const text = Buffer.from(member.bytes).toString()
    const sum = sums.get(member.name.split('/')[1] ?? '')
    if (sum) {
      const rows = text.split('\n').slice(0, -1)
      const lines = rows.map((line, at) => {
        const { medium: _, ...row } = JSON.parse(line)
        const old = at === 0 ? { ...row, variant: 'Set 1, Tamil Medium' } : row
        sum.add(old)
        return `${JSON.stringify(old)}\n`
      })
      return memberOf(member.name, lines.join(''))
    }
    if (member.name !== 'end.json') return member
    const end = JSON.parse(text)
    for (const [name, sum] of sums) end.tables[name] = sum.value()
    return memberOf('end.json', JSON.stringify(end))
  })
  const { code, said } = await runCommand('import', [older], place)
  expect([code, said]).toEqual([0, expect.stringContaining('Equal to the archive')])
  for (const table of ['papers', 'binned_papers'])
    expect(await rowsOf(place, `select variant, medium from ${table} where medium <> ''`)).toEqual([
      { variant: 'Set 1', medium: 'Tamil' },
    ])
})

test('samples and the administrator of a first start make room', async () => {
  const place = await emptyPlace('with-samples')
  const site = await openSite({ dataDir: place })
  await fillWithSamples(site.app, () => oneSample(folder))
  expect((await (await site.fetch('/api/papers')).json()).papers).toMatchObject([{ sample: true }])
  await site.end({ keepData: true })
  expect((await runCommand('import', [archive], place)).code).toBe(0)
  expect(wholeSite(place)).toEqual(wholeSite(dataDir))
  await expectWhole(place)
})

test('killed among the files and among the rows, nothing shows, and it goes on with what is stored', async () => {
  const place = await emptyPlace('killed')
  const bytes = readFileSync(archive)
  // Whole ones: a draft has a name that begins with a dot.
  const stored = () =>
    existsSync(join(place, 'files'))
      ? filesIn(join(place, 'files')).filter((name) => !name.startsWith('.'))
      : []
  const inodes = () => stored().map((name) => [name, statSync(join(place, 'files', name)).ino])
  const rows = bytes.indexOf('tables/papers/')
  let before: unknown[] = []
  const places = [
    { length: bytes.indexOf(WAITING) / 2, isReached: () => stored().length > PAPERS / 2 },
    // Claiming the place takes the lock as well, for a moment, before any file comes.
    {
      length: rows,
      isReached: () => stored().length === filesIn(join(dataDir, 'files')).length && isLocked(place),
    },
  ]
  for (const { length, isReached } of places) {
    await killedAfter(Math.floor(length), place, isReached)
    expect(await rowsOf(place, 'select id from papers union all select id from administrators')).toEqual([])
    expect(inodes()).toEqual(expect.arrayContaining(before))
    expect(stored().length).toBeGreaterThan(before.length)
    before = inodes()
  }
  expect((await runCommand('import', [archive], place)).code).toBe(0)
  expect(inodes()).toEqual(before)
  expect(wholeSite(place)).toEqual(wholeSite(dataDir))
  await expectWhole(place)
})

/** Gives the command so many bytes of the archive and no more, and kills it when it has come so far. */
async function killedAfter(length: number, place: string, isReached: () => boolean) {
  const pipe = join(folder, `pipe-${length}`)
  makePipe(pipe)
  const { child, ended } = startCommand('import', [pipe], place)
  await using end = await open(pipe, 'r+')
  await end.write(readFileSync(archive).subarray(0, length))
  await until('the command has come so far', isReached)
  child.kill('SIGKILL')
  expect((await ended).code).toBeNull()
}

/** Whether somebody is in the middle of a transaction that writes. */
function isLocked(place: string) {
  const sqlite = new DatabaseSync(join(place, 'thervu.db'), { timeout: 0 })
  try {
    sqlite.exec('begin immediate; rollback')
    return false
  } catch {
    return true
  } finally {
    sqlite.close()
  }
}

test('stopped, nothing shows; begun again it goes on; what then differs from the archive is named', async () => {
  const { place, app, options } = await openPlace('stopped')
  const members: string[] = []
  for await (const { name } of readTar(archive, () => {})) members.push(name)
  for (const beginning of ['files/', 'inbox/', 'tables/journal/']) {
    let taken = 0
    const isStopped = () => ++taken > members.findIndex((name) => name.startsWith(beginning))
    expect(
      await importSite(
        app,
        readTar(archive, () => {}),
        { ...options, isStopped },
      ),
    ).toBeNull()
    expect(await rowsOf(place, 'select id from papers union all select id from administrators')).toEqual([])
  }
  const imported = await importSite(
    app,
    readTar(archive, () => {}),
    options,
  )
  if (!imported) throw new Error('It was not stopped')
  const compare = () => compareSite(app, imported, (path) => readFile(path))
  expect(await compare()).toEqual([])
  expect(wholeSite(place)).toEqual(wholeSite(dataDir))

  const [altered = '', gone = ''] = filesIn(join(place, 'files'))
  appendFileSync(join(place, 'files', altered), 'x')
  rmSync(join(place, 'files', gone))
  appendFileSync(join(place, 'inbox', WAITING, 'page-1.webp'), 'x')
  await app.db.updateTable('papers').set({ views: 99 }).where('title', 'like', 'Paper 5%').execute()
  await app.db.deleteFrom('visitsByDay').execute()
  expect((await compare()).toSorted()).toEqual(
    [
      `${altered}: other bytes than in the archive`,
      `${gone}: not here`,
      `inbox/${WAITING}: other bytes than in the archive`,
      'papers: a row is not as it is in the archive',
      'visitsByDay: 0 rows here, 1 in the archive',
    ].toSorted(),
  )
})

/** An empty place, and its app in this process. */
async function openPlace(name: string) {
  const place = await emptyPlace(name)
  const app = await createApp(readConfig({ DATA_DIR: place, LOG_LEVEL: 'silent' }))
  onTestFinished(() => app.close())
  const secretCheck = secretCheckOf(readFileSync(join(place, 'auth-secret'), 'utf8').trim())
  const writeLent = async (bytes: Uint8Array) => {
    const lent = join(folder, randomUUID())
    writeFileSync(lent, bytes)
    return lent
  }
  const options = { secretCheck, dropSecondFactors: false, isStopped: () => false, writeLent }
  return { place, app, options }
}

test('a member that is too large is refused by its header, before its bytes are in memory', async () => {
  const path = join(folder, 'huge')
  await writeTar(
    path,
    (async function* () {
      yield memberOf('files/12th-cbse/huge.pdf', '')
    })(),
  )
  const bytes = readFileSync(path)
  const header = bytes.subarray(bytes.lastIndexOf('PaxHeader')).subarray(0, 512)
  header.write((65 * 2 ** 20).toString(8).padStart(11, '0'), 124)
  header.fill(' ', 148, 156)
  const sum = header.reduce((all, byte) => all + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0`, 148)
  writeFileSync(path, bytes)
  await expect(Array.fromAsync(readTar(path, () => {}))).rejects.toThrow(/huge.pdf of the archive is larger/)
})

test('an archive that is cut off, altered, newer or none is refused with a sentence, and nothing shows', async () => {
  const { place, app, options } = await openPlace('refusing')
  const refusalOf = async (path: string, secretCheck = options.secretCheck) => {
    const refused = await importSite(
      app,
      readTar(path, () => {}),
      { ...options, secretCheck },
    ).catch(String)
    expect(await rowsOf(place, 'select id from papers union all select id from administrators')).toEqual([])
    return refused
  }
  const bytes = readFileSync(archive)
  const write = (name: string, content: Uint8Array) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const cut = (where: number) => write(`cut-${where}`, bytes.subarray(0, where))
  const flipped = (where: number) => {
    const copy = Buffer.from(bytes)
    copy[where] = (copy[where] ?? 0) ^ 1
    return write(`flipped-${where}`, copy)
  }
  const rewritten = (name: string, change: (member: Member) => Member | null) =>
    rewriteArchive(archive, join(folder, name), change)
  const editing = (name: string, from: string, to: string) => (member: Member) =>
    member.name.startsWith(name)
      ? memberOf(member.name, Buffer.from(member.bytes).toString().replace(from, to))
      : member
  const pdf = bytes.indexOf('%PDF')
  const [, file = ''] = /files\/(12th-cbse\/[\w.-]+)/.exec(bytes.toString('latin1')) ?? []

  expect(await refusalOf(cut(pdf + 10))).toContain(`cut off at files/${file}`)
  expect(await refusalOf(cut(headerOf(bytes, 'end.json')))).toContain('ends before end.json')
  expect(await refusalOf(flipped(pdf + 10))).toContain(`files/${file} of the archive is not as it was`)
  expect(await refusalOf(flipped(bytes.indexOf('Typed, not published')))).toContain(
    'tables/inbox/000001.jsonl',
  )
  expect(await refusalOf(flipped(headerOf(bytes, 'tables/papers/')))).toContain('damaged after tables/')
  expect(
    await refusalOf(await rewritten('newer', editing('manifest.json', '"format":1', '"format":2'))),
  ).toContain('reads up to format 1')
  expect(
    await refusalOf(
      await rewritten('lacking', ({ name, ...rest }) => (name.endsWith(file) ? null : { name, ...rest })),
    ),
  ).toContain('members')
  const misspelt = editing('tables/papers/', 'கணிதம்', 'கணிதன்')
  expect(await refusalOf(await rewritten('edited', misspelt))).toContain('tables/papers')
  const ofOtherKind = editing('tables/papers/', '"views":0', '"views":"0"')
  expect(await refusalOf(await rewritten('other-kind', ofOtherKind))).toContain('wrong views')
  expect(await refusalOf(write('letter', Buffer.from('Dear sir, '.repeat(200))))).toContain(
    'damaged after its beginning',
  )
  expect(await refusalOf(join(folder, 'nowhere'))).toContain('There is no archive')
  expect(await refusalOf(archive, 'of another secret')).toContain('--drop-second-factors')
})

test('an archive with a row and without its file is refused, and what came with it is left to the sweep', async () => {
  const { place, app, options } = await openPlace('rows-alone')
  const text = readFileSync(archive, 'latin1')
  const [, file = ''] = /files\/(12th-cbse\/[\w.-]+)/.exec(text) ?? []
  const [, upload = ''] = /inbox\/([\w-]+)\//.exec(text) ?? []
  for (const [member, lost] of [
    [`files/${file}`, file],
    [`inbox/${upload}/`, upload],
  ] as const) {
    let gone = 0
    const lacking = await rewriteArchive(archive, join(folder, `without-${lost.length}.tar`), (each) => {
      if (each.name.startsWith(member)) gone += 1
      if (each.name !== 'end.json') return each.name.startsWith(member) ? null : each
      const { members, ...end } = JSON.parse(Buffer.from(each.bytes).toString())
      return memberOf('end.json', JSON.stringify({ ...end, members: members - gone }))
    })
    const importing = importSite(
      app,
      readTar(lacking, () => {}),
      options,
    )
    await expect(importing).rejects.toThrow(`The archive has a row for ${lost}, and not the file.`)
  }
  const put = await Array.fromAsync(app.files.list(), ({ key }) => key)
  const unsettled = await rowsOf(place, "select name from unsettled_files where kind = 'files'")
  expect(put).toContain(file)
  expect(unsettled.map(({ name }) => name).sort()).toEqual(put.sort())
})

/** Where a member begins: with a header of what comes first, its whole name and digest. */
function headerOf(bytes: Buffer, name: string) {
  return Math.floor(bytes.indexOf(`path=${name}`) / 512) * 512 - 512
}

test('without the signing secret it comes with --drop-second-factors, and the password is enough', async () => {
  const place = join(folder, 'without-secret')
  const refused = await runCommand('import', [archive], place)
  expect([refused.code, refused.said]).toEqual([1, expect.stringContaining('auth-secret')])
  expect((await runCommand('import', [archive, '--drop-second-factors'], place)).code).toBe(0)
  const site = await openSite({ dataDir: place })
  onTestFinished(() => site.end({ keepData: true }))
  expect((await site.signIn()).token).toBeTruthy()
})

test('what is published and deleted while the site is exported leaves an archive that is whole', async () => {
  const place = await emptyPlace('busy')
  const site = await openSite({ dataDir: place })
  const beside = await createApp(readConfig({ DATA_DIR: place, LOG_LEVEL: 'silent' }))
  onTestFinished(async () => {
    await beside.close()
    await site.end({ keepData: true })
  })
  const admin = await site.signIn()
  const client = paperClient(site, admin)
  const add = (title: string) => publish(site, admin, { title }, plainPdf({ text: title }))
  const [going] = [await add('Goes meanwhile'), await add('Stays')]
  const events: Record<string, () => Promise<unknown>> = {
    'files/': async () => {
      await add('Comes meanwhile')
      await client.bin(going.id)
      await client.deleteForGood(going.id)
    },
    'tables/administrators/': () => add('Comes too late'),
  }
  const options = { thervu: '1', id: randomUUID(), writtenAt: '', secretCheck: '' }
  const members = exportSite(beside, { ...options, readLent: (path) => readFile(path) })
  async function* watched() {
    while (true) {
      const { done, value } = await members.next()
      if (done) return value
      yield value
      const name = Object.keys(events).find((beginning) => value.name.startsWith(beginning))
      if (name) await events[name]?.()
      if (name) delete events[name]
    }
  }
  const { missing } = await writeTar(join(folder, 'busy.tar'), watched())
  expect([missing, events]).toEqual([[], {}])
  const to = join(folder, 'from-busy')
  expect(await runCommand('import', [join(folder, 'busy.tar')], to)).toMatchObject({ code: 0 })
  expect(await rowsOf(to, 'select title from papers order by serial')).toEqual([
    { title: 'Stays' },
    { title: 'Comes meanwhile' },
  ])
  await expectWhole(to)
})

test('a file that is lost on the site is named, and everything else moves', async () => {
  const [lost = ''] = filesIn(join(dataDir, 'files')).filter((name) => name.endsWith('.pdf'))
  rmSync(join(dataDir, 'files', lost))
  const lacking = join(folder, 'lacking.tar')
  const written = await runCommand('export', [lacking], dataDir)
  expect([written.code, written.said]).toEqual([
    3,
    expect.stringContaining(`Missing on this site, and so in the archive: ${lost}`),
  ])
  const place = await emptyPlace('lacking-one')
  const { code, said } = await runCommand('import', [lacking], place)
  expect([code, said]).toEqual([0, expect.stringContaining(lost)])
  expect(wholeSite(place)).toEqual(wholeSite(dataDir))
})

test('an export names no file that is there, and leaves it as it is', async () => {
  const before = readFileSync(archive)
  const { code, said } = await runCommand('export', [archive], dataDir)
  expect([code, said]).toEqual([1, expect.stringContaining('is there already')])
  expect(readFileSync(archive).equals(before)).toBe(true)
})
