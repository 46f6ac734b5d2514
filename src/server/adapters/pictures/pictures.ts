import type { Centre } from '#domain/centre/centre.ts'
import { palettesOf } from '#domain/centre/palette.ts'
import type { Picture, Pictures } from '#domain/centre/pictures.ts'
import type { JobKind } from '#server/jobs/job-messages.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { keepPictures } from './kept-pictures.ts'
import type { PictureTask } from './picture-worker.ts'
import { drawSign } from './sign.ts'

const DRAWING: JobKind = { file: 'src/server/adapters/pictures/picture-worker.ts', threads: 1 }
/** A picture takes 0.2 s where nothing else runs. */
const DEADLINE_MS = 20_000

export function createPictures(centre: Centre, jobs: Jobs): Pictures {
  const palettes = palettesOf(centre)
  const keep = keepPictures()
  const { name, tagline, phrases, place } = centre
  const given = { centre: { name, tagline, phrases, place }, palette: palettes.light }

  function draw(what: PictureTask['what']) {
    return keep(JSON.stringify(what), async () => {
      const task: PictureTask = { ...given, what }
      const drawn = await jobs.run<Picture>(DRAWING, () => task, { deadlineMs: DEADLINE_MS })
      if (drawn === 'broken') throw new Error(`This picture cannot be drawn: ${JSON.stringify(what)}`)
      return typeof drawn === 'string' ? null : drawn
    })
  }

  return {
    ofPaper: ({ title, type, grade, subject, month, year, pages, size, referenceLink }) =>
      draw({ paper: { title, type, grade, subject, month, year, pages, size, referenceLink } }),
    ofCentre: () => draw('centre'),
    icon: (name) => draw({ icon: name }),
    sign: drawSign(palettes),
  }
}
