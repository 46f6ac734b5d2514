import type { PaperRow } from '#database/schema.ts'
import type { App } from '#domain/app.ts'
import { areWhole } from '#domain/file-checks/hashed-bytes.server.ts'
import { startOfRetention } from '#domain/files/confirm-time.server.ts'
import type { ReceivedFile } from '#domain/files/file-store.ts'
import { selectAnyFile } from '#domain/files/store.server.ts'
import type { Author, Fields, NewEntry } from '#domain/journal/entry.ts'
import { recordChange } from '#domain/journal/journal.server.ts'
import { fullTitleOf } from '#domain/lists/paper-store.server.ts'
import { selectTurns } from '#domain/page-turns/page-turns.server.ts'
import type { Refusal } from '#domain/paper/submission.ts'
import { discardFiles } from '../files/discard-files.server.ts'
import { noteUnsettled } from '../files/unsettled-store.server.ts'
import { degreeOf, type Grade, type PaperType } from '../paper/paper.ts'
import { retryStale } from '../retry-stale.ts'
import { indexPaper, unindexPaper } from '../search/indexing/index-papers.server.ts'
import { fileTitle, type Part, type PlannedFile, planPdf, planThumbnail } from './plan-files.server.ts'
import { refusal } from './publish.server.ts'
import { KEY_OF, selectPaperRow, swapFiles } from './revise-store.server.ts'

/** The part that was asked for, and page 1 where it may have to change with it. */
type PreparedSwap = {
  part: Part
  planned: readonly { part: Part; file: PlannedFile | null }[]
  set: Partial<Pick<PaperRow, 'pages' | 'thumbnailGiven' | 'isSample'>>
  note?: Fields
  /** Made again from what is there: nothing for the journal, and no version of the paper. */
  isDerived?: true
}

/** Inspects a file for a part of a paper; `same` when that part is there already. */
export async function prepareSwap(
  app: Pick<App, 'db' | 'files' | 'inspector' | 'clock'>,
  was: PaperRow,
  part: Part,
  received: ReceivedFile,
): Promise<PreparedSwap | Refusal | 'same'> {
  if (part === 'thumbnail') return await prepareThumbnail(app, was, received)
  if (await isThere(app, was[KEY_OF[part]], received.sha256)) return 'same'
  const pdf = await app.inspector.inspectPdf(received.path)
  if (!pdf.accepted) return refusal(part, pdf)
  const folder = degreeOf(was.type as PaperType, was.grade as Grade)?.slug ?? 'papers'
  const planned = planPdf(app, part, folder, fileTitle(was), received)
  if (part === 'answers') return { part, planned: [{ part, file: planned }], set: {} }
  const page = planThumbnail(app, fileTitle(was), received.originalName, pdf.thumbnail)
  const firstPage = { part: 'thumbnail', file: page } as const
  // The centre's own PDF makes a sample the centre's own paper, which stays when the samples go.
  return { part, planned: [{ part, file: planned }, firstPage], set: { pages: pdf.pages, isSample: 0 } }
}

/** The thumbnail from page 1 of its PDF, a copy of which is at `path`, turned as the page is. */
export async function preparePageOne(
  app: Pick<App, 'db' | 'files' | 'inspector' | 'clock'>,
  was: PaperRow,
  { path, originalName }: Pick<ReceivedFile, 'path' | 'originalName'>,
): Promise<PreparedSwap | Refusal> {
  const turns = await selectTurns(app.db, was.fileKey)
  const pdf = await app.inspector.inspectPdf(path, turns[1])
  if (!pdf.accepted) return refusal('thumbnail', pdf)
  const file = planThumbnail(app, fileTitle(was), originalName, pdf.thumbnail)
  return { part: 'thumbnail', planned: [{ part: 'thumbnail', file }], set: { thumbnailGiven: 0 } }
}

/** Makes the thumbnail again when page 1 was turned, from the PDF at `path`; one that was chosen stays. To nobody who has the
 * paper open is it another version. */
export async function renewThumbnail(
  app: Pick<App, 'db' | 'files' | 'search' | 'inspector' | 'clock' | 'log'>,
  fileKey: string,
  path: string,
): Promise<void> {
  const was = await selectPaperRow(app.db, fileKey, 'fileKey')
  if (was?.thumbnailGiven !== 0) return
  const prepared = await preparePageOne(app, was, { path, originalName: fileTitle(was) })
  if ('refused' in prepared) return
  const swap = { ...prepared, isDerived: true } as const
  const [page] = swap.planned
  if (page?.file && (await isStored(app, was.thumbnailKey, page.file.stored.sha256))) return
  // Its fields or files were changed meanwhile.
  if ((await swapParts(app, was, swap, null, was.version)) === 'conflict')
    await renewThumbnail(app, fileKey, path)
}

/** In one transaction; nothing stays when a step fails. `was` is the paper for which the swap was prepared. */
export async function swapParts(
  app: Pick<App, 'db' | 'files' | 'search' | 'clock' | 'log'>,
  was: PaperRow,
  swap: PreparedSwap,
  author: Author,
  version?: number,
): Promise<'done' | 'missing' | 'conflict'> {
  const { part, planned, set } = swap
  const stored: string[] = []
  try {
    for (const { file } of planned) {
      if (!file) continue
      await noteUnsettled(app.db, 'files', [file.stored.fullPath])
      await app.files.put(file.stored.fullPath, file.source)
      stored.push(file.stored.fullPath)
    }
    const outcome = await retryStale(app.db, async (tx) => {
      const row = await selectPaperRow(tx, was.id)
      if (!row) return 'missing'
      if (await isAlreadyReplaced({ db: tx }, was, row, swap)) return 'done'
      if (version !== undefined && version !== row.version) return 'conflict'
      const isOtherPdf = row.fileKey !== was.fileKey
      if (isOtherPdf && set.thumbnailGiven === 0) return 'conflict'
      const used = planned.filter((each) => each.part === part || row.thumbnailGiven === 0)
      const before = await describePart({ readDb: tx }, row, part)
      const swaps = used.map((each) => ({ part: each.part, file: each.file?.stored ?? null }))
      const keptSince = await startOfRetention({ ...app, db: tx })
      const times = { now: app.clock.now(), keptSince }
      const also = swap.isDerived ? { ...set, version: row.version } : set
      const replaced = await swapFiles(tx, row, swaps, also, times)
      const now = await selectPaperRow(tx, was.id)
      // Texts belong to a file, and lists are narrowed by whether there are answers.
      if (now && part !== 'thumbnail') {
        await unindexPaper(tx, app, row)
        await indexPaper(tx, app, now)
      }
      const after = now && (await describePart({ readDb: tx }, now, part))
      if (!swap.isDerived)
        await recordChange(tx, app, author, entryOf(row, before, after && { ...after, ...swap.note }))
      const kept = used.map((each) => each.file?.stored.fullPath)
      return { unneeded: [...replaced, ...stored.filter((key) => !kept.includes(key))] }
    })
    await discardFiles(app, typeof outcome === 'string' ? stored : outcome.unneeded)
    return typeof outcome === 'string' ? outcome : 'done'
  } catch (error) {
    await discardFiles(app, stored)
    throw error
  }
}

async function prepareThumbnail(
  app: Pick<App, 'db' | 'files' | 'inspector' | 'clock'>,
  was: PaperRow,
  received: ReceivedFile,
): Promise<PreparedSwap | Refusal | 'same'> {
  const image = await app.inspector.prepareThumbnail(received.path)
  if (!image.accepted) return refusal('thumbnail', image)
  const file = planThumbnail(app, fileTitle(was), received.originalName, image.image, received.originalName)
  if (was.thumbnailGiven === 1 && (await isThere(app, was.thumbnailKey, file.stored.sha256))) return 'same'
  return { part: 'thumbnail', planned: [{ part: 'thumbnail', file }], set: { thumbnailGiven: 1 } }
}

/** Whether another request, such as the same one sent twice, did the same while this one was prepared. */
async function isAlreadyReplaced(
  app: Pick<App, 'db'>,
  was: PaperRow,
  row: PaperRow,
  { part, planned, set }: PreparedSwap,
) {
  const key = row[KEY_OF[part]]
  if (key === was[KEY_OF[part]] || row.thumbnailGiven !== (set.thumbnailGiven ?? row.thumbnailGiven))
    return false
  const file = planned.find((each) => each.part === part)?.file
  return file ? await isStored(app, key, file.stored.sha256) : key === null
}

/** A part whose bytes were lost or damaged is not there: sending it again repairs the paper. */
async function isThere(app: Pick<App, 'db' | 'files'>, key: string | null, sha256: string) {
  const file = key === null ? null : await selectAnyFile(app.db, key)
  return file?.sha256 === sha256 && (await areWhole(await app.files.open(file.fullPath), file))
}

async function isStored(app: Pick<App, 'db'>, key: string | null, sha256: string) {
  return key !== null && (await selectAnyFile(app.db, key))?.sha256 === sha256
}

async function describePart(app: Pick<App, 'readDb'>, row: PaperRow, part: Part): Promise<Fields | null> {
  const key = row[KEY_OF[part]]
  const file = key && (await selectAnyFile(app.readDb, key))
  if (!file) return null
  const name = file.customMetadata.originalName ?? (part === 'thumbnail' ? 'page 1' : '')
  return { [part]: name, bytes: file.size, ...(part === 'file' ? { pages: row.pages } : {}), key }
}

function entryOf(row: PaperRow, before: Fields | null, after: Fields | null): NewEntry {
  const action = before === null ? 'added' : after === null ? 'removed' : 'replaced'
  return { action, kind: 'paper', subjectId: row.id, subject: fullTitleOf(row), before, after }
}
