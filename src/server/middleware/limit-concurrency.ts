import type { Context, MiddlewareHandler } from 'hono'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { networkOf } from './network-of.ts'

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
