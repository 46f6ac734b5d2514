import { useMemo } from 'react'
import type { DeskPaper } from '#domain/catalogue/desk-paper.ts'
import { isPassing } from '#domain/files/upload-limits.ts'
import { authorizedFetch, waitAfter } from '../admin-client.ts'
import { useSignInAgain } from '../sign-in-again.tsx'

const PATIENCE_MS = 6_000

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
  /** How long to try again what fails in passing, in milliseconds. */
  patience?: number
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
  { method = 'GET', json, version, signal, patience = PATIENCE_MS }: Call,
  signInAgain: () => Promise<void>,
): Promise<Answer<Body>> {
  const headers = new Headers()
  if (json !== undefined) headers.set('Content-Type', 'application/json')
  if (version !== undefined) headers.set('If-Match', `"${version}"`)
  const end = performance.now() + patience
  for (let failures = 0; ; ) {
    const body = json === undefined ? undefined : JSON.stringify(json)
    const answer = await authorizedFetch(`/api/admin${path}`, { method, headers, body, signal }).catch(
      () => null,
    )
    if (signal?.aborted) return { ok: false, status: 0, again: false, problem: UNREACHED }
    if (answer?.status === 401) {
      await signInAgain()
      continue
    }
    if (answer && !isPassing(answer.status)) return await readAnswer(answer, failures > 0)
    failures += 1
    const pause = waitAfter(failures)
    if (performance.now() + pause > end)
      return answer
        ? await readAnswer(answer, failures > 1)
        : { ok: false, status: 0, again: failures > 1, problem: UNREACHED }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

export const UNREACHED: Problem = {
  code: 'unreached',
  detail: 'The site could not be reached. Check your connection and try again; what you typed is kept.',
}

async function readAnswer<Body>(answer: Response, again: boolean): Promise<Answer<Body>> {
  const { status } = answer
  const body = status === 204 ? null : await answer.json().catch(() => null)
  if (answer.ok) return { ok: true, status, again, body: body as Body }
  return { ok: false, status, again, problem: { code: '', ...(body ?? {}), detail: detailOf(body) } }
}

function detailOf(body: { detail?: unknown } | null): string {
  return typeof body?.detail === 'string' ? body.detail : 'The server did not answer as expected; try again.'
}
