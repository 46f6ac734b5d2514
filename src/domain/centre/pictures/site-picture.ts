import type { Crop, CropShape } from './crop.ts'

export type PictureUse = 'logo' | 'slide' | 'about' | 'portrait'

type UseRule = CropShape & {
  /** In pixels, of the pictures that the pages ask for; the largest is never made of fewer pixels. */
  widths: readonly number[]
  /** In pixels: the longer side of what is kept to be cropped again. */
  sourceSide: number
}

/** How the pages show a picture of the centre's own. */
export const PICTURE_USES: Record<PictureUse, UseRule> = {
  // A wide logo may be in the square with room above and below it.
  logo: { aspect: 1, mayOverlap: true, widths: [48, 112, 512], sourceSide: 1024 },
  slide: { aspect: 3 / 2, mayOverlap: false, widths: [360, 720, 1080], sourceSide: 2048 },
  about: { aspect: 4 / 5, mayOverlap: false, widths: [320, 640, 960], sourceSide: 2048 },
  portrait: { aspect: 1, mayOverlap: false, widths: [48, 96, 144], sourceSide: 1024 },
}

export const PICTURE_FORMATS = { avif: 'image/avif', webp: 'image/webp' } as const
export type PictureFormat = keyof typeof PICTURE_FORMATS

/**
 * A cropped picture as a document names it. `picture` is a digest of its files, `width` × `height` the size of the
 * largest in pixels. `from` is what it was cropped of, which no visitor is told.
 */
export type SitePicture = {
  picture: string
  width: number
  height: number
  from?: { source: string; crop: Crop }
}

/** Of the keys in the file store; a sweep of pictures knows its files by these. */
export const PICTURES_FOLDER = 'site-pictures'
export const SOURCES_FOLDER = 'site-sources'

/** The widths that were made, smallest first; none is wider than what was cropped. */
export function widthsOf(use: PictureUse, width: number): number[] {
  return [...PICTURE_USES[use].widths.filter((each) => each < width), width]
}

export function pictureKey(picture: string, width: number, format: PictureFormat): string {
  return `${PICTURES_FOLDER}/${picture}-${width}.${format}`
}

export function sourceKey(source: string): string {
  return `${SOURCES_FOLDER}/${source}.webp`
}

export function keysOf(use: PictureUse, { picture, width }: SitePicture): string[] {
  const formats = Object.keys(PICTURE_FORMATS) as PictureFormat[]
  return widthsOf(use, width).flatMap((each) => formats.map((format) => pictureKey(picture, each, format)))
}

/** For `srcset`. */
export function sourceSet(use: PictureUse, { picture, width }: SitePicture, format: PictureFormat): string {
  return widthsOf(use, width)
    .map((each) => `/files/${pictureKey(picture, each, format)} ${each}w`)
    .join(', ')
}

export function largestAddress({ picture, width }: SitePicture): string {
  return `/files/${pictureKey(picture, width, 'webp')}`
}

/** Added to the addresses of what is drawn with the logo, which browsers keep for a day. */
export function logoMark(centre: { pictures?: { logo?: SitePicture } }): string {
  const { logo } = centre.pictures ?? {}
  return logo ? `?v=${logo.picture.slice(0, 8)}` : ''
}

/** Whether a value of a document is a picture of the centre's own, which counts as one field. */
export function isSitePicture(value: unknown): value is SitePicture {
  // A slide names its drawing as `picture`, too, and is none: all of its fields are compared.
  const { picture, width } = (value ?? {}) as Partial<SitePicture>
  return typeof picture === 'string' && typeof width === 'number'
}
