import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Database } from '#database/schema.ts'
import { isContentPending, publishPending } from '#domain/content-version.server.ts'
import { askForPages } from '#domain/page-images/find-pages.server.ts'
import { insertFound, replaceTexts, selectLines } from '#domain/page-text/page-texts.server.ts'
import { askForFound } from '#domain/page-text/reading.server.ts'
import {
  listUnread,
  notePage,
  type RecognitionTable,
  readFailedAgain,
  readingPace,
  recogniseNext,
} from '#domain/recognition/recognise-next.server.ts'
import type { RecognisedPage, Recogniser } from '#domain/recognition/recogniser.ts'
import { endWaiting, failTry, selectFiles, selectPages, type Wave } from '#domain/recognition/store.server.ts'
import { isNightInIndia } from '#domain/time/india-time.ts'
import { readConfig } from '#server/config.ts'
import { createApp, type RunningApp } from '#server/create-app.ts'
import { startRecognition, startRenewal } from '#server/rendering/background-work.ts'
import { databaseEnv, dropDatabase, ENGINE, isPostgres } from '../support/engine.ts'
import { fillCatalogue } from '../support/made-catalogue.ts'
import { until } from '../support/stored.ts'

const PAPERS = 40
const BUSY_MS = 60_000
const NOW = new Date('2026-11-23T06:00:00.000Z')
const later = (ms: number) => new Date(NOW.getTime() + ms)
const READ: RecognisedPage = {
  text: 'Define the refractive index of glass, and name its unit.',
  sureText: '',
  lines: [[1, 2, 3, 4, 'Define the refractive index']],
  confidence: 91,
}

describe(`the queue of pages to be recognised in ${ENGINE}`, () => {
  let dataDir: string
  let app: RunningApp
  /** Another server of the same database, where there can be one. */
  let other: RunningApp
  /** The keys of files, the last published first. */
  let keys: string[]
  const open = async () =>
    await createApp(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...(await databaseEnv(dataDir)) }), {
      indexes: false,
    })
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'thervu-recognition-'))
    app = await open()
    const config = readConfig({ DATA_DIR: dataDir, ...(await databaseEnv(dataDir)) })
    await fillCatalogue(config.database, app, PAPERS)
    other = isPostgres ? await open() : app
    await app.db.updateTable('drawingJobs').set({ state: 'done', pageCount: 9, textCount: 9 }).execute()
    const papers = await app.db.selectFrom('papers').select('fileKey').orderBy('serial', 'desc').execute()
    keys = papers.map(({ fileKey }) => fileKey)
  })
  beforeEach(async () => {
    await app.db.deleteFrom('recognitionJobs').execute()
  })
  afterAll(async () => {
    await app.close()
    if (isPostgres) await other.close()
    await dropDatabase(dataDir)
    rmSync(dataDir, { recursive: true })
  })

  const key = (at: number) => keys[at] as string
  const paperOf = async (fileKey: string) =>
    await app.db
      .selectFrom('papers')
      .select(['id', 'title'])
      .where('fileKey', '=', fileKey)
      .executeTakeFirstOrThrow()
  const queue = async (fileKey: string, pages: number[]) => {
    const unread = pages.map((page) => ({ page, text: '', lines: [], isUnread: true }))
    await replaceTexts(app.db, fileKey, { from: 1, to: 999 }, unread)
  }
  const count = async (db: Database, state: 'waiting' | 'done') =>
    (await db.selectFrom('recognitionJobs').select('page').where('state', '=', state).execute()).length
  const firsts = { wave: 'first' as Wave, now: NOW, limit: 20 }

  test('page 1 comes before others, of the last published papers first, and a page ends once', async () => {
    for (const at of [2, 0, 1]) await queue(key(at), [3, 1, 2])
    expect(await selectFiles(app.readDb, firsts)).toEqual([key(0), key(1), key(2)])
    expect(await selectFiles(app.readDb, { ...firsts, limit: 1 })).toEqual([key(0)])
    const of = async (wave: Wave) =>
      (await selectPages(app.db, key(1), { ...firsts, wave })).map(({ page }) => page)
    expect([await of('second'), await of('others')]).toEqual([[2], [3]])
    const first = { fileKey: key(0), page: 1 }
    const end = { confidence: 90, at: NOW }
    expect([await endWaiting(app.db, first, end), await endWaiting(app.db, first, end)]).toEqual([
      true,
      false,
    ])
    expect(await selectFiles(app.readDb, firsts)).toEqual([key(1), key(2)])
  })

  test('a page that fails is tried again after longer and longer pauses, then listed until an administrator has it tried', async () => {
    await queue(key(3), [1])
    await queue(key(4), [1, 2])
    const fail = (at: Date, page = 1) =>
      failTry(app.db, { fileKey: key(4), page }, { fault: 'Too slow.', at, pausesMs: [1_000, 9_000] })
    const isWaiting = async (ms: number) =>
      (await selectPages(app.db, key(4), { ...firsts, now: later(ms) })).length === 1
    expect(await fail(NOW)).toBe(1)
    expect([await isWaiting(999), await isWaiting(1_000)]).toEqual([false, true])
    expect(await fail(later(1_000))).toBe(2)
    expect([await isWaiting(9_999), await isWaiting(10_000)]).toEqual([false, true])
    expect(await listUnread(app)).toEqual([])
    expect(await fail(later(10_000))).toBe(3)
    expect(await fail(later(10_000))).toBe(null)
    for (const ms of [0, 1, 2]) await fail(later(ms), 2)
    const paper = await paperOf(key(4))
    const listed = { paperId: paper.id, title: paper.title, pages: [1, 2], fault: 'Too slow.' }
    expect(await listUnread(app)).toEqual([listed])
    await readFailedAgain(app, (await paperOf(key(3))).id)
    expect(await listUnread(app)).toEqual([listed])
    await readFailedAgain(app, paper.id)
    expect(await listUnread(app)).toEqual([])
    expect(await isWaiting(0)).toBe(true)
  })

  test('a page that breaks what reads it is tried again after one minute and after ten, and its fault is listed', async () => {
    await queue(key(15), [1])
    let [now, tries] = [NOW, 0]
    const reader = {
      ...app,
      clock: { ...app.clock, now: () => now },
      files: { ...app.files, open: async () => new Response('a file').body },
      recogniser: {
        ...app.recogniser,
        async recognisePage() {
          tries += 1
          return 'broken' as const
        },
      },
    }
    const table: RecognitionTable = {
      lend: async (_bytes, use) => await use('a file'),
      untilQuiet: async () => {},
      stop: new AbortController().signal,
      isStale: () => false,
      firstAt: 0,
    }
    const triesAt = []
    for (const ms of [0, 59_999, 60_000, 659_999, 660_000, 9_000_000]) {
      now = later(ms)
      await recogniseNext(reader, table)
      triesAt.push(tries)
    }
    expect(triesAt).toEqual([1, 1, 2, 2, 3, 3])
    expect(await listUnread(app)).toMatchObject([
      { pages: [1], fault: 'The page broke what reads it, twice.' },
    ])
  })

  test('what was recognised in the inbox is taken for page 1, whether it is rendered before or after, and not read again', async () => {
    const { id } = await paperOf(key(5))
    await insertFound(app.db, id, JSON.stringify(READ))
    await queue(key(5), [1, 2])
    expect(await selectFiles(app.readDb, firsts)).toEqual([])
    expect(await selectLines(app.readDb, key(5), 1)).toEqual({ lines: READ.lines, confidence: 91 })
    await queue(key(5), [1, 2])
    expect(await count(app.db, 'done')).toBe(1)

    await queue(key(6), [1])
    await insertFound(app.db, (await paperOf(key(6))).id, JSON.stringify(READ))
    const { read } = startReading(app)
    await until('all is read', async () => (await count(app.db, 'done')) === 3, BUSY_MS)
    expect(read).toEqual(['2'])
    expect(await selectLines(app.readDb, key(6), 1)).toEqual({ lines: READ.lines, confidence: 91 })
  })

  test('with ten thousand pages waiting a server stops at once, keeps few in memory, and goes on where it was', async () => {
    const pages = Array.from({ length: 10_000 / PAPERS }, (_, at) => at + 1)
    for (const fileKey of keys) await queue(fileKey, pages)
    const before = process.memoryUsage().heapUsed
    const { read, stop, hang } = startReading(app)
    await until('some are read', () => read.length >= 60, BUSY_MS)
    hang()
    const begun = read.length
    await until('one hangs', () => read.length > begun, BUSY_MS)
    await stop()
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(64 * 2 ** 20)
    const done = await count(app.db, 'done')
    // The one that hung waits again.
    expect([done, await count(app.db, 'waiting')]).toEqual([read.length - 1, 10_000 - done])
    startReading(app)
    await until('it goes on', async () => (await count(app.db, 'done')) > done + 20, BUSY_MS)
  })

  test('two servers read no page twice, and what one claimed that died is read by the other', async () => {
    for (const fileKey of keys) await queue(fileKey, [1, 2])
    const lock = await other.locks.claim(`recognising ${key(0)}`)
    const readers = [startReading(app), startReading(other)]
    await until('all others are read', async () => (await count(app.db, 'done')) === 2 * PAPERS - 2, BUSY_MS)
    expect(readers.map(({ read }) => read.length).reduce((sum, each) => sum + each)).toBe(2 * PAPERS - 2)
    await readers[1]?.stop()
    if (isPostgres) {
      await other.close()
      other = await open()
    } else await lock?.release()
    await until('these are read', async () => (await count(app.db, 'done')) === 2 * PAPERS, BUSY_MS)
    expect(readers[0]?.read.concat(readers[1]?.read ?? [])).toHaveLength(2 * PAPERS)
  })

  test('pages that are rendered and recognised make cached pages again together, what an administrator changes does at once', async () => {
    await queue(key(7), [1, 2])
    await publishPending(app.db)
    const versions = () => app.versions(true)
    const { content, prepared } = versions()
    const renewal = startRenewal(app, { renewEveryMs: 1_000_000 })
    onTestFinished(() => renewal.stop())
    const read = (page: number) => endWaiting(app.db, { fileKey: key(7), page }, { confidence: 90, at: NOW })
    await read(1)
    expect(versions()).toMatchObject({ content, prepared })
    renewal.note()
    await expect.poll(versions).toMatchObject({ content, prepared: prepared + 1 })
    await read(2)
    renewal.note()
    expect(await isContentPending(app.readDb)).toBe(true)
    await app.db.updateTable('papers').set({ title: 'Revised' }).where('fileKey', '=', key(7)).execute()
    expect(versions()).toMatchObject({ content: content + 1, prepared: prepared + 1 })
    expect(await isContentPending(app.readDb)).toBe(true)
  })

  test('pages of papers that are opened or searched for are read before all others, then page 1 and page 2 of each paper', async () => {
    for (const at of [9, 10, 11, 12]) await queue(key(at), [1, 2, 3])
    const opened = await paperOf(key(12))
    await askForPages({ ...app, clock: { ...app.clock, now: () => NOW } }, opened.id)
    await askForPages(
      { ...app, clock: { ...app.clock, now: () => later(1_000) } },
      (await paperOf(key(11))).id,
    )
    const { order } = startReading(app)
    await until('all is read', async () => (await count(app.db, 'done')) === 12, BUSY_MS)
    const asked = ['11 1', '11 2', '11 3', '12 1', '12 2', '12 3']
    expect(order).toEqual([...asked, '9 1', '10 1', '9 2', '10 2', '9 3', '10 3'])
  })

  test('two pages are read at once while that is allowed, never two of one file', async () => {
    for (const at of [20, 21]) await queue(key(at), [1, 2])
    let allowed = false
    const { read, hang, stop } = startReading(app, () => allowed)
    hang()
    await until('one is read', () => read.length === 1, BUSY_MS)
    allowed = true
    await until('another is read at the same time', () => read.length === 2, BUSY_MS)
    expect(read).toEqual(['1', '1'])
    await stop()
    expect([
      isNightInIndia(new Date('2026-11-23T17:29:00Z')),
      isNightInIndia(new Date('2026-11-23T17:30:00Z')),
    ]).toEqual([false, true])
    expect([
      isNightInIndia(new Date('2026-11-23T23:29:00Z')),
      isNightInIndia(new Date('2026-11-23T23:30:00Z')),
    ]).toEqual([true, false])
  })

  test('what a search finds first counts as searched for, what is merely listed does not', async () => {
    await queue(key(13), [1])
    await queue(key(14), [1])
    const [found, listed] = [await paperOf(key(13)), await paperOf(key(14))]
    const asked = async () =>
      (await selectFiles(app.readDb, { ...firsts, wave: 'asked', now: new Date() })).map((each) =>
        keys.indexOf(each),
      )
    askForFound(app, {}, [listed])
    askForFound(app, { q: 'force', page: 2 }, [listed])
    askForFound(app, { q: 'force' }, [found])
    await expect.poll(asked, { timeout: BUSY_MS }).toEqual([13])
  })

  test('the pace is the mean of the last pages, and of pages that are read at once each counts what it adds', async () => {
    await app.db.deleteFrom('readingPace').execute()
    expect(await readingPace(app)).toEqual({ msPerPage: null })
    const at = (ms: number) => ({ ...app, clock: { ...app.clock, now: () => later(ms) } })
    await notePage(at(0), 4_000)
    expect(await readingPace(app)).toEqual({ msPerPage: 4_000 })
    await notePage(at(60_000), 8_000)
    expect(await readingPace(app)).toEqual({ msPerPage: 6_000 })
    await notePage(at(63_000), 8_000)
    expect(await readingPace(app)).toEqual({ msPerPage: 5_000 })
    for (let page = 0; page < 40; page++) await notePage(at(100_000 + page * 2_000), 2_000)
    expect(Math.round((await readingPace(app)).msPerPage ?? 0)).toBeLessThan(2_500)
  })

  /** The worker of a server, whose recogniser takes no time, or hangs until it is closed. */
  function startReading(server: RunningApp, mayReadTwo = () => false) {
    const read: string[] = []
    const order: string[] = []
    let opened = ''
    const { promise: closed, resolve: close } = Promise.withResolvers<'took-too-long'>()
    let hangs = false
    const recogniser: Recogniser = {
      isOn: async () => true,
      check: async () => ['eng'],
      async recognisePage(_path, page) {
        read.push(String(page))
        order.push(`${keys.indexOf(opened)} ${page}`)
        return hangs ? await closed : READ
      },
      close: async () => close('took-too-long'),
    }
    const open = async (fileKey: string) => {
      opened = fileKey
      return new Response('a file').body
    }
    const files = { ...server.files, open }
    const folder = mkdtempSync(join(dataDir, 'server-'))
    const worker = startRecognition({ ...server, recogniser, files }, folder, { lookEveryMs: 20, mayReadTwo })
    onTestFinished(() => worker.stop())
    return {
      read,
      order,
      stop: worker.stop,
      hang() {
        hangs = true
      },
    }
  }
})
