import { createRoute, z } from '@hono/zod-openapi'
import type { App } from '#domain/app.ts'
import { CACHE_FOREVER } from '#domain/files/stored-file.ts'
import { LANGUAGE_CODES } from '#domain/language/languages.ts'
import { openQuestionPicture } from '#domain/page-images/open-question-picture.server.ts'
import { paperNotFound, problem } from '#server/serving/problem.ts'
import { noPicture, sendPicture } from '#server/serving/serve-pages.ts'
import { newApi } from '../api.ts'
import { paperId, refuses } from '../schemas.ts'

export const QUESTION_PICTURE = createRoute({
  method: 'get',
  path: '/papers/{id}/{of}/{question}/picture',
  tags: ['Papers'],
  summary:
    'A question, or the answer to it, as it is printed, cut from the pictures of its pages: WebP, at most 40 KB for two pages',
  request: {
    params: z.object({
      id: paperId,
      of: z.enum(['questions', 'answers'], 'must be questions or answers'),
      question: z.string().openapi({ description: "The question's id", example: 'q17' }),
    }),
    query: z.strictObject({
      lang: z
        .enum(LANGUAGE_CODES, `must be one of ${LANGUAGE_CODES.join(', ')}`)
        .optional()
        .openapi({ description: 'Which printing, where it is printed in two languages' }),
      bare: z.literal('on', 'must be "on"').optional().openapi({
        description: 'Without the number and the marks that its paper prints, where these are found',
      }),
      v: z
        .string()
        .optional()
        .openapi({ description: "The picture's version, with which it is cached for ever" }),
    }),
  },
  responses: {
    200: {
      description: 'The picture',
      content: { 'image/webp': { schema: { type: 'string', format: 'binary' } } },
    },
    404: refuses('There is no such paper, question, or picture of its pages (yet)'),
    422: refuses('A parameter is unknown or wrong'),
    503: refuses('Too many pictures are being made at the moment'),
  },
})

/** Next to the API: pictures are cut outside of the main thread and wait in a queue of their own, not for a page's turn. */
export function questionPictures(app: App) {
  return newApi().openapi(QUESTION_PICTURE, async (c) => {
    const { id, of, question } = c.req.valid('param')
    const { lang, bare, v } = c.req.valid('query')
    const asked = { paperId: id, id: question, language: lang, of, isBare: bare === 'on' }
    const opened = await openQuestionPicture(app, asked)
    if (opened === 'no-paper') return paperNotFound(c)
    if (opened === 'no-question')
      return problem(
        c,
        404,
        'question-not-found',
        'The paper has no such question, or no answer to it; the paper itself is there.',
      )
    if (opened === 'no-pages')
      return noPicture(c, 'Not all pages of this question have a picture yet; the paper itself is there.')
    if (opened === 'many')
      return problem(c, 503, 'many-pictures', 'Many pictures are being made; try again in a few seconds.', {
        retryAfter: 5,
      })
    const { bytes, version } = opened
    return sendPicture(c, bytes, version, v === version ? CACHE_FOREVER : 'no-cache')
  })
}
