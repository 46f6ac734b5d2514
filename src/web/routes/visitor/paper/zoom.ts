import { anchorAt, scrollToAnchor } from './anchor.ts'

const MAX_SCALE = 6

export type Zoom = {
  readonly scale: number
  /** Clamped to 1–6. The point at (x, y) of the window stays there, also when `settle` removes a transform. */
  to(scale: number, x: number, y: number, settle?: () => void): void
  within(scale: number): number
}

/** Zooms by layout width, so that the rest is reached by ordinary scrolling. */
export function createZoom(list: HTMLElement, zoomed: (scale: number, width: number) => void): Zoom {
  let scale = 1
  const within = (asked: number) => Math.min(MAX_SCALE, Math.max(1, asked))
  return {
    get scale() {
      return scale
    },
    to(asked, x, y, settle) {
      const anchor = anchorAt(list, x, y)
      scale = within(asked)
      settle?.()
      list.style.setProperty('--zoom', String(scale))
      if (anchor) scrollToAnchor(anchor, x, y)
      zoomed(scale, list.firstElementChild?.clientWidth ?? 0)
    },
    within,
  }
}
