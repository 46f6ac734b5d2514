import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { UPLOAD_RETRY_LIMIT } from '#domain/files/upload-limits.ts'
import { sendFiles } from '#web/routes/admin/client/send-files.ts'
import { readRetries } from '#web/routes/admin/client/send-with-retry.ts'
import { newRow } from '#web/routes/admin/inbox/queue/inbox-row.ts'
import type { InboxStore } from '#web/routes/admin/inbox/queue/inbox-store.ts'
import { sendRow } from '#web/routes/admin/inbox/queue/send-row.ts'

vi.mock('#web/routes/admin/inbox/queue/row-storage.ts', () => ({
  fileOf: async () => new File(['%PDF'], 'paper.pdf'),
}))
vi.mock('#web/identity/stored-token.ts', () => ({ tokenForCall: async () => null, leaveDisabled() {} }))

const use = { method: 'POST', path: '/inbox', json: {} } as const

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Says what a file is for whose bytes may have arrived, and is answered so; an error is none. */
async function sendOnto(...answers: Response[]) {
  vi.stubGlobal('fetch', async () => answers.shift())
  const sent = sendFiles(
    [{ file: new File(['%PDF'], 'paper.pdf'), uploadId: 'upload-1', begun: true }],
    use,
    {},
  )
  const outcome = sent.catch((error) => error)
  await vi.advanceTimersByTimeAsync(2_000)
  return await outcome
}

test('an answer whose body is cut off is no refusal: it is asked for again', async () => {
  const body = new ReadableStream({ start: (body) => body.error(new TypeError('network error')) })
  const arrived = Response.json({}, { status: 201 })
  expect(await sendOnto(new Response(body, { status: 409 }), arrived)).toMatchObject({ status: 201 })
})

test('a refusal that is no document is one all the same', async () => {
  const refusal = new Response('<html>', { status: 409 })
  expect(await sendOnto(refusal)).toMatchObject({ name: 'CallError', status: 409, code: '' })
})

type Asked = { offset: number; size: number; timeout: number }

/** The browser's way to send bytes: each chunk is answered with a status and an offset, or never. */
function answerChunks(answer: (asked: Asked) => Response | 'lost' | 'silence') {
  const asked: Asked[] = []
  class Request {
    upload = {}
    timeout = 0
    status = 0
    responseText = ''
    onloadend = () => {}
    headers = new Headers()
    answered = new Headers()
    open() {}
    setRequestHeader(name: string, value: string) {
      this.headers.set(name, value)
    }
    getResponseHeader(name: string) {
      return this.answered.get(name)
    }
    abort() {
      this.onloadend()
    }
    async send(chunk: Blob) {
      const one = {
        offset: Number(this.headers.get('Upload-Offset')),
        size: chunk.size,
        timeout: this.timeout,
      }
      asked.push(one)
      const given = answer(one)
      if (given === 'silence') return void setTimeout(() => this.onloadend(), this.timeout)
      if (given !== 'lost') {
        this.status = given.status
        this.answered = given.headers
        this.responseText = await given.text()
      }
      this.onloadend()
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request)
  return asked
}

const busy = (seconds: string) => Response.json({}, { status: 503, headers: { 'Retry-After': seconds } })
const MIB = 1024 * 1024
const upload = (size: number) => ({
  file: new File([new Uint8Array(size)], 'a.pdf'),
  uploadId: 'upload-2',
  begun: false,
})

test('a file goes in parts, and where the line breaks it goes on from what has arrived', async () => {
  let arrived = 0
  let isCut = false
  const asked = answerChunks(({ offset, size }) => {
    if (offset === 16 * MIB && !isCut) {
      isCut = true
      return 'lost'
    }
    arrived = offset + size
    return Response.json({ offset: arrived })
  })
  const called: string[] = []
  vi.stubGlobal('fetch', async (_path: string, { method = 'GET' }) => {
    called.push(method)
    if (method === 'GET') return Response.json({ offset: arrived })
    return Response.json({ code: 'upload-incomplete' }, { status: arrived === 20 * MIB ? 201 : 409 })
  })
  const told: number[] = []
  const sent = sendFiles([upload(20 * MIB)], use, { onArrived: () => told.push(arrived) })
  await vi.advanceTimersByTimeAsync(2_000)
  expect((await sent).status).toBe(201)
  expect(asked.map(({ offset }) => offset / MIB)).toEqual([0, 8, 16, 16])
  expect([called, told]).toEqual([['POST', 'GET', 'POST'], [20 * MIB]])
})

test('bytes that stop on their way are given up when the ten minutes are over', async () => {
  const asked = answerChunks(() => (asked.length === 1 ? busy('8') : 'silence'))
  vi.stubGlobal('fetch', async (_path: string, { method = 'GET' }) =>
    method === 'GET'
      ? Response.json({ offset: 0 })
      : Response.json({ code: 'upload-incomplete' }, { status: 409 }),
  )
  const outcome = sendFiles([upload(4)], use, {}).catch((error) => error)
  await vi.advanceTimersByTimeAsync(UPLOAD_RETRY_LIMIT)
  expect(await outcome).toMatchObject({ status: 0, code: 'unreached' })
  expect(asked.map(({ timeout }) => timeout)).toEqual([UPLOAD_RETRY_LIMIT, UPLOAD_RETRY_LIMIT - 8_000])
})

test('a file in the inbox whose retries are stopped is kept, says so, and can be sent again', async () => {
  answerChunks(() => busy('1'))
  const events: { kind: string }[] = []
  const store = {
    dispatch: (event: { kind: string }) => events.push(event),
    here: 'here',
  } as unknown as InboxStore
  const row = newRow({ uploadId: 'upload-3', owner: 'priya', addedAt: 0, name: 'paper.pdf', size: 4 })
  const sent = sendRow(store, row, new AbortController().signal)
  await vi.advanceTimersByTimeAsync(1)
  readRetries()[0]?.stop()
  await sent
  expect(events.at(-1)).toEqual({
    ...{ kind: 'failed', id: 'upload-3' },
    failure: { sentence: 'Stopped. The file is kept here; send it again when you like.', again: true },
  })
  expect(readRetries()).toEqual([])
})
