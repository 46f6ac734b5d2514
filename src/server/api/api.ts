import { OpenAPIHono } from '@hono/zod-openapi'
import { zValidator } from '@hono/zod-validator'
import type { Context, ValidationTargets } from 'hono'
import type { z } from 'zod'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { problem } from '#server/serving/problem.ts'
import { describeInvalid } from './schemas.ts'

type Validated = { success: true } | { success: false; error: z.core.$ZodError }

export function newApi() {
  return new OpenAPIHono<HttpEnv>({
    defaultHook: (result, c) => refuseInvalid(result, c),
  })
}

export function valid<Target extends keyof ValidationTargets, Schema extends z.ZodType>(
  target: Target,
  schema: Schema,
) {
  return zValidator(target, schema, (result, c) => refuseInvalid(result, c))
}

/** An id of the wrong shape is simply not found. */
function refuseInvalid(result: Validated & { target: string }, c: Context) {
  if (result.success) return
  if (result.target === 'param') return problem(c, 404, 'not-found', 'There is nothing at this address.')
  const { detail, field } = describeInvalid(result.error)
  return problem(c, 422, 'invalid-request', detail, { field })
}
