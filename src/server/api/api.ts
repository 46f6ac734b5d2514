import { OpenAPIHono } from '@hono/zod-openapi'
import { zValidator } from '@hono/zod-validator'
import type { Context, ValidationTargets } from 'hono'
import type { z } from 'zod'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { problem } from '#server/serving/problem.ts'
import { describeInvalid } from './schemas.ts'

/** Far more than the site's content has, the deepest that is sent. */
const JSON_LEVELS = 32

type Validated = { success: true; data: unknown } | { success: false; error: z.core.$ZodError }

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
  // What reads content goes down into it, and 768 KiB of brackets are deeper than any stack.
  if (result.success && result.target === 'json' && isDeeperThan(JSON_LEVELS, result.data))
    return problem(c, 400, 'bad-request', `The JSON is nested too deep; ${JSON_LEVELS} levels are read.`)
  if (result.success) return
  if (result.target === 'param') return problem(c, 404, 'not-found', 'There is nothing at this address.')
  const { detail, field } = describeInvalid(result.error)
  return problem(c, 422, 'invalid-request', detail, { field })
}

function isDeeperThan(levels: number, json: unknown): boolean {
  if (typeof json !== 'object' || json === null) return false
  return levels === 0 || Object.values(json).some((each) => isDeeperThan(levels - 1, each))
}
