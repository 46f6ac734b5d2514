import type { App } from '#domain/app.ts'
import type { Hints } from '#domain/autofill/hints.ts'
import type { PageOne } from '#domain/duplicates/page-likeness.ts'
import { PAGE_TEXT_LIMIT } from '#domain/files/inspect-pdf.ts'
import type { ReceivedFile } from '#domain/files/received-file.ts'
import { selectPaperBy } from '#domain/lists/paper-store.server.ts'
import { insertFound } from '#domain/page-text/page-texts.server.ts'
import type { TextLine } from '#domain/page-text/text-line.ts'
import { isUnread as isScanned } from '#domain/page-text/unread-page.ts'
import type { Turn } from '#domain/page-turns/turn.ts'
import type { Refusal } from '#domain/paper/refusal.ts'
import { readFile } from './hints-of.server.ts'
import { learntSeries } from './learnt-series.server.ts'
import { selectPagesOne, selectRow, selectUnread, updateRow } from './store.server.ts'

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
export async function keepFirstPage(
  app: Pick<App, 'db' | 'inbox' | 'inspector' | 'log'>,
  uploadId: string,
  read: FirstPage | null,
): Promise<void> {
  await app.inbox.withLock(uploadId, async () => {
    const row = await selectRow(app.db, uploadId)
    if (!row && read) await keepForPaper(app.db, uploadId, read)
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

async function keepForPaper(db: App['db'], uploadId: string, read: FirstPage) {
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
