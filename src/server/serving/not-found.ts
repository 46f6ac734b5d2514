import type { Context } from 'hono'
import { problem } from './problem.ts'

/** The same for a paper that is missing or hidden: nobody learns which. */
export function paperNotFound(c: Context) {
  return problem(c, 404, 'paper-not-found', (m) => m.refused_no_paper())
}

export function papersNotFound(c: Context) {
  return problem(c, 404, 'papers-not-found', (m) => m.refused_no_papers())
}
