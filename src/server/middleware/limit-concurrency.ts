import type { Context, MiddlewareHandler } from 'hono'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { problem } from '#server/serving/problem.ts'
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
