import type { Context } from 'hono'
import type { App } from '#domain/app.ts'
import { publicContent } from '#domain/centre/versions/public-content.server.ts'
import { SHOWN_LANGUAGES } from '#domain/language/languages.ts'
import type { HttpEnv } from './http-env.ts'

export const CONTENT_PATH = '/content/:name{[\\w-]{22}\\.json}'

/** What a page's code needs of the centre, by its digest; a page that is older than the present version gets that. */
export function showContent(app: Pick<App, 'centre'>) {
  return async (c: Context<HttpEnv>) => {
    const language = SHOWN_LANGUAGES.find((each) => each === c.req.query('language')) ?? 'en'
    const { digest, json } = publicContent((await app.centre.read()).centre, language)
    const isPresent = c.req.path === `/content/${digest}.json`
    return c.body(json, 200, {
      'Content-Type': 'application/json',
      'Cache-Control': isPresent ? 'public, max-age=31536000, immutable' : 'no-store',
    })
  }
}
