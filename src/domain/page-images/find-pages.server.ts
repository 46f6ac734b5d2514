import { hash } from 'node:crypto'
import type { App } from '#domain/app.ts'
import { selectAllLines, selectLines } from '#domain/page-text/page-texts.server.ts'
import { askForReading } from '#domain/page-text/reading.server.ts'
import { type PageLines, turnLines } from '#domain/page-text/text-line.ts'
import { isSideways, pageName, type Turn } from '#domain/page-turns/turn.ts'
import type { Paper } from '#domain/paper/paper.ts'
import type { PageImage, PageWidth, PaperPages } from './page-image.ts'
import { markAsked } from './queue.server.ts'
import { queueAnew, type RenderedPart, type RenderJob, selectJobOf } from './store.server.ts'

/** The version of what renders and reads pages. Another one lets `npm run reprocess` make everything again. */
export const MADE_BY = 'pages 4'

/** Names a file's folder and is in its pictures' addresses: another file, or another version, has another. */
export function tagOf(fileKey: string, madeBy: string): string {
  return hash('sha256', `${madeBy}\n${fileKey}`, 'hex').slice(0, 16)
}

export function pictureName(page: number, width: PageWidth, turn?: Turn): string {
  return `${pageName(page, turn)}-${width}.webp`
}

/** Of a paper's file, or of its answers: of these none are known before page 1 is rendered. */
export async function findPages(
  app: Pick<App, 'readDb'>,
  paper: Pick<Paper, 'id' | 'pages'>,
  part: RenderedPart = 'fileKey',
): Promise<PaperPages> {
  const job = await selectJobOf(app.readDb, paper.id, part)
  const pages = job?.pageCount || (part === 'fileKey' ? paper.pages : 0)
  const rendered = job?.images ?? []
  return {
    pages,
    images: Array.from({ length: pages }, (_, at) => rendered[at] ?? null),
    isDone: job !== null && job.state !== 'waiting',
    base: job ? `/papers/${paper.id}/pages/${tagOf(job.fileKey, job.madeBy)}` : '',
  }
}

/** Its pages are rendered and, where they are scans, read before those of papers that nobody opens. One write for each paper,
 * however often it is opened. */
export async function askForPages(app: Pick<App, 'db' | 'readDb' | 'clock'>, paperId: string): Promise<void> {
  const job = await selectJobOf(app.readDb, paperId)
  if (job?.state === 'waiting' && job.askedAt === null) await markAsked(app.db, job.fileKey, app.clock.now())
  await askForReading(app, [paperId])
}

/** That of the paper or of its answers, whichever has this tag; null where both have other files by now. */
async function selectJobAt(
  readDb: App['readDb'],
  { paperId, tag }: { paperId: string; tag: string },
): Promise<RenderJob | null> {
  for (const part of ['fileKey', 'answersKey'] as const) {
    const job = await selectJobOf(readDb, paperId, part)
    if (job && tag === tagOf(job.fileKey, job.madeBy)) return job
  }
  return null
}

/** What the page says and where, none where nobody has read it (yet); null without such a page. */
export async function findLines(
  app: Pick<App, 'readDb'>,
  request: { paperId: string; tag: string; page: number; turn: Turn },
): Promise<PageLines | null> {
  const job = await selectJobAt(app.readDb, request)
  if (!job) return null
  const image = job.images[request.page - 1]
  if (!image) return null
  return turned(await selectLines(app.readDb, job.fileKey, request.page), image, request.turn)
}

/** As `findLines`, of all pages from page 1 on; null where the paper has another file by now. */
export async function findAllLines(
  app: Pick<App, 'readDb'>,
  request: { paperId: string; tag: string },
): Promise<PageLines[] | null> {
  const job = await selectJobAt(app.readDb, request)
  if (!job) return null
  const lines = await selectAllLines(app.readDb, job.fileKey)
  return job.images.map((image, at) => turned(lines.get(at + 1), image, image?.turn))
}

/** As on a picture that is turned so, which may be an older one than `image`. */
function turned(pageLines: PageLines | null | undefined, image: PageImage | null, turn: Turn = 0): PageLines {
  if (!pageLines || !image) return pageLines ?? { lines: [], confidence: null }
  const { width, height } = image
  const isOther = isSideways(turn) !== isSideways(image.turn ?? 0)
  return {
    ...pageLines,
    lines: turnLines(pageLines.lines, turn, isOther ? (width * width) / height : height),
  }
}

/** Null without such a picture; one from before the page was turned is still there for who has opened it. One that is missing or truncated on disk is logged, and its file rendered again. */
export async function openPicture(
  app: Pick<App, 'db' | 'readDb' | 'pageStore' | 'log'>,
  request: { paperId: string; tag: string; page: number; turn: Turn; width: PageWidth },
): Promise<Uint8Array | null> {
  const job = await selectJobAt(app.readDb, request)
  if (!job) return null
  const image = job.images[request.page - 1]
  if (!image) return null
  const { page, width, turn } = request
  const bytes = await app.pageStore.read(request.tag, pictureName(page, width, turn))
  if (turn !== (image.turn ?? 0)) return bytes
  // A power cut can truncate a picture.
  if (bytes?.length === image.bytes[width]) return bytes
  app.log.error({ key: job.fileKey, page, width }, 'a picture of a page is missing; it is rendered again')
  await queueAnew(app.db, [job.fileKey])
  return null
}
