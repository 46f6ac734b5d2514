import type { Page } from 'playwright-core'
import sharp from 'sharp'

export type Film = { take(): Promise<void>; save(): Promise<void> }

const GAP = 16

/** Pictures of a walk's steps, side by side in one file: FILM=docs/walk.webp npm test -- its-file. Without, it takes none. */
export function film(page: Page): Film {
  const path = process.env.FILM
  const shots: Buffer[] = []
  return {
    async take() {
      if (path) shots.push(await page.screenshot({ scale: 'css', caret: 'initial' }))
    },
    async save() {
      const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
      if (!path) return
      const layers = shots.map((input, at) => ({ input, left: at * (width + GAP), top: 0 }))
      const whole = {
        width: shots.length * (width + GAP) - GAP,
        height,
        channels: 3,
        background: '#8a9199',
      } as const
      await sharp({ create: whole }).composite(layers).webp({ quality: 60, effort: 6 }).toFile(path)
    },
  }
}
