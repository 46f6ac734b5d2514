import type { Paper } from '#domain/paper/paper.ts'

/** What pictures of our own must do; see src/server/adapters/pictures/. */

/** A finished picture, ready to be sent. */
export type Picture = { bytes: Uint8Array<ArrayBuffer>; contentType: 'image/png' | 'image/x-icon' }

/** What a paper's picture shows of it. */
export type PaperFacts = Pick<
  Paper,
  'title' | 'type' | 'grade' | 'subject' | 'month' | 'year' | 'pages' | 'size' | 'referenceLink'
>

/** The size in pixels that WhatsApp, Telegram and the others ask of a shared link's picture. */
export const SHARE_SIZE = { width: 1200, height: 630 }

/** The centre's icons by their names: sides in pixels, and whether a phone may cut it to a shape of its own. */
export const ICONS = {
  'icon-192.png': { side: 192, ground: 'paper' },
  'icon-512.png': { side: 512, ground: 'paper' },
  'icon-maskable-512.png': { side: 512, ground: 'maskable' },
  'apple-touch-icon.png': { side: 180, ground: 'paper' },
  'favicon.ico': { side: 32, ground: 'none' },
} as const
export type IconName = keyof typeof ICONS

/** Draws what others show of this site. What answers null does so while too many pictures are waiting to be drawn. */
export type Pictures = {
  ofPaper(paper: PaperFacts): Promise<Picture | null>
  ofCentre(): Promise<Picture | null>
  icon(name: IconName): Promise<Picture | null>
  /** The centre's sign as an SVG document, which follows the reader's choice of light or dark. */
  sign: string
}
