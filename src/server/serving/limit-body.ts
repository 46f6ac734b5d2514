import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { SITE_CONTENT } from '#server/addresses.ts'
import type { HttpEnv } from './http-env.ts'
import { problem } from './problem.ts'

const JSON_LIMIT = 16 * 1024

/** All that a centre says of itself, in Tamil and Hindi as well, whose letters are three bytes each. */
const SITE_CONTENT_LIMIT = 768 * 1024

const limitTo = (maxSize: number) =>
  bodyLimit({
    maxSize,
    onError: (c) => problem(c, 413, 'body-too-large', `The request's body is larger than ${maxSize} bytes.`),
  })
const limitAnnounced = limitTo(JSON_LIMIT)
const limitSiteContent = limitTo(SITE_CONTENT_LIMIT)

/** Asking a request for its body makes a stream, and most have none. */
export const limitBody: MiddlewareHandler<HttpEnv> = async (c, next) => {
  const header = (name: string) => c.req.header(name) ?? ''
  const isEmpty = ['', '0'].includes(header('content-length')) && header('transfer-encoding') === ''
  if (isEmpty) return await next()
  return await (SITE_CONTENT.test(c.req.path) ? limitSiteContent : limitAnnounced)(c, next)
}
