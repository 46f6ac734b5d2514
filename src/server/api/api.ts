import { OpenAPIHono } from '@hono/zod-openapi'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { problem } from '#server/serving/problem.ts'
import { describeInvalid } from './schemas.ts'

/** An empty API whose routes refuse input of the wrong shape with a problem document that names the field. */
export function newApi() {
  return new OpenAPIHono<HttpEnv>({
    defaultHook(result, c) {
      if (result.success) return
      const { detail, field } = describeInvalid(result.error)
      const unknownId = result.target === 'param'
      if (unknownId) return problem(c, 404, 'not-found', 'There is nothing at this address.')
      return problem(c, 422, 'invalid-request', detail, { field })
    },
  })
}
