import type { ValidationTargets } from 'hono'
import { validator } from 'hono/validator'
import type { z } from 'zod'
import { problem } from '#server/serving/problem.ts'
import { describeInvalid } from './schemas.ts'

/** What a route of the desk takes, typed as far as its caller; another shape is refused by the field that is wrong. */
export function takes<Target extends keyof ValidationTargets, Schema extends z.ZodType>(
  target: Target,
  schema: Schema,
) {
  return validator(target, (value, c) => {
    const parsed = schema.safeParse(value)
    if (parsed.success) return parsed.data
    const { detail, field } = describeInvalid(parsed.error)
    return problem(c, 422, 'invalid-request', detail, { field })
  })
}
