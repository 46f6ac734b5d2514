import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { limitTime } from '#server/middleware/limit-time.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'

test('a file that is found after the answer that it took too long is closed', async () => {
  const [opened, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()]
  const files = new Hono<HttpEnv>().get('/:name', async (c) => {
    await opened.promise
    return c.body(new ReadableStream({ cancel: () => closed.resolve('closed') }, { highWaterMark: 0 }))
  })
  const site = new Hono<HttpEnv>()
  site.use(limitTime({ except: () => false, limitMs: 0 }))
  site.route('/files', files)
  const answer = await site.request('/files/paper.pdf')
  expect([answer.status, await answer.json()]).toMatchObject([408, { code: 'too-slow' }])
  opened.resolve()
  expect(await closed.promise).toBe('closed')
})
