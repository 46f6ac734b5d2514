import type { DeskPaper } from '#domain/paper/desk-paper.ts'
import { type CallError, readRefusal, unanswered } from '#web/routes/admin/client/call-error.ts'
import { type CallOptions, fetchOnce, sendGuarded } from '#web/routes/admin/client/guarded-fetch.ts'

/** A refusal in the server's words; `current` is the paper as it is, where somebody else has changed it. */
export type Problem = { code: string; detail: string; field?: string; current?: DeskPaper }
/** `again` says that an earlier try may have arrived, its answer lost. Status 0: nobody answered. */
export type Answer<Body> = { status: number; again: boolean } & (
  | { ok: true; body: Body }
  | { ok: false; problem: Problem }
)

type Call = CallOptions & {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  json?: unknown
  /** The version that the change was made on. */
  version?: number
}

/** Calls the desk's API below /api/admin. */
export async function callDesk<Body>(
  path: string,
  { method = 'GET', json, version, ...options }: Call = {},
): Promise<Answer<Body>> {
  const headers = new Headers()
  if (json !== undefined) headers.set('Content-Type', 'application/json')
  if (version !== undefined) headers.set('If-Match', `"${version}"`)
  const body = json === undefined ? undefined : JSON.stringify(json)
  const sent = await sendGuarded(fetchOnce(`/api/admin${path}`, { method, headers, body }), {
    ...options,
    saysItself: options.onRetrying !== undefined,
  })
  if (sent.answer) return await readAnswer(sent.answer, sent.again)
  return { ok: false, status: 0, again: sent.again, problem: problemOf(unanswered(sent.stopped)) }
}

/** What the server has answered, read. */
export async function readAnswer<Body>(answer: Response, again: boolean): Promise<Answer<Body>> {
  const { status } = answer
  if (!answer.ok) return { ok: false, status, again, problem: problemOf(await readRefusal(answer)) }
  return { ok: true, status, again, body: (status === 204 ? null : await answer.json()) as Body }
}

/** A failure in the words of the papers' screens. */
export function problemOf({ code, message, field, told }: CallError): Problem {
  return { code, detail: message, field, current: told.current as DeskPaper | undefined }
}
