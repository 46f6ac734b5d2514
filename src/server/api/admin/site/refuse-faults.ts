import type { Context } from 'hono'
import type { CentreFault } from '#domain/centre/check-centre.ts'
import { fieldName } from '#domain/centre/field-names.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { problem } from '#server/serving/problem.ts'

/** All that is wrong with a document, by its fields; the sentence is about the first. */
export function refuseFaults(c: Context<HttpEnv>, faults: CentreFault[]) {
  const [first] = faults
  const fields = Object.fromEntries(faults.map(({ field, message }) => [field, message]))
  return problem(c, 422, 'invalid-content', `${fieldName(first?.field ?? '')} ${first?.message}.`, {
    field: first?.field,
    fields,
  })
}
