import type { Database } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import { isUnread, nextUnread, storeFirstPage } from '#domain/inbox/first-pages.server.ts'
import { isMoreUrgent, STEPS } from '#domain/page-images/queue.server.ts'
import { hasPendingInboxFiles } from '#domain/page-images/render-inbox-files.server.ts'
import { addRecognised } from '#domain/page-text/page-texts.server.ts'
import { selectPace } from '#domain/page-text/reading.server.ts'
import { indexTexts, renewQuestions } from '#domain/search/indexing/index-papers.server.ts'
import type { RecognisedPage, Unreadable } from './recogniser.ts'
import {
  type Claimed,
  endWaiting,
  failTry,
  isAnyAsked,
  isAnyWaiting,
  queueFailed,
  selectFailed,
  selectFiles,
  selectPages,
  WAVES,
  type Waiting,
  type Wave,
} from './store.server.ts'
import type { ReadingPace } from './time-left.ts'

/** `fault` is that of its first page that could not be read. */
type UnreadPaper = { paperId: string; title: string; pages: number[]; fault: string }

const LISTED = 100
const PAGES = 1_000

/** Papers with scanned pages that could not be read in any of their tries, the last published first. */
export async function listUnread({ readDb }: Pick<App, 'readDb'>): Promise<UnreadPaper[]> {
  const papers = new Map<string, UnreadPaper>()
  for (const { page, ...paper } of await selectFailed(readDb, PAGES)) {
    const known = papers.get(paper.paperId)
    if (known) known.pages.push(page)
    else papers.set(paper.paperId, { ...paper, pages: [page] })
  }
  return [...papers.values()].slice(0, LISTED)
}

/** Of one paper, or of all; each has all its tries again. */
export async function readFailedAgain({ db }: Pick<App, 'db'>, paperId?: string): Promise<void> {
  await queueFailed(db, paperId)
}

type Reader = Pick<
  App,
  'db' | 'readDb' | 'locks' | 'files' | 'inbox' | 'inspector' | 'search' | 'recogniser' | 'clock' | 'log'
>

export type RecognitionTable = {
  /** Writes the bytes to a file, which exists while `use` runs. */
  lend<Result>(bytes: ReadableStream<Uint8Array>, use: (path: string) => Promise<Result>): Promise<Result>
  /** Resolves when nothing more urgent is running. */
  untilQuiet(): Promise<void>
  /** What is being recognised then is recognised again next time. */
  stop: AbortSignal
  /** Whether files may have come that are more urgent than the rest of one that is read. */
  isStale(): boolean
  /** When page 1 of a paper, or one that visitors ask for, was last recognised, in milliseconds of a clock that never jumps. */
  firstAt: number
}

const PLANNED_AT_ONCE = 20
/** While only pictures of later pages are to be rendered, page 1 of one paper: a third of the time. */
const FIRST_MS = 10_000
/** Between tries of a page that could not be read. After the last it is left to the administrator. */
const PAUSES_MS = [60_000, 600_000]
const FAULTS: Record<Unreadable | 'missing', string> = {
  broken: 'The page broke what reads it, twice.',
  'took-too-long': 'Reading the page took too long.',
  'too-much-memory': 'Reading the page needs too much memory.',
  interrupted:
    'Reading the page was interrupted by the server, which has too little free memory or too much other work.',
  missing: 'The file is missing on the server.',
}

/** Page 1 of the file that has waited longest in the inbox, by turns with all rendering; else pages of papers that visitors
 * open or search for, page 1 of the last published, and once all pages are rendered page 2, then the others, then answers. False when
 * nothing waits. */
export async function recogniseNext(app: Reader, table: RecognitionTable): Promise<boolean> {
  if (await recogniseArrived(app, table)) return true
  if ((await isMoreUrgent(app, STEPS.pictures)) || (await hasPendingInboxFiles(app))) return false
  const arePicturesLeft = await isAnyRendered(app)
  if (arePicturesLeft && app.clock.monotonic() < table.firstAt + FIRST_MS) return false
  for (const wave of arePicturesLeft ? WAVES.slice(0, 2) : WAVES)
    if (await recogniseAny(app, table, wave)) return true
  return false
}

async function isAnyRendered(app: Reader): Promise<boolean> {
  return await isMoreUrgent(app, STEPS.pictures + 1)
}

async function recogniseArrived(app: Reader, table: RecognitionTable): Promise<boolean> {
  for (const uploadId of await nextUnread(app, PLANNED_AT_ONCE)) {
    const claimed = await withClaim(app, uploadId, async () => {
      // The same is asked again, now that no other server can read it.
      if (!(await isUnread(app, uploadId))) return
      await table.untilQuiet()
      const read = await app.inbox.lend(uploadId, (path) => readTimed(app, path, 1))
      if (table.stop.aborted) return
      await storeFirstPage(app, uploadId, read === null || typeof read === 'string' ? null : read)
    })
    if (claimed) return true
  }
  return false
}

/** Some pages of the first file that no other server reads. */
async function recogniseAny(app: Reader, table: RecognitionTable, wave: Wave): Promise<boolean> {
  const wanted = { wave, now: app.clock.now(), limit: PLANNED_AT_ONCE }
  for (const fileKey of await selectFiles(app.readDb, wanted)) {
    const claimed = await withClaim(app, fileKey, async () => {
      const pages = await selectPages(app.db, fileKey, wanted)
      // Another server may have read them before this one had its claim.
      if (pages.length === 0) return
      const bytes = await app.files.open(fileKey)
      if (bytes) await table.lend(bytes, (path) => recognisePages(app, table, { wave, pages }, path))
      else for (const page of pages) await keep(app, page, 'missing')
    })
    table.firstAt = app.clock.monotonic()
    if (claimed) return true
  }
  return false
}

async function recognisePages(
  app: Reader,
  table: RecognitionTable,
  { wave, pages }: { wave: Wave; pages: Claimed[] },
  path: string,
) {
  for (const page of pages) {
    await table.untilQuiet()
    if (table.stop.aborted) return
    const found: RecognisedPage | null = page.found && JSON.parse(page.found)
    const read = found ?? (await readTimed(app, path, page.page))
    if (table.stop.aborted) return
    await keep(app, page, read)
    if (table.isStale() || (await isMoreUrgent(app, STEPS.pictures))) return
    if (wave !== 'asked' && (await isAnyAsked(app.readDb, app.clock.now()))) return
  }
}

async function readTimed(app: Reader, path: string, page: number) {
  const began = app.clock.monotonic()
  const read = await app.recogniser.recognisePage(path, page)
  if (typeof read !== 'string') await notePage(app, app.clock.monotonic() - began)
  return read
}

/** False while another server has it; when that one ends, however it ends, it is found again. */
async function withClaim(app: Reader, name: string, work: () => Promise<void>): Promise<boolean> {
  const lock = await app.locks.claim(`recognising ${name}`)
  if (!lock) return false
  try {
    await work()
  } finally {
    await lock.release()
  }
  return true
}

/** In one transaction with the index; nothing where the file is gone or was queued again. */
async function keep(app: Reader, page: Waiting, read: RecognisedPage | Unreadable | 'missing') {
  const at = app.clock.now()
  if (typeof read === 'string') {
    const fault = FAULTS[read]
    const tries = await failTry(app.db, page, { fault, at, pausesMs: PAUSES_MS })
    app.log.warn({ ...page, fault, tries }, 'a page could not be read from its picture')
    await app.db.transaction().execute((tx) => findQuestionsAtEnd(app, tx, page.fileKey))
    return
  }
  await app.db.transaction().execute(async (tx) => {
    const isKept = await endWaiting(tx, page, { confidence: read.confidence, at })
    if (!isKept) return
    if (await addRecognised(tx, page, read)) await indexTexts(tx, app, page.fileKey)
    await findQuestionsAtEnd(app, tx, page.fileKey)
  })
}

/** With the last page of a file: of half a paper they would be half, and each page would read all others again. */
async function findQuestionsAtEnd(app: Reader, tx: Database, fileKey: string) {
  if (!(await isAnyWaiting(tx, fileKey))) await renewQuestions(tx, app, fileKey)
}

/** Pages differ: a strip shows that one says nothing, a dense one in three scripts takes 8 s. */
const PAGES_COUNTED = 20

/** How long a page has taken lately, waits for visitors and other work included. */
export async function readingPace({ readDb }: Pick<App, 'readDb'>): Promise<ReadingPace> {
  return { msPerPage: (await selectPace(readDb))?.msPerPage ?? null }
}

/** Counts a page that took `ms` from its turn to its end; of several that are read at once only what each adds. */
export async function notePage({ db, clock }: Pick<App, 'db' | 'clock'>, ms: number): Promise<void> {
  const now = clock.now()
  const last = await selectPace(db)
  const sinceLast = last ? now.getTime() - Date.parse(last.notedAt) : ms
  const took = sinceLast >= 0 ? Math.min(ms, sinceLast) : ms
  const pages = Math.min((last?.pages ?? 0) + 1, PAGES_COUNTED)
  const mean = last?.msPerPage ?? 0
  const pace = { pages, msPerPage: mean + (took - mean) / pages, notedAt: now.toISOString() }
  await db
    .insertInto('readingPace')
    .values({ id: 1, ...pace })
    .onConflict((there) => there.column('id').doUpdateSet(pace))
    .execute()
}
