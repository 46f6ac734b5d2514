import { createHash } from 'node:crypto'
import type { Database, ReadDatabase } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import { renewContent } from '#domain/content-version.server.ts'
import { type Author, FORMER_QUESTIONS, type NewEntry } from '#domain/journal/entry.ts'
import { findFormer, recordChange } from '#domain/journal/journal.server.ts'
import { fullTitle } from '#domain/language/labels.ts'
import type { Turn, Turns } from '#domain/page-turns/turn.ts'
import type { ReviewReason } from '#domain/paper/admin-paper.ts'
import { type Correction, selectCorrection, withTexts } from '#domain/questions/corrected-questions.server.ts'
import { boxesOf, type EditedQuestion } from '#domain/questions/edit-questions.ts'
import { renewQuestions } from '#domain/search/indexing/index-papers.server.ts'
import { selectPaperBy } from '../lists/paper-store.server.ts'
import { retryStale, StaleRead } from '../retry-stale.ts'

/** `version` names the file, how its pages are turned and the list: a save that carries it overwrites nothing that was saved
 * meanwhile. Until its texts `isRead`, nobody knows what it has. */
export type AdminQuestions = {
  version: string
  isRead: boolean
  isCorrected: boolean
  stated: number | null
  doubt: ReviewReason | null
  questions: EditedQuestion[]
}

/** The questions of a published paper as the admin area corrects them; null without such a paper. */
export async function findAdminQuestions(
  app: Pick<App, 'readDb'>,
  paperId: string,
): Promise<AdminQuestions | null> {
  const file = await selectFile(app.readDb, paperId)
  if (!file) return null
  const { stated, doubt, pageCount, textCount } = file
  const correction = await selectCorrection(app.readDb, file.sha256)
  return {
    version: versionOf(file, correction),
    isRead: Boolean(pageCount) && (textCount ?? 0) >= (pageCount ?? 0),
    isCorrected: correction !== null,
    stated,
    doubt: doubt === null ? null : JSON.parse(doubt),
    questions: await selectList(app.readDb, file, correction),
  }
}

/**
 * Keeps these as the questions of the paper's file, whatever will be found; with null, what was found is back. `conflict`
 * where the list, or the file, is not that of `version` any more; `no-page` where a box is on a page that there is not.
 */
export async function correctQuestions(
  app: Pick<App, 'db' | 'search' | 'clock'>,
  paperId: string,
  questions: EditedQuestion[] | null,
  version: string,
  author: Author,
): Promise<'done' | 'missing' | 'conflict' | 'no-page'> {
  return await retryStale(app.db, async (tx) => {
    const paper = await selectPaperBy(tx, 'id', paperId)
    const file = await selectFile(tx, paperId)
    if (!paper || !file) return 'missing'
    const { sha256 } = file
    const was = await selectCorrection(tx, sha256)
    if (versionOf(file, was) !== version) return 'conflict'
    const last = Math.max(0, ...boxesOf(questions ?? []).map(({ area }) => area.page))
    if (last > (file.pageCount || paper.pages)) return 'no-page'
    const before = await selectList(tx, file, was)
    const turns = turnsOf(file)
    const list = questions && JSON.stringify({ turns, questions } satisfies Correction)
    if (list === was) return 'done'
    await replaceCorrection(tx, sha256, was, list)
    const same = tx.selectFrom('drawingJobs').innerJoin('storedFiles', 'fullPath', 'fileKey')
    for (const one of await same.select('fileKey').where('sha256', '=', sha256).execute())
      await renewQuestions(tx, app, one.fileKey)
    await renewContent(tx)
    const change = questions ? changeInWords(before, questions) : ''
    const action =
      questions === null ? 'questions put back' : change ? 'questions corrected' : 'questions confirmed'
    const entry: NewEntry = {
      ...{ kind: 'paper', subjectId: paperId, subject: fullTitle(paper), action },
      // Of a very long list there is no way back.
      before: (was?.length ?? 0) <= LONGEST_STORED ? { sha256, [FORMER_QUESTIONS]: was } : null,
      after: change ? { change } : null,
    }
    await recordChange(tx, app, author, entry)
    return 'done'
  })
}

const LONGEST_STORED = 60_000

/**
 * Makes the questions what they were before an entry of the paper's history, with which their list is kept; `replaced`
 * where that was the list of another file.
 */
export async function putQuestionsBack(
  app: Pick<App, 'db' | 'readDb' | 'search' | 'clock'>,
  paperId: string,
  { entry, version }: { entry: number; version: string },
  author: Author,
): Promise<'replaced' | Awaited<ReturnType<typeof correctQuestions>>> {
  const [former, file] = await Promise.all([
    findFormer(app, { id: entry, subjectId: paperId }),
    selectFile(app.readDb, paperId),
  ])
  const list = former?.[FORMER_QUESTIONS]
  if (!file || list === undefined) return 'missing'
  if (former?.sha256 !== file.sha256) return 'replaced'
  const questions = typeof list === 'string' ? await selectList(app.readDb, file, list) : null
  return await correctQuestions(app, paperId, questions, version, author)
}

/** The published papers whose PDF has the bytes of this one's: a correction is of them all. */
export async function selectPapersOfSameFile(readDb: ReadDatabase, paperId: string): Promise<string[]> {
  const file = await selectFile(readDb, paperId)
  if (!file) return []
  const same = readDb.selectFrom('papers').innerJoin('storedFiles', 'fullPath', 'papers.fileKey')
  return (await same.select('id').where('sha256', '=', file.sha256).execute()).map(({ id }) => id)
}

/** "added 9; removed 31; moved 7, 8; marks of 7". */
function changeInWords(before: readonly EditedQuestion[], after: readonly EditedQuestion[]): string {
  const [was, is] = [byName(before), byName(after)]
  const kept = [...is.keys()].flatMap((name) => {
    const [old, now] = [was.get(name), is.get(name)]
    return old && now ? [{ name, old, now }] : []
  })
  const differing = (of: (question: EditedQuestion) => unknown) =>
    kept.filter(({ old, now }) => JSON.stringify(of(old)) !== JSON.stringify(of(now))).map(({ name }) => name)
  const parts: [string, string[]][] = [
    ['added', [...is.keys()].filter((name) => !was.has(name))],
    ['removed', [...was.keys()].filter((name) => !is.has(name))],
    ['moved', differing(({ printings }) => printings.map(({ boxes }) => boxes))],
    ['marks of', differing(({ marks }) => marks)],
    ['section of', differing(({ section }) => section)],
  ]
  return parts
    .filter(([, names]) => names.length > 0)
    .map(([what, names]) => `${what} ${names.join(', ')}`)
    .join('; ')
}

/** By number; by section, too, where numbers begin again. */
function byName(list: readonly EditedQuestion[]): Map<string, EditedQuestion> {
  const named = new Map<string, EditedQuestion>()
  for (const question of list) {
    const { number, section } = question
    let name = named.has(number) ? `${section ?? ''}${number}` : number
    for (let again = 2; named.has(name); again++) name = `${number} (${again})`
    named.set(name, question)
  }
  return named
}

async function selectFile(readDb: ReadDatabase, paperId: string) {
  const row = await readDb
    .selectFrom('papers')
    .innerJoin('storedFiles', 'storedFiles.fullPath', 'papers.fileKey')
    .leftJoin('drawingJobs', 'drawingJobs.fileKey', 'papers.fileKey')
    .leftJoin('questionFiles', 'questionFiles.fileKey', 'papers.fileKey')
    .select(['papers.fileKey', 'sha256', 'images', 'pageCount', 'textCount', 'stated', 'doubt'])
    .where('papers.id', '=', paperId)
    .executeTakeFirst()
  if (!row) return null
  const images: ({ height: number; turn?: Turn } | null)[] = JSON.parse(row.images ?? '[]')
  return { ...row, images }
}

type File = NonNullable<Awaited<ReturnType<typeof selectFile>>>

/** As its pages are turned now. What was corrected is there before its texts are read. */
async function selectList(
  readDb: ReadDatabase,
  { fileKey, images }: File,
  correction: string | null,
): Promise<EditedQuestion[]> {
  if (correction !== null) return withTexts(JSON.parse(correction), [], images).map(withoutText)
  const rows = await readDb
    .selectFrom('questions')
    .select(['number', 'section', 'marks', 'printings'])
    .where('fileKey', '=', fileKey)
    .orderBy('place')
    .execute()
  return rows.map(({ printings, ...question }) =>
    withoutText({ ...question, printings: JSON.parse(printings) }),
  )
}

function withoutText({ number, section, marks, printings }: EditedQuestion): EditedQuestion {
  return { number, section, marks, printings: printings.map(({ language, boxes }) => ({ language, boxes })) }
}

/** Throws `StaleRead` where another one was saved meanwhile. */
async function replaceCorrection(tx: Database, sha256: string, was: string | null, list: string | null) {
  const table = 'questionCorrections'
  const query =
    was === null
      ? tx
          .insertInto(table)
          .values({ sha256, list: list ?? '' })
          .onConflict((there) => there.doNothing())
          .returning('sha256')
      : list === null
        ? tx.deleteFrom(table).where('sha256', '=', sha256).where('list', '=', was).returning('sha256')
        : tx
            .updateTable(table)
            .set({ list })
            .where('sha256', '=', sha256)
            .where('list', '=', was)
            .returning('sha256')
  if (!(await query.executeTakeFirst())) throw new StaleRead()
}

function turnsOf({ images }: File): Turns {
  return Object.fromEntries(images.flatMap((image, at) => (image?.turn ? [[at + 1, image.turn]] : [])))
}

function versionOf(file: File, list: string | null): string {
  const named = [file.sha256, turnsOf(file), list]
  return createHash('sha256').update(JSON.stringify(named)).digest('hex').slice(0, 16)
}
