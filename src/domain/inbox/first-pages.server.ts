import type { InboxRow } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import type { Hint, Hints } from '#domain/autofill/hints.ts'
import { printedSeries, type Series, seriesCode } from '#domain/autofill/paper-codes.ts'
import { readHints } from '#domain/autofill/read-hints.ts'
import type { PageOne } from '#domain/duplicates/duplicate.ts'
import type { ReceivedFile } from '#domain/files/file-store.ts'
import { PAGE_TEXT_LIMIT } from '#domain/files/inspect-pdf.ts'
import { selectFactsAt, selectPaperBy } from '#domain/lists/paper-store.server.ts'
import { insertFound } from '#domain/page-text/page-texts.server.ts'
import { isUnread as isScanned, type TextLine } from '#domain/page-text/text-line.ts'
import type { Turn } from '#domain/page-turns/turn.ts'
import { HINTED_NAMES } from '#domain/paper/form-fields.ts'
import type { SchoolGrade } from '#domain/paper/paper.ts'
import type { Refusal } from '#domain/paper/submission.ts'
import { selectPagesOne, selectRow, selectUnread, updateRow } from './store.server.ts'

type Needs = Pick<App, 'readDb' | 'search'>

/** So many papers of a series tell its year as well as all. */
const PAPERS_ASKED = 50
/** As many as agree to be sure. */
const AGREEING = 2

const learnt = new WeakMap<App['readDb'], { age: number; known: Map<string, Series | undefined> }>()

/** What a first page's series was on the papers of the site, whose years administrators have given: doubtful by one
 * paper, proven by two that agree, and nothing where they do not. The search index keeps each page's series. */
export async function learntSeries(app: Needs, firstPage: string): Promise<Series | undefined> {
  const letters = printedSeries(firstPage)
  if (letters === null) return
  try {
    const { age } = await app.search.state(app.readDb)
    const last = learnt.get(app.readDb)
    const { known } = last?.age === age ? last : { known: new Map<string, Series | undefined>() }
    learnt.set(app.readDb, { age, known })
    if (!known.has(letters)) known.set(letters, await readSeries(app, letters))
    return known.get(letters)
  } catch (error) {
    if (!app.search.isBroken(error)) throw error
  }
}

async function readSeries({ readDb, search }: Needs, letters: string): Promise<Series | undefined> {
  const terms = [{ ways: [], code: { code: seriesCode(letters), isSeries: false } }]
  const pages = await search.inside(readDb, { terms, filter: { type: 'cbse' }, isWhole: true }, PAPERS_ASKED)
  const papers = await selectFactsAt(readDb, [...new Set(pages.map(({ position }) => position))])
  const [first] = papers
  if (!first || papers.some(({ year }) => year !== first.year)) return
  const isOneClass = papers.every(({ grade }) => grade === first.grade)
  const grade = isOneClass ? (first.grade as SchoolGrade) : undefined
  return { letters, year: first.year, grade, isProven: papers.length >= AGREEING }
}

/** Those of a recognised page are sure only where the lines that are sure tell the same. */
export function doubtHints(hints: Hints, sure: Hints): Hints {
  const doubted = HINTED_NAMES.map((field) => [field, doubt<unknown>(hints[field], sure[field])])
  return { ...hints, ...Object.fromEntries(doubted) }
}

function doubt<Value>(hint: Hint<Value>, sure: Hint<Value>): Hint<Value> {
  return hint && { ...hint, sure: hint.sure && sure?.sure === true && sure.value === hint.value }
}

type Told = Pick<InboxRow, 'originalName' | 'folders' | 'firstPage' | 'firstPageSure' | 'madeOn'>

const MOST_REMEMBERED = 2_000
const remembered = new Map<string, Hints>()

/** What name, folders and first page say; cached in the process. */
export function hintsOf(row: InboxRow, now: Date, learnt?: Series): Hints {
  const series = learnt ? `${learnt.year} ${learnt.grade} ${learnt.isProven}` : ''
  const file = `${row.uploadId} ${row.arrivedAt} ${row.recognition} ${series}`
  const known = remembered.get(file)
  if (known) return known
  const hints = readFile(row, now, learnt)
  if (remembered.size >= MOST_REMEMBERED) remembered.clear()
  remembered.set(file, hints)
  return hints
}

/** As `hintsOf`, of a file that has no row. */
function readFile(
  { originalName, folders, firstPage, firstPageSure, madeOn }: Told,
  now: Date,
  learnt: Series | undefined,
): Hints {
  const file = { fileName: originalName, folders, made: madeOn ?? undefined, learnt, now }
  const hints = readHints({ ...file, firstPage })
  return firstPageSure === null ? hints : doubtHints(hints, readHints({ ...file, firstPage: firstPageSure }))
}

/** `sureText` are the lines of the text that are hardly ever wrong. */
type FirstPage = { text: string; sureText: string; lines: TextLine[]; confidence: number; turn?: Turn }

/** Uploads whose page 1 waits to be recognised, the oldest first. */
export async function nextUnread(app: Pick<App, 'readDb'>, limit: number): Promise<string[]> {
  return await selectUnread(app.readDb, limit)
}

export async function isUnread(app: Pick<App, 'db'>, uploadId: string): Promise<boolean> {
  return (await selectRow(app.db, uploadId))?.recognition === 'waiting'
}

/** What page 1 of these files of the inbox says, by upload. */
export async function pagesOneOf(
  app: Pick<App, 'readDb'>,
  uploadIds: string[],
): Promise<Map<string, PageOne>> {
  const rows = await selectPagesOne(app.readDb, uploadIds)
  return new Map(
    rows.map((row) => [row.uploadId, { text: row.firstPage, isRecognised: row.firstPageSure !== null }]),
  )
}

/** Every browser is then told the file's new hints, and its picture is turned as the page is; null where nothing could be
 * read. Of a file that was published meanwhile the paper has it. */
export async function storeFirstPage(
  app: Pick<App, 'db' | 'inbox' | 'inspector' | 'log'>,
  uploadId: string,
  read: FirstPage | null,
): Promise<void> {
  await app.inbox.withLock(uploadId, async () => {
    const row = await selectRow(app.db, uploadId)
    if (!row && read) await storeForPaper(app.db, uploadId, read)
    if (row?.recognition !== 'waiting') return
    if (read?.turn) await turnPicture(app, uploadId, read.turn)
    await app.db.transaction().execute((tx) =>
      updateRow(tx, row, {
        recognition: read ? 'done' : 'failed',
        ...(read && { firstPageFound: foundOf(read) }),
        ...(read?.text && { firstPage: read.text, firstPageSure: read.sureText }),
      }),
    )
  })
}

/** Where it cannot be made or stored, as on a full disk, it stays as it is: what was read counts all the same. */
async function turnPicture(app: Pick<App, 'inbox' | 'inspector' | 'log'>, uploadId: string, turn: Turn) {
  try {
    await app.inbox.lend(uploadId, async (path) => {
      const turned = await app.inspector.inspectPdf(path, turn)
      if (turned.accepted) await app.inbox.put(uploadId, { path }, turned.thumbnail)
    })
  } catch (error) {
    app.log.warn({ uploadId, err: error }, 'the picture of a file in the inbox could not be turned')
  }
}

async function storeForPaper(db: App['db'], uploadId: string, read: FirstPage) {
  const paper = await selectPaperBy(db, 'uploadId', uploadId)
  if (paper) await insertFound(db, paper.id, foundOf(read))
}

function foundOf({ text, lines, confidence, turn }: FirstPage): string {
  return JSON.stringify({ text, lines, confidence, turn })
}

/** What name and page 1 say of a file that is kept nowhere. Of a scan the name alone, and `waits`, until `recognises` asks
 * for its page to be read as well, which takes seconds. */
export async function readFirstPage(
  app: Pick<App, 'readDb' | 'search' | 'inspector' | 'recogniser' | 'clock'>,
  { path, originalName }: ReceivedFile,
  recognises: boolean,
): Promise<{ hints: Hints; waits: boolean; isLocked: boolean } | Refusal> {
  const judged = await app.inspector.inspectPdf(path)
  if (!judged.accepted) return { refused: judged.reason, field: 'file', sentence: judged.sentence }
  const isScan = isScanned(judged.text) && (await app.recogniser.isOn())
  const read = isScan && recognises ? await app.recogniser.recognisePage(path, 1) : null
  const recognised = read !== null && typeof read !== 'string' && read.text !== '' ? read : null
  const firstPage = (recognised?.text ?? judged.text).slice(0, PAGE_TEXT_LIMIT)
  const told = { originalName, folders: '', firstPage, firstPageSure: recognised?.sureText ?? null }
  const file = { ...told, madeOn: judged.made ?? null }
  const hints = readFile(file, app.clock.now(), await learntSeries(app, firstPage))
  return { hints, waits: isScan && !recognises, isLocked: judged.isLocked ?? false }
}
