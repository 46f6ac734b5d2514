import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendFiles } from '#web/routes/admin/client/send-files.ts'

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

/** A line that carries so many bytes a second, tells of them every ten seconds, and keeps to the request's `timeout`. */
function slowLine(bytesPerSecond: number) {
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
        if (loaded === chunk.size) end(200)
      }, 10_000)
      const end = (status: number) => {
        clearInterval(timer)
        this.status = status
        this.responseText = JSON.stringify({ offset: this.offset + chunk.size })
        this.onloadend()
      }
    }
  }
}

test('a slow but steady line carries a file for as long as it takes', async () => {
  vi.stubGlobal('XMLHttpRequest', slowLine(12_000))
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 201 }))
  const file = new File([new Uint8Array(9_000_000)], 'paper.pdf')
  const sent = sendFiles([{ file, uploadId: 'upload-1', begun: false }], use, {}).catch((error) => error)
  await vi.advanceTimersByTimeAsync(900_000)
  expect(await sent).toMatchObject({ status: 201 })
})

test('a line that carries nothing is given up after ten minutes', async () => {
  vi.stubGlobal('XMLHttpRequest', slowLine(0))
  const file = new File([new Uint8Array(9_000_000)], 'paper.pdf')
  let outcome: unknown
  void sendFiles([{ file, uploadId: 'upload-1', begun: false }], use, {}).catch((error) => {
    outcome = error
  })
  await vi.advanceTimersByTimeAsync(589_000)
  expect(outcome).toBeUndefined()
  await vi.advanceTimersByTimeAsync(31_000)
  expect(outcome).toMatchObject({ name: 'CallError', status: 0 })
})
