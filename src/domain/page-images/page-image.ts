/** In pixels: for phones, and for zooming and large screens. */
export const PAGE_WIDTHS = [720, 1440] as const
export type PageWidth = (typeof PAGE_WIDTHS)[number]

export type PageImage = { width: number; height: number; bytes: { 720: number; 1440: number } }

/** `images[0]` is page 1, null until drawn, at `${base}/${page}-${width}.webp`; `isDone`: no more will come. */
export type PaperPages = { pages: number; images: (PageImage | null)[]; isDone: boolean; base: string }
