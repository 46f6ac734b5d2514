import { setTimeout as wait } from 'node:timers/promises'
import type { Fetch } from '#server/process/listen.ts'

const IN_TIME = /\.(css|woff2)$/

/**
 * With `LATE_ANSWERS_MS=500` half of what a site answers to browsers comes up to 500 ms late, by chance: a test that
 * fails then took an order for granted that a busy machine does not keep. Without it, the site as it is.
 */
export function withLateAnswers(fetch: Fetch): Fetch {
  const most = Number(process.env.LATE_ANSWERS_MS)
  if (!most) return fetch
  return async (request, env) => {
    const isOfBrowser = request.headers.get('User-Agent')?.startsWith('Mozilla')
    const isLate = isOfBrowser && !IN_TIME.test(new URL(request.url).pathname) && Math.random() < 0.5
    if (isLate) await wait(Math.random() * most)
    return await fetch(request, env)
  }
}
