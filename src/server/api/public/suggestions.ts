import { createRoute, z } from '@hono/zod-openapi'
import type { App } from '#domain/app.ts'
import { ownStateOf } from '#domain/centre/own-state.server.ts'
import { LANGUAGE_CODES } from '#domain/language/languages.ts'
import { suggest } from '#domain/search/finding/suggest.server.ts'
import { SUGGESTION_LIMIT } from '#domain/search/finding/suggestion.ts'
import { newApi } from '../api.ts'
import { answers, refuses, searchText } from '../schemas.ts'

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
