import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Clock, Log } from '#domain/app.ts'
import { examColumns } from '#domain/exam-sets.server.ts'
import { describeStoredFile } from '#domain/files/stored-file.ts'
import { insertPaper } from '#domain/lists/paper-store.server.ts'
import type { ChapterTable } from '#domain/questions/chapters/chapters-file.ts'
import { indexPaper } from '#domain/search/indexing/index-papers.server.ts'
import type { OpenDatabase } from '#server/engines/engine.ts'
import { openInFolder } from '#server/engines/open-database.ts'
import { writeEmptyDatabase } from './empty-database.ts'
import { type MadeQuestion, storeQuestions } from './made-questions.ts'

export const clock: Clock = { now: () => new Date('2026-11-21T06:00:00Z'), monotonic: () => 0 }
export const log: Log = { info() {}, warn() {}, error() {} }

export type OwnDatabase = OpenDatabase & { folder: string; path: string; end(): Promise<void> }

/** A database without a site, for rules that read and write one: SQLite's, in a folder of its own. */
export async function openOwnDatabase(chapters?: ChapterTable): Promise<OwnDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'thervu-own-'))
  await writeEmptyDatabase(folder)
  const path = join(folder, 'thervu.db')
  const opened = await openInFolder(path, false, chapters)
  await opened.search.prepare(opened.db)
  await opened.search.reach(opened.db, 0)
  async function end() {
    await opened.close()
    rmSync(folder, { recursive: true })
  }
  return { ...opened, folder, path, end }
}

/** As `openOwnDatabase`, and ended with the test. */
export async function openTestsDatabase(chapters?: ChapterTable): Promise<OwnDatabase> {
  const opened = await openOwnDatabase(chapters)
  onTestFinished(opened.end)
  return opened
}

export type MadePaper = {
  title: string
  type?: string
  grade?: string
  subject?: string
  /** From 1. */
  month?: number
  year?: number
  variant?: string
  medium?: string
  /** The state that it names. */
  board?: string
  referenceLink?: string | null
  /** What its pages say. */
  pages?: string[]
  questions?: MadeQuestion[]
}

let made = 0

/** Stores and indexes a paper of class 12, as publishing does; returns its id. Its file is named and not there. */
export async function addPaper(
  app: Pick<OpenDatabase, 'db' | 'search'>,
  { pages = [], questions = [], ...more }: MadePaper,
): Promise<string> {
  const id = `made${++made}`
  const fileKey = `cbse/${id}.pdf`
  const told = {
    type: 'cbse',
    grade: '12',
    subject: 'Mathematics',
    month: 3,
    year: 2024,
    variant: '',
    medium: '',
    kind: '',
    board: '',
    syllabus: '',
    ...more,
  }
  const file = describeStoredFile({
    ...{ bucket: '', fullPath: fileKey, size: 1, md5Hash: '', sha256: '', contentType: 'application/pdf' },
    ...{ downloadName: 'paper.pdf', storedAt: clock.now() },
  })
  await app.db.transaction().execute(async (tx) => {
    const row = await insertPaper(
      tx,
      {
        ...{
          referenceLink: null,
          ...told,
          id,
          fileKey,
          thumbnailKey: null,
          answersKey: null,
          uploadId: null,
        },
        ...{ pages: Math.max(1, pages.length), isSample: 0, thumbnailGiven: 0 },
        ...examColumns(told),
      },
      [file],
      clock.now(),
    )
    for (const [at, text] of pages.entries())
      await tx
        .insertInto('pageTexts')
        .values({ fileKey, page: at + 1, text })
        .execute()
    await storeQuestions(tx, fileKey, questions)
    await indexPaper(tx, app, row)
  })
  return id
}
