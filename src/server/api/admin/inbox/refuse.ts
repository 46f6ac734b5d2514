import type { Context } from 'hono'
import type { App } from '#domain/app.ts'
import type { Paper } from '#domain/paper/paper.ts'
import type { Refusal } from '#domain/paper/submission.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { problem } from '#server/serving/problem.ts'

/** Conflicts, rather than faults of what was sent. */
const STATUS: Record<string, 409 | 413> = {
  'already-published': 409,
  'in-the-bin': 409,
  'inbox-full': 409,
  interrupted: 409,
  'paper-not-found': 409,
  'upload-incomplete': 409,
  'file-too-large': 413,
}

export function refuse(
  c: Context<HttpEnv>,
  app: Pick<App, 'log'>,
  { refused, sentence, ...more }: Refusal & { paper?: Paper },
) {
  logRefusal(c, app, refused)
  return problem(c, STATUS[refused] ?? 422, refused, sentence, more)
}

export function logRefusal(c: Context<HttpEnv>, app: Pick<App, 'log'>, code: string): void {
  app.log.warn({ requestId: c.var.requestId, administrator: c.var.administrator.id, code }, 'upload refused')
}
