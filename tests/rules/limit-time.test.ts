import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { limitTime } from '#server/middleware/limit-time.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { openInTime } from '#server/stored-files/open-in-time.ts'

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

test('a file whose store answers too late is nobody’s, and is closed when it comes', async () => {
  const [opened, closed] = [
    Promise.withResolvers<ReadableStream<Uint8Array>>(),
    Promise.withResolvers<string>(),
  ]
  expect(await openInTime(opened.promise, 0)).toBeNull()
  opened.resolve(new ReadableStream({ cancel: () => closed.resolve('closed') }, { highWaterMark: 0 }))
  expect(await closed.promise).toBe('closed')
  const early = new ReadableStream<Uint8Array>()
  expect(await openInTime(Promise.resolve(early), 60_000)).toBe(early)
})
