import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Database } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import { createRowSum } from '#domain/archive/archive.ts'
import { ARCHIVED_TABLES } from '#domain/archive/archived-tables.ts'
import { exportSite } from '#domain/archive/export-site.server.ts'
import { importSite } from '#domain/archive/import-site.server.ts'
import { DRAFT_DAYS, storePictureRows, sweepPictures } from '#domain/centre/pictures/pictures.server.ts'
import type { ReceivedFile } from '#domain/files/file-store.ts'
import { describeStoredFile } from '#domain/files/stored-file.ts'
import { moveUnnamed, storedFiles } from '#domain/files/sweep.server.ts'
import { addFile } from '#domain/inbox/add-file.server.ts'
import { inboxFiles } from '#domain/inbox/sweep.server.ts'
import { publishPaper } from '#domain/publishing/publish.server.ts'
import { selectPaperRow } from '#domain/publishing/revise-store.server.ts'
import { prepareSwap, swapParts } from '#domain/publishing/swap-parts.server.ts'
import { createMemoryInbox, createMemoryStore } from '#server/adapters/files/memory.ts'
import { clock, log, openTestsDatabase } from '../support/own-database.ts'

const PRIYA = { id: '1', email: 'priya@centre.example' }
const SUBMISSION: Parameters<typeof publishPaper>[1] = {
  ...{ title: 'Matrices', degree: '12th-cbse', subject: 'Mathematics', month: 'March', year: 2024 },
  ...{ referenceLink: '', variant: '', medium: '', kind: '', board: '', syllabus: '' },
}
const inspector = {
  inspectPdf: async () => ({
    accepted: true,
    pages: 2,
    thumbnail: Buffer.from('page 1'),
    text: 'A long text of a page',
  }),
} as unknown as App['inspector']
const recogniser = { isOn: async () => false } as App['recogniser']

/** A site's storage, without a site. */
async function openStorage() {
  const own = await openTestsDatabase()
  const [files, inbox] = [createMemoryStore(clock.now), createMemoryInbox(clock.now)]
  const app = { ...own, files, inbox, inspector, recogniser, clock, log }
  let received = 0
  return {
    app,
    async receive(): Promise<ReceivedFile> {
      const path = join(own.folder, `received-${++received}`)
      await writeFile(path, `%PDF ${received}`)
      return {
        path,
        originalName: 'paper.pdf',
        size: 6,
        md5: '',
        sha256: String(received).repeat(64).slice(0, 64),
      }
    },
    stored: async () => (await Array.fromAsync(files.list())).map(({ key }) => key).sort(),
    waiting: async () => (await Array.fromAsync(inbox.list())).map(({ name }) => name),
    named: async () => {
      const rows = await own.db.selectFrom('storedFiles').select('fullPath').orderBy('fullPath').execute()
      return rows.map(({ fullPath }) => fullPath)
    },
  }
}

/** Commits each transaction, and loses the answer to that. */
function withLostAnswers(db: Database): Database {
  const execute = async (work: (tx: never) => Promise<unknown>) => {
    await db.transaction().execute(work as never)
    throw new Error('Connection terminated unexpectedly')
  }
  return new Proxy(db, {
    get: (whole, name) => {
      if (name === 'transaction') return () => ({ execute, setIsolationLevel: () => ({ execute }) })
      const value = whole[name as keyof Database] as unknown
      return typeof value === 'function' ? value.bind(whole) : value
    },
  })
}

test('a lost answer to a commit takes no file from the paper that it made or changed, nor from the inbox', async () => {
  const { app, receive, stored, waiting, named } = await openStorage()
  const lost = { ...app, db: withLostAnswers(app.db) }
  await expect(publishPaper(lost, SUBMISSION, { pdf: await receive() }, PRIYA)).rejects.toThrow('terminated')
  expect(await stored()).toEqual(await named())
  expect(await stored()).toHaveLength(2)

  // With the upload's name the answer is the paper.
  const again = { pdf: await receive(), uploadId: 'upload-of-priya' }
  expect(await publishPaper(lost, SUBMISSION, again, PRIYA)).toMatchObject({ title: 'Matrices' })
  expect(await stored()).toEqual(await named())

  const { id } = await app.db.selectFrom('papers').select('id').limit(1).executeTakeFirstOrThrow()
  const was = await selectPaperRow(app.db, id)
  if (!was) throw new Error('no paper')
  const swap = await prepareSwap(app, was, 'file', await receive())
  if (swap === 'same' || 'refused' in swap) throw new Error('no swap')
  await expect(swapParts(lost, was, swap, PRIYA)).rejects.toThrow('terminated')
  expect(await stored()).toEqual(expect.arrayContaining(await named()))

  const sent = { uploadId: 'file-of-priya', administrator: PRIYA }
  await expect(addFile(lost, await receive(), sent)).rejects.toThrow('terminated')
  expect(await waiting()).toEqual(['file-of-priya'])
})

test('what fails before its commit leaves nothing', async () => {
  const { app, receive, stored, waiting } = await openStorage()
  const fail = () => ({ execute: () => Promise.reject(new Error('the database is locked')) })
  const db = new Proxy(app.db, {
    get: (whole, name) => {
      const value = name === 'transaction' ? fail : (whole[name as keyof Database] as unknown)
      return typeof value === 'function' ? value.bind(whole) : value
    },
  })
  await expect(publishPaper({ ...app, db }, SUBMISSION, { pdf: await receive() }, PRIYA)).rejects.toThrow(
    'locked',
  )
  const sent = { uploadId: 'file-of-priya', administrator: PRIYA }
  await expect(addFile({ ...app, db }, await receive(), sent)).rejects.toThrow('locked')
  expect([await stored(), await waiting()]).toEqual([[], []])
})

test('a sweep by hand takes nothing of what is being stored, and what no row names', async () => {
  const { app, receive, stored, waiting, named } = await openStorage()
  await app.files.put('jee/stray_1-abcdefgh.pdf', { bytes: Buffer.from('x') })
  let moved = 0
  const sweep = async () => {
    for (const store of [storedFiles(app), inboxFiles(app)])
      moved += await moveUnnamed(app, store, clock.now())
  }
  // After each part's bytes, before there is a row.
  const files = {
    ...app.files,
    async put(...all: Parameters<App['files']['put']>) {
      await app.files.put(...all)
      await sweep()
    },
  }
  const inbox = {
    ...app.inbox,
    async put(...all: Parameters<App['inbox']['put']>) {
      await app.inbox.put(...all)
      await sweep()
    },
  }
  const slow = { ...app, files, inbox }
  expect(await publishPaper(slow, SUBMISSION, { pdf: await receive() }, PRIYA)).toMatchObject({ pages: 2 })
  await addFile(slow, await receive(), { uploadId: 'file-of-priya', administrator: PRIYA })
  expect(moved).toBe(1)
  expect([await stored(), await waiting()]).toEqual([await named(), ['file-of-priya']])
})

test('an archive of a new site that is imported over that site takes none of its files', async () => {
  const { app, receive, stored, named } = await openStorage()
  await publishPaper(app, SUBMISSION, { pdf: await receive(), sample: true }, null)
  const before = await stored()
  const about = { thervu: '0.5.0', id: randomUUID(), writtenAt: clock.now().toISOString(), secretCheck: '' }
  const members = await Array.fromAsync(exportSite(app, { ...about, readLent: (path) => readFile(path) }))
  const writeLent = () => Promise.reject(new Error('nothing waits'))
  const options = { secretCheck: '', dropSecondFactors: false, writeLent, isStopped: () => false }
  async function* read() {
    yield* members
  }
  expect(await importSite(app, read(), options)).toMatchObject({ dropped: [] })
  expect([await stored(), await named()]).toEqual([before, before])
})

test('a picture that only site.config.ts or an old version names is never swept, another after 30 days', async () => {
  const { app, named } = await openStorage()
  const digest = (letter: string) => letter.repeat(32)
  const row = (letter: string) =>
    describeStoredFile({
      ...{
        bucket: '',
        fullPath: `site-pictures/${digest(letter)}-480.webp`,
        size: 1,
        md5Hash: '',
        sha256: '',
      },
      ...{ contentType: 'image/webp', downloadName: 'x.webp', storedAt: clock.now() },
    })
  await storePictureRows(app.db, ['a', 'b', 'c'].map(row), { hidden: false })
  await app.db
    .insertInto('centreVersions')
    .values({ id: 1, schemaVersion: 1, document: digest('b'), at: '', authorId: null, author: '', note: '' })
    .execute()
  const centre = { first: { logo: { picture: digest('a') } } } as unknown as App['centre']
  const sweep = (days: number) =>
    sweepPictures({ ...app, centre }, new Date(clock.now().getTime() + days * 86_400_000))
  expect(await sweep(DRAFT_DAYS)).toBe(0)
  expect(await sweep(DRAFT_DAYS + 1)).toBe(1)
  expect((await named()).map((key) => key.at('site-pictures/'.length))).toEqual(['a', 'b'])
})

test('a column that older archives lack leaves the sum of their rows as it was, and counts where it holds something', () => {
  const sumOf = (columns: string[], row: Record<string, string | null>) => {
    const sum = createRowSum(columns)
    sum.add(row)
    return sum.value().sum
  }
  const older = sumOf(['fullPath', 'paperId'], { fullPath: 'a.pdf', paperId: 'p' })
  const columns = ['fullPath', 'paperId', 'keptSince']
  const row = { fullPath: 'a.pdf', paperId: 'p', keptSince: null }
  expect(sumOf(columns, row)).toBe(older)
  expect(sumOf(columns, { ...row, keptSince: '2026-11-28T00:00:00.000Z' })).not.toBe(older)
  const table = ARCHIVED_TABLES.find(({ name }) => name === 'formerFiles')
  expect(table?.row.parse({ fullPath: 'a.pdf', paperId: 'p', part: 'file' })).toMatchObject({
    keptSince: null,
  })
})
