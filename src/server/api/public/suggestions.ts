import { createRoute, z } from '@hono/zod-openapi'
import type { App } from '#domain/app.ts'
import { ownStateOf } from '#domain/centre/versions/content-cache.server.ts'
import { LANGUAGE_CODES } from '#domain/language/languages.ts'
import { SUGGESTION_LIMIT, suggest } from '#domain/search/finding/suggest.server.ts'
import { TAP_TARGETS } from '#domain/visits/cta-click.ts'
import { recordCtaClick } from '#domain/visits/record-cta-click.server.ts'
import { type CounterLimits, isCounted } from '#server/middleware/counter-limits.ts'
import { problem } from '#server/serving/problem.ts'
import { newApi } from '../api.ts'
import { answers, noQuery, refuses, searchText } from '../schemas.ts'

const target = z
  .enum(TAP_TARGETS, `must be one of ${TAP_TARGETS.join(', ')}`)
  .openapi({ param: { name: 'target', in: 'path' }, example: 'jee-mon' })

const add = createRoute({
  method: 'post',
  path: '/{target}',
  tags: ['Clicks'],
  summary: 'Adds one click on Choose plan of a plan, or on another way to reach the centre',
  request: { params: z.object({ target }), query: noQuery },
  responses: {
    204: { description: 'It is counted, unless it came from an administrator or ahead of a visit' },
    404: refuses('There is no such plan or way'),
    429: refuses('Too many clicks from this address'),
  },
})

export function ctaClicksApi(app: App, limits: CounterLimits) {
  return newApi().openapi(add, async (c) => {
    const wait = await limits.spend(c.var.address)
    if (wait > 0)
      return problem(c, 429, 'too-many-taps', `Too many clicks from here; wait ${wait} seconds.`, {
        retryAfter: wait,
      })
    if (await isCounted(app, (name) => c.req.header(name)))
      await recordCtaClick(app, c.req.valid('param').target)
    return c.body(null, 204)
  })
}

/** Long enough for typing back and forth, too short to keep offering a deleted paper. */
const CACHE = 'public, max-age=60'

const suggestionSchema = z
  .object({
    kind: z.enum(['papers', 'paper', 'search']),
    label: z.string().openapi({ example: 'CBSE Class 12 Physics' }),
    detail: z.string().openapi({ example: '42 papers' }),
    path: z.string().openapi({ description: 'Address on this site' }),
  })
  .openapi('Suggestion')

const list = createRoute({
  method: 'get',
  path: '/',
  tags: ['Papers'],
  summary: 'Places to go for what is being typed: lists, papers and all that is found',
  request: {
    query: z.strictObject({
      q: searchText,
      lang: z.enum(LANGUAGE_CODES).optional().openapi({ description: 'Of labels' }),
    }),
  },
  responses: {
    200: answers(
      `${SUGGESTION_LIMIT} suggestions at most, none where nothing would be found`,
      z.object({ suggestions: z.array(suggestionSchema) }),
    ),
    422: refuses('A parameter is missing, unknown or wrong'),
  },
})

/** No search: one that finds nothing is not counted. */
export function suggestionsApi(app: App) {
  return newApi().openapi(list, async (c) => {
    const { q, lang } = c.req.valid('query')
    const suggestions = await suggest(app, q, lang, await ownStateOf(app))
    c.header('Cache-Control', CACHE)
    return c.json({ suggestions }, 200)
  })
}
