import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { z } from 'zod'

/** The shape of every error of the API (RFC 9457), with a `code` that programs may rely on. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  code: z.string(),
  detail: z.string(),
  field: z.string().optional(),
  retryAfter: z.number().int().optional(),
})
export type Problem = z.infer<typeof problemSchema>

const TITLES: Record<number, string> = {
  400: 'Bad request',
  401: 'Not signed in',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  408: 'Request took too long',
  409: 'Conflict',
  413: 'Too large',
  414: 'Address too long',
  415: 'Unsupported media type',
  416: 'Range not satisfiable',
  421: 'Wrong site',
  422: 'Cannot be accepted',
  429: 'Too many requests',
  500: 'Something went wrong',
  503: 'Busy',
  507: 'No space left',
}

/** Answers with a problem document; `retryAfter` in seconds is also sent as a header. */
export function problem(
  c: Context,
  status: ContentfulStatusCode,
  code: string,
  detail: string,
  extra: { field?: string; retryAfter?: number } = {},
) {
  const body: Problem = {
    type: 'about:blank',
    title: TITLES[status] ?? 'Error',
    status,
    code,
    detail,
    ...extra,
  }
  const headers: Record<string, string> = {
    'Content-Type': 'application/problem+json',
    'Cache-Control': 'no-store',
  }
  if (extra.retryAfter !== undefined) headers['Retry-After'] = String(extra.retryAfter)
  return c.body(JSON.stringify(body), status, headers)
}
