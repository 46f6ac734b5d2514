import { type ClientResponse, hc } from 'hono/client'
import type { SuccessStatusCode } from 'hono/utils/http-status'
import type { AdminApi } from '#server/api/admin/admin.ts'
import { isLeaving, leaveDisabled, tokenForCall } from '#web/identity/stored-token.ts'
import { leaveForLogin } from '../ask-before-leaving.ts'
import { readRefusal, unanswered } from './call-error.ts'
import { confirmYou, signInAgain } from './prompts.ts'
import {
  DATABASE_RETRY_LIMIT,
  type Retried,
  type RetryOptions,
  sendWithRetry,
  type Try,
} from './send-with-retry.ts'

export type Api = ReturnType<typeof hc<AdminApi>>
export type Answer = ClientResponse<unknown, number, string & {}>
/** The body of a successful response; null where it has none. */
export type BodyOf<Given> =
  Given extends ClientResponse<infer Body, infer Status, infer Format>
    ? Status extends SuccessStatusCode
      ? Format extends 'json'
        ? Body
        : null
      : never
    : never

/** Throws a `CallError`. Transient failures are retried for ten seconds; an ended session asks for the password. */
export async function callAdmin<Given extends Answer>(
  ask: (api: Api) => Promise<Given>,
  options: CallOptions = {},
): Promise<BodyOf<Given>> {
  const answer = await ask(
    hc<AdminApi>('/api/admin', {
      fetch: (input: RequestInfo | URL, init?: RequestInit) => guardedFetch(input, init, options),
    }),
  )
  if (!answer.ok) throw await readRefusal(answer as unknown as Response)
  return (answer.status === 204 ? null : await answer.json()) as BodyOf<Given>
}

export type CallOptions = Partial<Omit<RetryOptions, 'onRefused'>> & {
  /** No password dialog: a picture or a count is not worth it, and the 401 is returned. */
  silent?: boolean
}

/** Sends the token and retries for ten seconds by default. Throws a `CallError` when there was no response. */
export async function guardedFetch(
  input: RequestInfo | URL,
  init: RequestInit = {},
  options: CallOptions = {},
): Promise<Response> {
  const { answer, stopped } = await sendGuarded(fetchOnce(input, init), options)
  if (answer) return answer
  throw unanswered(stopped)
}

/** The one place where 401, 403, 408, 429 and 5xx are handled. */
export function sendGuarded(
  send: (one: Try) => Promise<Response>,
  { silent = false, limit = DATABASE_RETRY_LIMIT, ...options }: CallOptions,
): Promise<Retried> {
  let signIns = 0
  const sendOnce = (one: Try) => {
    signIns = signInAgain.answers()
    return send(one)
  }
  const onRefused = (answer: Response) => handleRefusal(answer, silent, signIns)
  return sendWithRetry(sendOnce, { ...options, limit, onRefused })
}

/** Aborts when the time for all tries is over. */
export function fetchOnce(input: RequestInfo | URL, init: RequestInit = {}) {
  return async ({ signal, left }: Try): Promise<Response> => {
    const headers = new Headers(init.headers)
    for (const [name, value] of Object.entries(await authorization())) headers.set(name, value)
    const stop = AbortSignal.any([signal, AbortSignal.timeout(left)])
    return await fetch(input, {
      ...init,
      headers,
      signal: stop,
      credentials: 'same-origin',
      cache: 'no-store',
    })
  }
}

/** For requests that are not sent by `fetch`; the session's cookie is needed as well. */
export async function authorization(): Promise<{ Authorization?: string }> {
  const token = await tokenForCall()
  return token ? { Authorization: `Bearer ${token}` } : {}
}

/** Returns whether to send the call again; `signIns`: how often the dialog had been answered when it was sent. */
async function handleRefusal(answer: Response, silent: boolean, signIns: number): Promise<boolean> {
  const { code } = await answer
    .clone()
    .json()
    .catch(() => ({ code: '' }))
  if (code === 'user-disabled') {
    // The disabled session stays on the server, where it is useless, so that /login can say why.
    leaveDisabled()
    leaveForLogin()
  }
  if (silent || isLeaving()) return false
  if (answer.status === 401) {
    // A refusal that comes after another call has asked is of the session before.
    if (signInAgain.answers() === signIns) await signInAgain.ask()
    return true
  }
  return code === 'confirm-first' && (await confirmYou.ask())
}
