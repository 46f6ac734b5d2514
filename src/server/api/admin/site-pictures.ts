import { Hono } from 'hono'
import { z } from 'zod'
import type { App } from '#domain/app.ts'
import { cropPicture, keepSource, readSource } from '#domain/centre/pictures/keep-picture.server.ts'
import { cropSchema } from '#domain/centre/pictures/picture-schema.ts'
import { PICTURE_USES, type PictureUse } from '#domain/centre/pictures/site-picture.ts'
import { valid } from '#server/api/api.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { problem } from '#server/serving/problem.ts'
import { refuse } from './inbox/refuse.ts'
import { type TakeUpload, uploadSchema } from './inbox/take-upload.ts'
import { unlessLocked } from './site.ts'

const NO_SOURCE = 'This picture is not on the site any more; choose it again.'

const use = z.enum(
  Object.keys(PICTURE_USES) as [PictureUse, ...PictureUse[]],
  'must be logo, slide, about or portrait',
)
const sent = uploadSchema.omit({ withoutScripts: true }).extend({ use })
const param = z.object({ source: z.string().regex(/^[0-9a-f]{32}$/) })

/** Pictures come as uploads, are kept redrawn as sources, and are cropped into what the pages show. */
export function sitePicturesApi(app: App, takeUpload: TakeUpload) {
  return new Hono<HttpEnv>()
    .post('/site/pictures', unlessLocked(app), valid('json', sent), async (c) => {
      const { use, ...upload } = c.req.valid('json')
      const kept = await takeUpload(c, 'picture', upload, ({ path }) => keepSource(app, path, use))
      if ('refused' in kept) return refuse(c, app, kept)
      return c.json(kept, 201)
    })
    .get('/site/pictures/:source', valid('param', param), async (c) => {
      const bytes = await readSource(app, c.req.valid('param').source)
      if (!bytes) return problem(c, 404, 'not-found', NO_SOURCE)
      return c.body(bytes, 200, { 'Content-Type': 'image/webp', 'Cache-Control': 'no-store' })
    })
    .post(
      '/site/pictures/:source/crops',
      unlessLocked(app),
      valid('param', param),
      valid('json', z.strictObject({ use, crop: cropSchema })),
      async (c) => {
        const { use, crop } = c.req.valid('json')
        const picture = await cropPicture(app, c.req.valid('param').source, use, crop)
        if (!picture) return problem(c, 404, 'not-found', NO_SOURCE)
        if ('refused' in picture) return refuse(c, app, picture)
        return c.json({ picture }, 201)
      },
    )
}
