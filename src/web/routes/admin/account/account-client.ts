import { describeCode } from '#domain/identity/messages.ts'
import { type Answer, type Api, type BodyOf, callAdmin } from '../client/call-admin.ts'
import { asCallError } from '../client/call-error.ts'
import type { CallOptions } from '../client/guarded-fetch.ts'

/** Why nothing was done, with the field it is about; without a sentence when the password was not typed again. */
export type Refusal = { status: number; detail: string; field?: string }
type Outcome<Body> = { body: Body } | { refusal: Refusal }

const TIME_LIMIT_MS = 120_000

/** Calls the account's API. Nothing is tried again by itself, because every try of a password or code counts. */
export async function callAccount<Given extends Answer>(
  ask: (api: Api) => Promise<Given>,
  options: CallOptions = {},
): Promise<Outcome<BodyOf<Given>>> {
  try {
    return { body: await callAdmin(ask, { once: true, limit: TIME_LIMIT_MS, ...options }) }
  } catch (error) {
    const { status, code, message, field } = asCallError(error)
    const isGivenUp = code === 'confirm-first'
    const detail = status === 0 ? describeCode('network-request-failed') : message
    return { refusal: { status, detail: isGivenUp ? '' : detail, field: isGivenUp ? undefined : field } }
  }
}

export type AccountState = BodyOf<Awaited<ReturnType<Api['account']['$get']>>>
export type Device = AccountState['devices'][number]
export type FormerDevice = AccountState['formerDevices'][number]
export type Colleague = AccountState['administrators'][number]

/** The sentence for a field, if the refusal is about it. */
export function errorAt(refusal: Refusal | null, field: string): string | undefined {
  return refusal?.field === field ? refusal.detail : undefined
}

/** The sentence of a refusal that is about none of these fields. */
export function errorBeside(refusal: Refusal | null, fields: string[]): string {
  return refusal && !fields.includes(refusal.field ?? '') ? refusal.detail : ''
}
