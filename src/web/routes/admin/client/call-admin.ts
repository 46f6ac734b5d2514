import { type ClientResponse, hc } from 'hono/client'
import type { SuccessStatusCode } from 'hono/utils/http-status'
import type { AdminApi } from '#server/api/admin/admin.ts'
import { readRefusal } from './call-error.ts'
import { type CallOptions, guardedFetch } from './guarded-fetch.ts'

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
