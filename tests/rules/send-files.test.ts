import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { STORAGE_RETRY_LIMIT, UPLOAD_RETRY_LIMIT } from '#domain/files/upload-limits.ts'
import type { InboxStore } from '#web/routes/admin/inbox/inbox-store.ts'

vi.mock('#web/routes/admin/inbox/row-storage.ts', () => ({
  fileOf: async () => new File(['%PDF'], 'paper.pdf'),
}))
vi.mock('#web/identity/stored-token.ts', () => ({ tokenForCall: async () => null, leaveDisabled() {} }))
// Files of one worker share its modules: what others have loaded knows nothing of these mocks.
vi.resetModules()
const { CallError } = await import('#web/routes/admin/client/call-error.ts')
const { sendFiles } = await import('#web/routes/admin/client/send-files.ts')
const { retries } = await import('#web/routes/admin/client/send-with-retry.ts')
const { publishRow } = await import('#web/routes/admin/inbox/inbox-calls.ts')
const { newRow } = await import('#web/routes/admin/inbox/inbox-row.ts')
const { failureOf, sendRow } = await import('#web/routes/admin/inbox/send-row.ts')
afterAll(() => void vi.resetModules())

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

/** A line that carries so many bytes a second, tells of them every ten seconds, and keeps to the request's `timeout`. */
function slowLine(bytesPerSecond: number, answer = 200) {
  return class {
    status = 0
    responseText = ''
    timeout = 0
    offset = 0
    upload: { onprogress?: (event: { loaded: number }) => void } = {}
    onloadend = () => {}
    open() {}
    abort() {}
    getResponseHeader = () => null
    setRequestHeader(name: string, value: string) {
      if (name === 'Upload-Offset') this.offset = Number(value)
    }
    send(chunk: Blob) {
      const begun = performance.now()
      const timer = setInterval(() => {
        const ms = performance.now() - begun
        if (ms > this.timeout) return end(0)
        const loaded = Math.min(chunk.size, (ms / 1000) * bytesPerSecond)
        this.upload.onprogress?.({ loaded })
        if (loaded === chunk.size) end(answer)
      }, 10_000)
      const end = (status: number) => {
        clearInterval(timer)
        this.status = status
        this.responseText = JSON.stringify(status === 200 ? { offset: this.offset + chunk.size } : {})
        this.onloadend()
      }
    }
  }
}

test('a server that takes the bytes and fails each time is given up after ten minutes', async () => {
  vi.stubGlobal('XMLHttpRequest', slowLine(200_000, 503))
  const incomplete = () => Response.json({ code: 'upload-incomplete' }, { status: 409 })
  const fetched = vi.fn(async (_path: string, { method = 'GET' }) =>
    method === 'GET' ? Response.json({ offset: 0 }) : incomplete(),
  )
  vi.stubGlobal('fetch', fetched)
  let outcome: unknown
  const file = new File([new Uint8Array(1_000_000)], 'paper.pdf')
  void sendFiles([{ file, uploadId: 'upload-1', begun: false }], use, {}).catch((error) => {
    outcome = error
  })
  await vi.advanceTimersByTimeAsync(700_000)
  expect(outcome).toMatchObject({ name: 'CallError' })
  expect(fetched.mock.calls.length).toBeGreaterThan(10)
})

test('a slow but steady line carries a file for as long as it takes', async () => {
  vi.stubGlobal('XMLHttpRequest', slowLine(12_000))
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 201 }))
  const file = new File([new Uint8Array(9_000_000)], 'paper.pdf')
  const sent = sendFiles([{ file, uploadId: 'upload-1', begun: false }], use, {}).catch((error) => error)
  await vi.advanceTimersByTimeAsync(900_000)
  expect(await sent).toMatchObject({ status: 201 })
})

/** The browser's way to send bytes: each time they are answered, or never. Tells how long each was waited for. */
function answerBytes(answer: () => Response | null) {
  const timeouts: number[] = []
  class Request {
    upload = {}
    timeout = 0
    status = 0
    responseText = '{}'
    answered = new Headers()
    onloadend = () => {}
    open() {}
    setRequestHeader() {}
    getResponseHeader(name: string) {
      return this.answered.get(name)
    }
    abort() {
      this.onloadend()
    }
    send() {
      timeouts.push(this.timeout)
      const given = answer()
      if (!given) return void setTimeout(() => this.onloadend(), this.timeout)
      this.status = given.status
      this.answered = given.headers
      this.onloadend()
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request)
  return timeouts
}

const busy = (seconds: string) => new Response(null, { status: 503, headers: { 'Retry-After': seconds } })

test('bytes that stop on their way are given up when the ten minutes are over', async () => {
  const timeouts = answerBytes(() => (timeouts.length === 1 ? busy('8') : null))
  const incomplete = Response.json({ code: 'upload-incomplete' }, { status: 409 })
  vi.stubGlobal('fetch', async (_path: string, { method = 'GET' }) =>
    method === 'GET' ? Response.json({ offset: 0 }) : incomplete,
  )
  const upload = { file: new File(['%PDF'], 'paper.pdf'), uploadId: 'upload-2', begun: false }
  const outcome = sendFiles([upload], use, {}).catch((error) => error)
  await vi.advanceTimersByTimeAsync(UPLOAD_RETRY_LIMIT)
  expect(await outcome).toMatchObject({ status: 0, code: 'unreached' })
  expect(timeouts).toEqual([UPLOAD_RETRY_LIMIT, UPLOAD_RETRY_LIMIT - 8_000])
})

test('what moves files is tried for two minutes with every status that passes, and an upload for ten', async () => {
  expect([STORAGE_RETRY_LIMIT, UPLOAD_RETRY_LIMIT]).toEqual([120_000, 600_000])
  let tries = 0
  const statuses = [503, 429, 408, 500]
  vi.stubGlobal('fetch', async () =>
    Response.json({ detail: 'The storage is asleep.' }, { status: statuses[tries++ % 4] }),
  )
  const row = newRow({ uploadId: 'upload-4', owner: 'priya', addedAt: 0, name: 'paper.pdf', size: 4 })
  let given: unknown
  void publishRow(row).then((outcome) => {
    given = outcome
  })
  await vi.advanceTimersByTimeAsync(90_000)
  expect([given, tries > 8]).toEqual([undefined, true])
  await vi.advanceTimersByTimeAsync(30_000)
  expect(given).toMatchObject({ failure: { sentence: 'The storage is asleep.', again: true } })
})

test('a file in the inbox whose retries are stopped is kept, says so, and can be sent again', async () => {
  answerBytes(() => busy('1'))
  const dispatch = vi.fn()
  const store = { dispatch, here: 'here' } as unknown as InboxStore
  const row = newRow({ uploadId: 'upload-3', owner: 'priya', addedAt: 0, name: 'paper.pdf', size: 4 })
  const sent = sendRow(store, row, new AbortController().signal)
  await vi.advanceTimersByTimeAsync(1)
  retries.get()[0]?.stop()
  await sent
  expect(dispatch).toHaveBeenLastCalledWith({
    ...{ kind: 'failed', id: 'upload-3' },
    failure: { sentence: 'Stopped. The file is kept here; send it again when you like.', again: true },
  })
  expect(retries.get()).toEqual([])
})

test.each([
  [0, '', true],
  [503, 'overloaded', true],
  [507, 'disk-full', true],
  [409, 'interrupted', true],
  [409, 'inbox-full', true],
  [422, 'broken', false],
  [422, 'empty', false],
  [422, 'invalid-request', false],
  [422, 'password', false],
  [413, 'file-too-large', false],
])('after %i %s it is %s that trying again may help', (status, code, again) => {
  expect(failureOf(new CallError(status, { code, detail: 'It was refused.' })).again).toBe(again)
})
