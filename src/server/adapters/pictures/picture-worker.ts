import sharp from 'sharp'
import type { Centre } from '#domain/centre/centre.ts'
import type { Palette } from '#domain/centre/palette.ts'
import type { IconName, Picture } from '#domain/centre/pictures/drawn-pictures.ts'
import { drawCentre } from './centre-picture.ts'
import { drawIcon } from './icon.ts'
import { type Drawing, drawPaper } from './paper-picture.ts'
import type { PaperWords } from './paper-words.ts'

sharp.cache(false)
sharp.concurrency(1)

export type PictureTask = {
  what: { paper: PaperWords } | { icon: IconName } | 'centre'
  centre: Pick<Centre, 'name' | 'tagline' | 'phrases' | 'place'>
  palette: Palette
  /** The centre's own, WebP; without it the site's sign is drawn. */
  logo: Uint8Array | null
}

/** In a thread of the process for jobs. */
export default async function draw({ what, centre, palette, logo }: PictureTask): Promise<Picture> {
  if (what === 'centre') return await finish(await drawCentre(centre, palette, logo), logo)
  if ('icon' in what) return await drawIcon(what.icon, palette, logo)
  return await finish(await drawPaper(what.paper, centre, palette, logo), logo)
}

/** 64 colours keep lines and letters sharp in a third of the bytes of a JPEG as sharp; a logo may have more. */
async function finish({ ground, layers }: Drawing, logo: Uint8Array | null): Promise<Picture> {
  const png = await sharp(ground)
    .composite(layers)
    .removeAlpha()
    .png({ palette: true, colours: logo ? 256 : 64, dither: 0, compressionLevel: 9 })
    .toBuffer()
  return { bytes: new Uint8Array(png), contentType: 'image/png' }
}
