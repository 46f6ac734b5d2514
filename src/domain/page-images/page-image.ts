/** Widths of a page's pictures, in pixels: one for phones, one for zooming and large screens. */
export const PAGE_WIDTHS = [720, 1440] as const
export type PageWidth = (typeof PAGE_WIDTHS)[number]

/** A drawn page: its pixels at the larger width, and the bytes of both pictures. */
export type PageImage = { width: number; height: number; bytes: { 720: number; 1440: number } }

/**
 * The pages of a paper as far as they are drawn: `images[0]` is page 1, null for one that is not drawn. `isDone` when no
 * more will come; `base` is where the pictures lie: `${base}/${page}-${width}.webp`.
 */
export type PaperPages = { pages: number; images: (PageImage | null)[]; isDone: boolean; base: string }
