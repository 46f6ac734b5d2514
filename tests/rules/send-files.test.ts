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
