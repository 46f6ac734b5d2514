import type { Turn } from '#domain/page-turns/turn.ts'

/** Longer papers come in parts, so that one of 1,000 pages weighs no more than one of 40. */
export const PART_PAGES = 40

/** Of its picture, which `turn` is part of the address of; two pages next to each other are a spread. */
export type PageSize = { width: number; height: number; turn?: Turn; isSpread?: true }
/** For a page whose picture's size is not known. */
export const A4: PageSize = { width: 1440, height: 2036 }

/** `sizes[0]` is page `from`, null without a picture; `rendered` is the last page with one. */
export type Part = {
  pages: number
  from: number
  sizes: (PageSize | null)[]
  rendered: number
  isDone: boolean
  base: string
  /** Whether the reader asked to save data. */
  isLight: boolean
}

/** The first part where the address has no number, else the nearest. */
export function cutPart(
  { pages, images, isDone, base }: PaperPages,
  requested: string | null,
  isLight: boolean,
): Part {
  const parts = Math.max(1, Math.ceil(pages / PART_PAGES))
  const part = Math.min(parts, Math.max(1, Math.trunc(Number(requested)) || 1))
  const from = (part - 1) * PART_PAGES + 1
  const visible = images.slice(from - 1, Math.min(pages, from - 1 + PART_PAGES))
  const sizes = visible.map(sizeOf)
  return { pages, from, sizes, rendered: images.findLastIndex(Boolean) + 1, isDone, base, isLight }
}

/** Null for a page without a picture. */
export function sizeOf(image: PageImage | null): PageSize | null {
  if (!image) return null
  const { width, height, turn, isSpread } = image
  return { width, height, ...(turn && { turn }), ...(isSpread && { isSpread }) }
}

/**
 * Relative to the paper's address: "?part=2#page-57". A number beyond the paper is its nearest page; `within` is what else
 * the address asks for.
 */
export function pageAddress(page: number, pages: number, within = ''): string {
  const there = Math.min(Math.max(1, Math.trunc(page) || 1), Math.max(1, pages))
  const part = Math.ceil(there / PART_PAGES)
  const query = [within, part > 1 ? `part=${part}` : ''].filter(Boolean).join('&')
  return `${query && `?${query}`}#page-${there}`
}

/** As `pageAddress`, to a question on the page ("q17") where one is given. */
export function questionAddress(page: number, pages: number, id?: string): string {
  const address = pageAddress(page, pages)
  return id ? address.replace(/#.*$/, `#${id}`) : address
}

/** Page pictures, a folder for each file; all can be made again. Names are a–z, 0–9, hyphens (and .webp). */
export type PageStore = {
  put(folder: string, name: string, bytes: Uint8Array): Promise<void>
  read(folder: string, name: string): Promise<Uint8Array | null>
  removeFolder(folder: string): Promise<void>
  folders(): AsyncIterable<string>
}

const FOLDER = /^[a-z0-9][a-z0-9-]*$/
const PICTURE = /^[a-z0-9][a-z0-9-]*\.webp$/

export function checkPictureName(folder: string, name?: string): void {
  if (!FOLDER.test(folder) || (name !== undefined && !PICTURE.test(name))) {
    throw new Error(`Not a picture: ${folder}/${name ?? ''}`)
  }
}

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

/** `images[0]` is page 1, null until rendered, at `${base}/${pageName(page, turn)}-${width}.webp`; `isDone`: no more will come. */
export type PaperPages = { pages: number; images: (PageImage | null)[]; isDone: boolean; base: string }
