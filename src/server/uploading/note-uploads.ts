import type { Inspector } from '#domain/files/inspect-pdf.ts'

const QUIET_LIMIT_MS = 30_000

/** Adds a wait until no upload is inspected, 30 s at most: endless uploads must not stop the drawing. */
export function noteUploads(inspector: Inspector): { inspector: Inspector; untilQuiet(): Promise<void> } {
  let running = 0
  let quiet = Promise.withResolvers<void>()
  async function noted<Result>(inspection: Promise<Result>): Promise<Result> {
    running += 1
    try {
      return await inspection
    } finally {
      running -= 1
      if (running === 0) {
        quiet.resolve()
        quiet = Promise.withResolvers()
      }
    }
  }
  return {
    inspector: {
      ...inspector,
      inspectPdf: (path, turn) => noted(inspector.inspectPdf(path, turn)),
      removeActiveContent: (path) => noted(inspector.removeActiveContent(path)),
      removeLock: (path) => noted(inspector.removeLock(path)),
      prepareThumbnail: (path) => noted(inspector.prepareThumbnail(path)),
    },
    async untilQuiet() {
      if (running === 0) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, QUIET_LIMIT_MS)
      await Promise.race([quiet.promise, promise])
      clearTimeout(timer)
    },
  }
}
