import { palettesOf } from '#domain/centre/palette.ts'
import type { Picture, Pictures } from '#domain/centre/pictures.ts'
import type { CurrentCentre } from '#domain/centre/versions/current-centre.ts'
import type { JobKind } from '#server/jobs/job-messages.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { keepPictures } from './kept-pictures.ts'
import type { PictureTask } from './picture-worker.ts'
import { drawSign } from './sign.ts'

const DRAWING: JobKind = { file: 'src/server/adapters/pictures/picture-worker.ts', threads: 1 }
/** A picture takes 0.2 s where nothing else runs. */
const DEADLINE_MS = 20_000

/** Those of another version of the centre are drawn anew. */
export function createPictures(current: Pick<CurrentCentre, 'read'>, jobs: Jobs): Pictures {
  const keep = keepPictures()

  async function draw(what: PictureTask['what']) {
    const { version, centre } = await current.read()
    return await keep(`${version} ${JSON.stringify(what)}`, async () => {
      const { name, tagline, phrases, place } = centre
      const palette = palettesOf(centre).light
      const task: PictureTask = { centre: { name, tagline, phrases, place }, palette, what }
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
    sign: async () => drawSign(palettesOf((await current.read()).centre)),
  }
}
