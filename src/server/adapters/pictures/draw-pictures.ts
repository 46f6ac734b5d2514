import sharp from 'sharp'
import type { Centre } from '#domain/centre/centre.ts'
import type { Palette } from '#domain/centre/palette.ts'
import type { PaperFacts, Picture } from '#domain/centre/pictures.ts'
import { drawCentre } from './centre-picture.ts'
import { type Drawing, drawPaper } from './paper-picture.ts'

export { drawIcon } from './icon.ts'

sharp.cache(false)
sharp.concurrency(1)

export async function pictureOfPaper(paper: PaperFacts, centre: Centre, palette: Palette): Promise<Picture> {
  return await finish(await drawPaper(paper, centre, palette))
}

export async function pictureOfCentre(centre: Centre, palette: Palette): Promise<Picture> {
  return await finish(await drawCentre(centre, palette))
}

/** 64 colours keep lines and letters sharp in a third of the bytes of a JPEG as sharp. */
async function finish({ ground, layers }: Drawing): Promise<Picture> {
  const png = await sharp(ground)
    .composite(layers)
    .removeAlpha()
    .png({ palette: true, colours: 64, dither: 0, compressionLevel: 9 })
    .toBuffer()
  return { bytes: new Uint8Array(png), contentType: 'image/png' }
}
