import { describeCode } from '#domain/identity/messages.ts'
import { type Answer, type Api, type BodyOf, type CallOptions, callAdmin } from '../client/call-admin.ts'
import { asCallError, CallError } from '../client/call-error.ts'

export const ACCOUNT = ['account'] as const

const TIME_LIMIT_MS = 120_000

/** No retries: every attempt counts. Throws a `CallError`, without a sentence when the password was not entered. */
export async function callAccount<Given extends Answer>(
  ask: (api: Api) => Promise<Given>,
  options: CallOptions = {},
): Promise<BodyOf<Given>> {
  try {
    return await callAdmin(ask, { once: true, limit: TIME_LIMIT_MS, ...options })
  } catch (error) {
    const { status, code } = asCallError(error)
    if (status === 0) throw new CallError(0, { code, detail: describeCode('network-request-failed') })
    if (code === 'confirm-first') throw new CallError(status, { code, detail: '' })
    throw error
  }
}

/** `refused` sign-ins are told once nothing is owed. */
export async function readAccount() {
  const account = await callAccount((api) => api.account.$get({ query: {} }))
  const refused = account.owes
    ? null
    : await callAccount((api) => api.account['refused-sign-ins'].$get({ query: {} }))
  return { ...account, refused }
}

export type AccountState = Awaited<ReturnType<typeof readAccount>>
export type RefusedSignIns = NonNullable<AccountState['refused']>
export type Device = AccountState['devices'][number]
export type FormerDevice = AccountState['formerDevices'][number]
export type Colleague = AccountState['administrators'][number]

/** The sentence for this field, if the failure is about it. */
export function errorAt(error: Error | null, field: string): string | undefined {
  return error instanceof CallError && error.field === field ? error.message : undefined
}

/** The sentence of a failure that is about none of these fields. */
export function errorBeside(error: Error | null, fields: string[]): string {
  return error && !fields.some((field) => errorAt(error, field) !== undefined) ? error.message : ''
}
