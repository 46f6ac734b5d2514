import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { HttpEnv } from './http-env.ts'
import { problem } from './problem.ts'

const JSON_LIMIT = 16 * 1024

const limitAnnounced = bodyLimit({
  maxSize: JSON_LIMIT,
  onError: (c) => problem(c, 413, 'body-too-large', `The request's body is larger than ${JSON_LIMIT} bytes.`),
})

/** Asking a request for its body makes a stream, and most have none. */
export const limitBody: MiddlewareHandler<HttpEnv> = async (c, next) => {
  const header = (name: string) => c.req.header(name) ?? ''
  const isEmpty = ['', '0'].includes(header('content-length')) && header('transfer-encoding') === ''
  return isEmpty ? await next() : await limitAnnounced(c, next)
}
