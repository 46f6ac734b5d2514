import type { App } from '#domain/app.ts'
import { keepFirstPage, nextUnread } from '#domain/inbox/first-pages.server.ts'
import { cleanPageText } from '#domain/page-text/clean-page-text.ts'
import { joinTexts } from '#domain/page-text/unread-page.ts'
import { indexTexts } from '#domain/search/indexing/index-papers.server.ts'
import type { RecognisedPage, Unreadable } from './recogniser.ts'
import {
  endWaiting,
  isAnyDrawn,
  replaceText,
  selectText,
  selectWaiting,
  type Waiting,
} from './store.server.ts'

type Reader = Pick<
  App,
  'db' | 'readDb' | 'locks' | 'files' | 'inbox' | 'search' | 'recogniser' | 'clock' | 'log'
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
}

const PLANNED_AT_ONCE = 20
const FAULTS: Record<Unreadable | 'missing', string> = {
  broken: 'The page broke what reads it, twice.',
  'took-too-long': 'Reading the page took too long.',
  'too-much-memory': 'Reading the page needs too much memory.',
  missing: 'The file is missing on the server.',
}

/** Page 1 of the file that has waited longest in the inbox, else of the last published, else its other pages, once
 * all pages are drawn. False when nothing waits. */
export async function recogniseNext(app: Reader, table: RecognitionTable): Promise<boolean> {
  if (await recogniseArrived(app, table)) return true
  const firsts = await selectWaiting(app.readDb, { isFirst: true, limit: PLANNED_AT_ONCE })
  if (firsts.length > 0) return await recogniseAny(app, table, firsts)
  if (await isAnyDrawn(app.readDb)) return false
  const others = await selectWaiting(app.readDb, { isFirst: false, limit: PLANNED_AT_ONCE })
  return await recogniseAny(app, table, others)
}

async function recogniseArrived(app: Reader, table: RecognitionTable): Promise<boolean> {
  for (const uploadId of await nextUnread(app, PLANNED_AT_ONCE)) {
    const claimed = await whileClaimed(app, uploadId, async () => {
      await table.untilQuiet()
      const read = await app.inbox.lend(uploadId, (path) => app.recogniser.recognisePage(path, 1))
      if (table.stop.aborted) return
      await keepFirstPage(app, uploadId, read === null || typeof read === 'string' ? null : read)
    })
    if (claimed) return true
  }
  return false
}

/** The first file that no other server reads: those of its pages that are listed. */
async function recogniseAny(app: Reader, table: RecognitionTable, waiting: Waiting[]): Promise<boolean> {
  for (const [fileKey, pages] of Map.groupBy(waiting, (page) => page.fileKey)) {
    const claimed = await whileClaimed(app, fileKey, async () => {
      const bytes = await app.files.open(fileKey)
      if (bytes) await table.lend(bytes, (path) => recognisePages(app, table, pages, path))
      else for (const page of pages) await keep(app, page, 'missing')
    })
    if (claimed) return true
  }
  return false
}

async function recognisePages(app: Reader, table: RecognitionTable, pages: Waiting[], path: string) {
  for (const page of pages) {
    await table.untilQuiet()
    if (table.stop.aborted) return
    const read = await app.recogniser.recognisePage(path, page.page)
    if (table.stop.aborted) return
    await keep(app, page, read)
    if (table.isStale()) return
  }
}

/** False while another server has it; when that one ends, however it ends, it is found again. */
async function whileClaimed(app: Reader, name: string, work: () => Promise<void>): Promise<boolean> {
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
  const updatedAt = app.clock.now().toISOString()
  if (typeof read === 'string') {
    const fault = FAULTS[read]
    app.log.warn({ ...page, fault }, 'a page could not be read from its picture')
    await endWaiting(app.db, page, { state: 'failed', confidence: null, fault, updatedAt })
    return
  }
  const { lines, confidence } = read
  const recognised = cleanPageText(read.text)
  await app.db.transaction().execute(async (tx) => {
    const isKept = await endWaiting(tx, page, { state: 'done', confidence, fault: null, updatedAt })
    if (!isKept || recognised === '') return
    const text = joinTexts(await selectText(tx, page), recognised)
    await replaceText(tx, page, { text, lines, confidence })
    await indexTexts(tx, app, page.fileKey)
  })
}
