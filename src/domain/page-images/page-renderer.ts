import type { App } from '#domain/app.ts'
import type { PageRead } from '#domain/files/inspect-pdf.ts'
import { pictureName } from './find-pages.server.ts'

export type PageRenderer = Pick<
  App,
  'db' | 'readDb' | 'locks' | 'files' | 'inbox' | 'pageStore' | 'search' | 'inspector' | 'clock' | 'log'
>

export type RenderContext = {
  /** Writes the bytes to a file for the inspector, which exists while `use` runs. */
  lend<Result>(bytes: ReadableStream<Uint8Array>, use: (path: string) => Promise<Result>): Promise<Result>
  /** Resolves when nothing more urgent is running. */
  untilQuiet(): Promise<void>
  /** Ends rendering at once; what is being rendered is rendered again next time. */
  stop: AbortSignal
  /** In milliseconds, before a file that failed is tried again. */
  pauseMs: number
}

/** Null when `stop` is aborted first. */
export async function untilStopped<Result>(work: Promise<Result>, stop: AbortSignal): Promise<Result | null> {
  const { promise, resolve } = Promise.withResolvers<null>()
  const end = () => resolve(null)
  if (stop.aborted) end()
  stop.addEventListener('abort', end)
  try {
    return await Promise.race([promise, work])
  } finally {
    stop.removeEventListener('abort', end)
  }
}

export async function putPictures(
  { pageStore }: Pick<App, 'pageStore'>,
  tag: string,
  { page, turn, small, large }: Pick<PageRead, 'page' | 'turn' | 'small' | 'large'>,
): Promise<void> {
  await pageStore.put(tag, pictureName(page, 720, turn), small)
  await pageStore.put(tag, pictureName(page, 1440, turn), large)
}
