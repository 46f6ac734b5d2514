import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { ReadDatabase } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import { bucketedValues } from '#domain/bucketed-values.ts'
import { positionsOf } from '#domain/paper/paper.ts'
import { VARIANT_FIELD_NAMES, type VariantFields } from '#domain/paper/paper-fields.ts'
import { selectForAdmin } from '../lists/admin-paper-store.server.ts'
import { ALL_SUBJECTS, findDegree, MONTHS, type Month, needsSubject } from '../paper/paper.ts'
import {
  comparePages,
  DUPLICATES_LIMIT,
  type Duplicate,
  type DuplicateQuestion,
  type PageOne,
} from './duplicate.ts'
import { likenessTo } from './title-likeness.ts'

/** Most papers whose titles are compared: of one class, subject, month and year, and of the bin. */
const SHELF_LIMIT = 200
const BIN_LIMIT = 5_000

type Found = Place & Pick<Duplicate, 'reason' | 'isSure'>

/** Per question, at most five: papers with the same bytes, then those with the same fields and the same page 1, then those
 * with a similar title, unless page 1 says something else. `pagesOne` has page 1 by a question's key. */
export async function findDuplicates(
  app: Pick<App, 'readDb'>,
  questions: DuplicateQuestion[],
  pagesOne = new Map<string, PageOne>(),
): Promise<Record<string, Duplicate[]>> {
  const asked = questions.map((question) => ({ ...question, shelf: shelfOf(question) }))
  const years = [...new Set(asked.flatMap(({ shelf }) => (shelf ? [shelf.year] : [])))]
  const bin = await selectBinnedOf(app.readDb, years, BIN_LIMIT)
  const answers: [string, Duplicate[]][] = []
  for (const { key, sha256, title, shelf, board, ...apart } of asked) {
    const found: Found[] = []
    const add = (reason: Found['reason'], isSure: boolean, places: Place[]) => {
      for (const { id, binned } of places) {
        if (found.length < DUPLICATES_LIMIT && !found.some((each) => each.id === id)) {
          found.push({ reason, isSure, id, binned })
        }
      }
    }
    if (sha256) add('same-file', true, await selectSameBytes(app.readDb, sha256, DUPLICATES_LIMIT))
    if (shelf && title) {
      const isLike = likenessTo({ ...apart, title }, shelf)
      const binned = bin.filter((paper) => isOnShelf(paper, shelf))
      const shelved = [...(await selectShelf(app.readDb, shelf, SHELF_LIMIT)), ...binned]
      const papers = shelved.filter((paper) => board === undefined || paper.board === board)
      const compare = await comparerTo(app, pagesOne.get(key), papers)
      const samePage = papers.filter((paper) => compare(paper) === 'same')
      add('same-paper', true, samePage)
      add(
        'same-paper',
        false,
        papers.filter((paper) => isLike(paper) && compare(paper) !== 'other'),
      )
    }
    answers.push([key, (await Promise.all(found.map((each) => read(app, each)))).flat()])
    await yieldToEventLoop()
  }
  return Object.fromEntries(answers)
}

async function comparerTo(app: Pick<App, 'readDb'>, page: PageOne | undefined, papers: Titled[]) {
  const keys = page ? papers.map(({ fileKey }) => fileKey) : []
  const texts = await selectPagesOne(app.readDb, keys)
  const known = new Map([...texts].map(([fileKey, text]) => [fileKey, page && comparePages(page, text)]))
  return ({ fileKey }: Titled) => known.get(fileKey) ?? 'unclear'
}

function shelfOf({
  degree: slug = '',
  subject,
  month: name,
  year: typed = '',
}: DuplicateQuestion): Shelf | null {
  const degree = findDegree(slug)
  const month = MONTHS.indexOf(name as Month) + 1
  if (!degree || month === 0 || !/^\d{4}$/.test(typed)) return null
  if (!subject && needsSubject(degree)) return null
  const { type, grade } = degree
  return { type, grade, subject: subject || ALL_SUBJECTS, month, year: Number(typed) }
}

function isOnShelf(paper: Shelf, shelf: Shelf) {
  return (['type', 'grade', 'subject', 'month', 'year'] as const).every((name) => paper[name] === shelf[name])
}

async function read(app: Pick<App, 'readDb'>, { id, binned, reason, isSure }: Found): Promise<Duplicate[]> {
  const paper = await selectForAdmin(app.readDb, id)
  return paper ? [{ reason, isSure, binned, paper }] : []
}

type Place = { binned: boolean; id: string }
type Shelf = { type: string; grade: string; subject: string; month: number; year: number }
type Titled = Place & VariantFields & { title: string; fileKey: string }

/** Published papers before those that are hidden or in the bin, newest first. */
async function selectSameBytes(readDb: ReadDatabase, sha256: string, limit: number): Promise<Place[]> {
  const files = readDb.selectFrom('storedFiles').where('sha256', '=', sha256)
  const published = await files
    .innerJoin('papers', 'papers.fileKey', 'storedFiles.fullPath')
    .select('papers.id')
    .orderBy('papers.serial', 'desc')
    .limit(limit)
    .execute()
  const binned = await files
    .innerJoin('binnedPapers', 'binnedPapers.fileKey', 'storedFiles.fullPath')
    .select(['binnedPapers.id', 'binnedAt'])
    .orderBy('binnedPapers.serial', 'desc')
    .limit(limit)
    .execute()
  return [
    ...published.map(({ id }) => ({ id, binned: false })),
    ...binned.map(({ id, binnedAt }) => ({ id, binned: binnedAt !== null })),
  ]
}

async function selectShelf(readDb: ReadDatabase, shelf: Shelf, limit: number): Promise<Titled[]> {
  const { after, before } = positionsOf(shelf.year, shelf.month)
  const rows = await readDb
    .selectFrom('papers')
    .select(['id', 'title', ...VARIANT_FIELD_NAMES, 'fileKey'])
    .where('type', '=', shelf.type)
    .where('grade', '=', shelf.grade)
    .where('subject', '=', shelf.subject)
    .where('position', '>', after)
    .where('position', '<', before)
    .orderBy('position', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, binned: false }))
}

/** Papers of these years among the last `limit` binned or hidden of all years, newest first. */
async function selectBinnedOf(
  readDb: ReadDatabase,
  years: number[],
  limit: number,
): Promise<(Titled & Shelf)[]> {
  if (years.length === 0) return []
  const rows = await readDb
    .selectFrom((db) =>
      db
        .selectFrom('binnedPapers')
        .select([
          'id',
          'title',
          ...VARIANT_FIELD_NAMES,
          'fileKey',
          'type',
          'grade',
          'subject',
          'month',
          'year',
        ])
        .select('binnedAt')
        .orderBy('binnedAt', 'desc')
        .orderBy('hiddenAt', 'desc')
        .orderBy('serial', 'desc')
        .limit(limit)
        .as('last'),
    )
    .selectAll()
    .where('year', 'in', years)
    .execute()
  return rows.map(({ binnedAt, ...row }) => ({ ...row, binned: binnedAt !== null }))
}

/** By file; those without a text on page 1 are left out. */
async function selectPagesOne(readDb: ReadDatabase, fileKeys: string[]): Promise<Map<string, PageOne>> {
  if (fileKeys.length === 0) return new Map()
  const rows = await readDb
    .selectFrom('pageTexts')
    .select(['fileKey', 'text', 'confidence'])
    .where('page', '=', 1)
    .where('fileKey', 'in', bucketedValues(fileKeys))
    .execute()
  return new Map(
    rows.map(({ fileKey, text, confidence }) => [fileKey, { text, isRecognised: confidence !== null }]),
  )
}
