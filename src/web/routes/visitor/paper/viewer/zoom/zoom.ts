import { anchorAt, bringTo } from './anchor.ts'

const MOST = 6

export type Zoom = {
  readonly scale: number
  /**
   * Makes the pages so many times as wide as the screen, 1 to 6; the point at (x, y) of the window stays there, also
   * when `settle` takes away what stretched them for the eye.
   */
  to(scale: number, x: number, y: number, settle?: () => void): void
  /** The nearest scale that there is. */
  within(scale: number): number
}

/** Zooms by laying the pages out wider: what lies beyond the screen is reached by scrolling, as anywhere. */
export function createZoom(list: HTMLElement, zoomed: (scale: number, width: number) => void): Zoom {
  let scale = 1
  const within = (asked: number) => Math.min(MOST, Math.max(1, asked))
  return {
    get scale() {
      return scale
    },
    to(asked, x, y, settle) {
      const held = anchorAt(list, x, y)
      scale = within(asked)
      settle?.()
      list.style.setProperty('--zoom', String(scale))
      if (held) bringTo(held, x, y)
      zoomed(scale, list.firstElementChild?.clientWidth ?? 0)
    },
    within,
  }
}
