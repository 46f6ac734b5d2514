import { useMemo } from 'react'
import type { DeskPaper } from '#domain/paper/desk-paper.ts'
import { fetchInTime } from '#web/routes/admin/admin-client.ts'
import { DATABASE_RETRY_LIMIT, sendWithRetry } from '#web/routes/admin/retry.ts'
import { useSignInAgain } from '#web/routes/admin/sign-in-again.tsx'

/** A refusal in the server's words; `current` is the paper as it is, where somebody else has changed it. */
export type Problem = { code: string; detail: string; field?: string; current?: DeskPaper }
/** `again` says that an earlier try may have arrived, its answer lost. Status 0: nobody answered. */
export type Answer<Body> = { status: number; again: boolean } & (
  | { ok: true; body: Body }
  | { ok: false; problem: Problem }
)

type Call = {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  json?: unknown
  /** The version that the change was made on. */
  version?: number
  signal?: AbortSignal
  /** How long to try again what fails in passing, in milliseconds; 0 for what is asked again soon anyhow. */
  patience?: number
  /** For whoever says in its own place that it is tried again, with a way to stop. */
  onRetrying?: (isRetrying: boolean) => void
}

export type DeskCall = <Body>(path: string, call?: Call) => Promise<Answer<Body>>

/** Calls the desk's API below /api/admin; an ended session asks for the password and goes on. */
export function useDeskCall(): DeskCall {
  const signInAgain = useSignInAgain()
  return useMemo(
    () =>
      (path, call = {}) =>
        callDesk(path, call, signInAgain),
    [signInAgain],
  )
}

async function callDesk<Body>(
  path: string,
  { method = 'GET', json, version, signal, patience = DATABASE_RETRY_LIMIT, onRetrying }: Call,
  signInAgain: () => Promise<void>,
): Promise<Answer<Body>> {
  const headers = new Headers()
  if (json !== undefined) headers.set('Content-Type', 'application/json')
  if (version !== undefined) headers.set('If-Match', `"${version}"`)
  const body = json === undefined ? undefined : JSON.stringify(json)
  const { answer, again, stopped } = await sendWithRetry(
    fetchInTime(`/api/admin${path}`, { method, headers, body }),
    { limit: patience, signal, signInAgain, onRetrying, saysItself: onRetrying !== undefined },
  )
  if (answer) return await readAnswer(answer, again)
  return { ok: false, status: 0, again, problem: stopped ? STOPPED : UNREACHED }
}

const STOPPED: Problem = {
  code: 'stopped',
  detail: 'Stopped, and perhaps not done. What you typed is kept; look before you do it again.',
}

export const UNREACHED: Problem = {
  code: 'unreached',
  detail: 'The site could not be reached. Check your connection and try again; what you typed is kept.',
}

/** What the server has answered, read. */
export async function readAnswer<Body>(answer: Response, again: boolean): Promise<Answer<Body>> {
  const { status } = answer
  const body = status === 204 ? null : await answer.json().catch(() => null)
  if (answer.ok) return { ok: true, status, again, body: body as Body }
  return { ok: false, status, again, problem: { code: '', ...(body ?? {}), detail: detailOf(body) } }
}

function detailOf(body: { detail?: unknown } | null): string {
  return typeof body?.detail === 'string' ? body.detail : 'The server did not answer as expected; try again.'
}
