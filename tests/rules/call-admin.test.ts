import { afterAll, expect, test, vi } from 'vitest'

vi.mock('#web/identity/stored-token.ts', () => ({
  isLeaving: () => false,
  leaveDisabled() {},
  tokenForCall: async () => null,
}))
// Files of one worker share its modules: what others have loaded knows nothing of these mocks.
vi.resetModules()
const { sendGuarded } = await import('#web/routes/admin/client/call-admin.ts')
const { signInAgain } = await import('#web/routes/admin/client/prompts.ts')
afterAll(() => void vi.resetModules())

const refusal = () => Response.json({ code: 'unauthorized' }, { status: 401 })

test('the password is asked for once, though a refusal of the ended session comes after it was given', async () => {
  const ask = vi.spyOn(signInAgain, 'ask')
  const late = Promise.withResolvers<Response>()
  const answers = (first: Response | Promise<Response>) => {
    let sent = 0
    return async () => (++sent === 1 ? await first : Response.json({ sent }))
  }
  const slow = sendGuarded(answers(late.promise), {})
  const quick = sendGuarded(answers(refusal()), {})
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(1))
  signInAgain.answer()
  expect(await (await quick).answer?.json()).toEqual({ sent: 2 })
  late.resolve(refusal())
  expect(await (await slow).answer?.json()).toEqual({ sent: 2 })
  expect(ask).toHaveBeenCalledTimes(1)
})

test('a call that is not worth a question gets its refusal', async () => {
  const ask = vi.spyOn(signInAgain, 'ask').mockClear()
  const { answer } = await sendGuarded(async () => refusal(), { silent: true })
  expect([answer?.status, ask.mock.calls.length]).toEqual([401, 0])
})
