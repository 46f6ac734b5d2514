import type { Centre } from '#domain/centre/centre.ts'
import { palettesOf } from '#domain/centre/palette.ts'
import type { PaperFacts, Pictures } from '#domain/centre/pictures.ts'
import { keepPictures } from './kept-pictures.ts'
import { drawSign } from './sign.ts'

/** libvips takes 25 MiB: most servers start without anyone asking for a picture. */
const loadDrawing = () => import('./draw-pictures.ts')

export function createPictures(centre: Centre): Pictures {
  const palettes = palettesOf(centre)
  const palette = palettes.light
  const keep = keepPictures()
  return {
    ofPaper: ({ title, type, grade, subject, month, year, pages, size, referenceLink }: PaperFacts) => {
      const facts = { title, type, grade, subject, month, year, pages, size, referenceLink }
      return keep(JSON.stringify(facts), async () =>
        (await loadDrawing()).pictureOfPaper(facts, centre, palette),
      )
    },
    ofCentre: () => keep('centre', async () => (await loadDrawing()).pictureOfCentre(centre, palette)),
    icon: (name) => keep(name, async () => (await loadDrawing()).drawIcon(name, palette)),
    sign: drawSign(palettes),
  }
}
