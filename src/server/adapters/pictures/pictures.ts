import sharp from 'sharp'
import type { Centre } from '#domain/centre/centre.ts'
import { palettesOf } from '#domain/centre/palette.ts'
import type { PaperFacts, Picture, Pictures } from '#domain/centre/pictures.ts'
import { drawCentre } from './centre-picture.ts'
import { drawIcon, drawSign } from './icon.ts'
import { keepPictures } from './kept-pictures.ts'
import { type Drawing, drawPaper } from './paper-picture.ts'

sharp.cache(false)
sharp.concurrency(1)

export function createPictures(centre: Centre): Pictures {
  const palettes = palettesOf(centre)
  const palette = palettes.light
  const keep = keepPictures()
  return {
    ofPaper: ({ title, type, grade, subject, month, year, pages, size, referenceLink }: PaperFacts) => {
      const facts = { title, type, grade, subject, month, year, pages, size, referenceLink }
      return keep(JSON.stringify(facts), async () => await finish(await drawPaper(facts, centre, palette)))
    },
    ofCentre: () => keep('centre', async () => await finish(await drawCentre(centre, palette))),
    icon: (name) => keep(name, () => drawIcon(name, palette)),
    sign: drawSign(palettes),
  }
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
