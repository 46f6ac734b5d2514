import { leaveDisabled, tokenForCall } from '#web/identity/stored-token.ts'
import { unanswered } from './call-error.ts'
import { confirmYou, signInAgain } from './questions.ts'
import {
  DATABASE_RETRY_LIMIT,
  type Retried,
  type RetryOptions,
  sendWithRetry,
  type Try,
} from './send-with-retry.ts'

export type CallOptions = Partial<Omit<RetryOptions, 'onRefused'>> & {
  /** For what is not worth asking for the password, such as a picture or a count: the 401 is the answer. */
  silent?: boolean
}

/** A call of the desk's API: with the token, tried again for ten seconds unless told otherwise. Throws a `CallError` when nobody answered. */
export async function guardedFetch(
  input: RequestInfo | URL,
  init: RequestInit = {},
  options: CallOptions = {},
): Promise<Response> {
  const { answer, stopped } = await sendGuarded(fetchOnce(input, init), options)
  if (answer) return answer
  throw unanswered(stopped)
}

/** Sends until there is an answer to be believed: the one place where 401, 403, 408, 429 and 5xx are met. */
export function sendGuarded(
  send: (one: Try) => Promise<Response>,
  { silent = false, limit = DATABASE_RETRY_LIMIT, ...options }: CallOptions,
): Promise<Retried> {
  return sendWithRetry(send, { ...options, limit, onRefused: (answer) => meetRefusal(answer, silent) })
}

/** One try of a call with the stored token, given up when the time for all tries is over. */
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

/** The header that every call needs beside the session's cookie, for who does not send by `fetch`. */
export async function authorization(): Promise<{ Authorization?: string }> {
  const token = await tokenForCall()
  return token ? { Authorization: `Bearer ${token}` } : {}
}

/** Does what a refusal asks for first; whether the call is to be sent again. */
async function meetRefusal(answer: Response, silent: boolean): Promise<boolean> {
  const { code } = await answer
    .clone()
    .json()
    .catch(() => ({ code: '' }))
  if (code === 'user-disabled') leave()
  if (silent) return false
  if (answer.status === 401) return await signInAgain.ask().then(() => true)
  return code === 'confirm-first' && (await confirmYou.ask())
}

/**
 * Whom an answer tells that the account has been disabled is signed out at once, as the specification has it. The
 * session stays on the server, where it is good for nothing, so that /login knows why somebody comes.
 */
function leave() {
  leaveDisabled()
  location.assign('/login')
}
