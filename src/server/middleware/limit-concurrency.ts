import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { problem } from '#server/serving/problem.ts'
import { SITE_CONTENT } from '../addresses.ts'
import { networkOf } from './client.ts'

const TIME_LIMIT_MS = 30_000

/** Answers 408 after the time limit; `except` names paths with limits of their own. */
export function limitTime({
  except,
  limitMs = TIME_LIMIT_MS,
}: {
  except: (path: string) => boolean
  limitMs?: number
}): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    if (except(c.req.path)) return await next()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), limitMs)
    })
    const outcome = await Promise.race([next(), late]).finally(() => clearTimeout(timer))
    if (outcome !== 'late') return
    const answer: Response = problem(c, 408, 'too-slow', (m) => m.refused_too_slow())
    // The handler goes on, and nobody reads what it answers: a file behind it would stay open.
    c.body = ((body: unknown) => {
      if (body instanceof ReadableStream) void body.cancel().catch(() => {})
      return answer
    }) as typeof c.body
    return answer
  }
}

/** Concurrency limit for each client, so that one that asks for everything leaves room for others. */
export function limitConcurrency(
  most: number,
  refuse: (c: Context<HttpEnv>) => Response,
): MiddlewareHandler<HttpEnv> {
  const running = new Map<string, number>()
  return async (c, next) => {
    const network = networkOf(c.var.address)
    const before = running.get(network) ?? 0
    if (before >= most) return refuse(c)
    running.set(network, before + 1)
    try {
      await next()
    } finally {
      const left = (running.get(network) ?? 1) - 1
      if (left > 0) running.set(network, left)
      else running.delete(network)
    }
  }
}

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
