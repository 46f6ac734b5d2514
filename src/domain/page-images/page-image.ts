import type { Turn } from '#domain/page-turns/turn.ts'

/** In pixels: for phones, and for zooming and large screens. */
export const PAGE_WIDTHS = [720, 1440] as const
export type PageWidth = (typeof PAGE_WIDTHS)[number]

/** `turn`: the page is turned so on its picture; absent where it is as its file shows it. `isSpread`: a wide sheet that holds
 * two pages next to each other. */
export type PageImage = {
  width: number
  height: number
  bytes: { 720: number; 1440: number }
  turn?: Turn
  isSpread?: true
}

/** `images[0]` is page 1, null until drawn, at `${base}/${pageName(page, turn)}-${width}.webp`; `isDone`: no more will come. */
export type PaperPages = { pages: number; images: (PageImage | null)[]; isDone: boolean; base: string }
