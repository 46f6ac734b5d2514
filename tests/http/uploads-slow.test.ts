import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { createInspector, INSPECTION_DEADLINE_MS } from '#server/adapters/pdf/inspector.ts'
import { hangingPdf, plainPdf } from '../support/made-pdfs.ts'
import { FIELDS, openSite, uploadBody } from '../support/site.ts'
import { expectWhole, until } from '../support/stored.ts'
import { openUpload, postPaper } from '../support/uploads.ts'

/** A quarter of the usual one, which the engine spends at full speed. */
const DEADLINE_MS = 5_000

test('a file may be inspected for 20 s', () => {
  expect(INSPECTION_DEADLINE_MS).toBe(20_000)
})

test.concurrent('a PDF that hangs the engine is refused at its deadline, and the site goes on serving meanwhile', async () => {
  const inspector = createInspector({ deadlineMs: DEADLINE_MS })
  const site = await openSite({ parts: () => ({ inspector }) })
  const { headers } = await site.signIn()
  // The process that inspects has been started before the time is taken.
  expect((await postPaper(site, headers, uploadBody())).status).toBe(201)
  let ended = false
  const body = uploadBody(FIELDS, { file: hangingPdf() })
  const hanging = postPaper(site, headers, body).finally(() => {
    ended = true
  })
  let served = 0
  await until(
    'the engine hangs',
    async () => {
      const answer = await site.fetch('/api/papers')
      expect(answer.status).toBe(200)
      await answer.arrayBuffer()
      served += 1
      return ended
    },
    DEADLINE_MS + 20_000,
  )
  const answer = await hanging
  expect([answer.status, (await answer.json()).code]).toEqual([422, 'took-too-long'])
  expect(served).toBeGreaterThan(1)
  await expectWhole(site.dataDir)
  await site.end()
  await inspector.close()
})

test.concurrent('a body slower than 1 KiB a second is given up', async () => {
  const site = await openSite()
  const admin = await site.signIn()
  const file = plainPdf()
  const { socket, answer } = await openUpload(site, admin.headers, 'a-slow-one', { length: file.length })
  socket.write(file.subarray(0, file.length - 10))
  await until('it is refused', () => answer().includes('"too-slow"'))
  expect(answer()).toMatch(/^HTTP\/1\.1 408 /)
  socket.destroy()
  await expectWhole(site.dataDir)
  await site.end()
})

test.concurrent('headers that do not arrive within 10 s end the connection', async () => {
  const site = await openSite()
  let closed = false
  const slow = connect(Number(new URL(site.origin).port), '127.0.0.1', () => slow.write('GET /api/papers HT'))
  slow.on('error', () => {})
  slow.on('close', () => {
    closed = true
  })
  slow.resume()
  await until('it is closed', () => closed)
  await site.end()
})
