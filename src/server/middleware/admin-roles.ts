import type { Context, MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import type { App } from '#domain/app.ts'
import { describeNeed, type Need, reaches } from '#domain/identity/roles.ts'
import { hasForeignUploads } from '#domain/inbox/changes.server.ts'
import { selectAdded } from '#domain/journal/journal.server.ts'
import { selectPapersOfSameFile } from '#domain/publishing/correct-questions.server.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { problem } from '#server/serving/problem.ts'

/**
 * Every route below /api/admin, and the least role that may call it. `adder`: editors, and whoever added the paper `:id`.
 * `sender`: editors, and whoever sent the file. What is not here is refused to all but owners, and `tests/http/roles.test.ts`
 * fails. Four routes look at what was sent, too: /bulk, /inbox/changes, /inbox/:uploadId/publication and PUT /site. The table of `docs/roles.md` says the same.
 */
export const ADMIN_ROUTES: Record<string, Need> = {
  'GET /papers': 'uploader',
  'GET /papers/:id': 'uploader',
  'PATCH /papers/:id': 'adder',
  'DELETE /papers/:id': 'adder',
  'POST /papers/:id/restoration': 'adder',
  'PUT /papers/:id/:part{file|thumbnail|answers}': 'adder',
  'DELETE /papers/:id/thumbnail': 'adder',
  'DELETE /papers/:id/answers': 'adder',
  'GET /papers/:id/former-files': 'adder',
  'POST /papers/:id/former-files': 'adder',
  'GET /papers/:id/page-turns': 'adder',
  'POST /papers/:id/page-turns': 'adder',
  'GET /papers/:id/questions': 'adder-of-file',
  'PUT /papers/:id/questions': 'adder-of-file',
  'DELETE /papers/:id/questions': 'adder-of-file',
  'POST /papers/:id/questions/put-back': 'adder-of-file',
  'GET /papers/:id/files/:part': 'uploader',
  'PUT /papers/:id/visibility': 'adder',
  'GET /papers.csv': 'uploader',
  'POST /papers/named': 'uploader',
  'GET /found': 'uploader',
  'POST /bulk': 'uploader',
  'DELETE /bin/:id': 'editor',
  'DELETE /samples': 'editor',
  'POST /duplicates': 'uploader',
  'POST /answer-matches': 'editor',
  'GET /render-jobs': 'uploader',
  'POST /render-jobs': 'editor',
  'POST /render-jobs/:id': 'adder',

  'GET /uploads/:uploadId': 'uploader',
  'PATCH /uploads/:uploadId': 'uploader',
  'POST /first-pages': 'uploader',
  'POST /first-pages/hints': 'uploader',
  'GET /inbox': 'uploader',
  'GET /inbox/waiting': 'uploader',
  'POST /inbox': 'uploader',
  'POST /inbox/changes': 'uploader',
  'GET /inbox/:uploadId': 'uploader',
  'GET /inbox/:uploadId/thumbnail': 'uploader',
  'DELETE /inbox/:uploadId': 'sender',
  'POST /inbox/:uploadId/publication': 'uploader',

  'GET /activity': 'editor',
  'GET /activity/searches': 'editor',
  'GET /activity/coverage': 'editor',
  'GET /activity/wanted': 'editor',
  'PUT /activity/wanted': 'editor',
  'GET /activity/papers/:id': 'uploader',
  'GET /journal': 'uploader',
  'GET /warnings': 'uploader',
  'GET /backups': 'owner',
  'GET /backups/list': 'owner',
  'GET /backups/place': 'owner',
  'PUT /backups/place': 'owner',
  'DELETE /backups/place': 'owner',
  'POST /backups/place/test': 'owner',
  'GET /backups/file': 'owner',
  'POST /backups/file': 'owner',
  'DELETE /backups/file': 'owner',
  'POST /backups/file/tickets': 'owner',
  'GET /alerts': 'owner',
  'POST /alerts/test': 'owner',
  'PUT /prices': 'owner',

  'GET /site': 'editor',
  'PUT /site': 'editor',
  'POST /site/preview': 'editor',
  'GET /site/versions': 'owner',
  'GET /site/versions/:id': 'owner',
  'POST /site/pictures': 'owner',
  'GET /site/pictures/:source': 'owner',
  'POST /site/pictures/:source/crops': 'owner',
  'POST /site/content-file': 'owner',
  'POST /site/content-files': 'owner',
  'GET /onboarding': 'owner',
  'PUT /onboarding/postponement': 'owner',
  'PUT /onboarding/:step/skip': 'owner',
  'DELETE /onboarding/:step/skip': 'owner',

  'GET /account': 'uploader',
  'GET /account/refused-sign-ins': 'uploader',
  'POST /account/confirmation': 'uploader',
  'PUT /account/password': 'uploader',
  'DELETE /account/sessions': 'uploader',
  'DELETE /account/sessions/:sid': 'uploader',
  'POST /account/second-factor': 'uploader',
  'PUT /account/second-factor': 'uploader',
  'POST /account/second-factor/removal': 'uploader',
  'POST /account/recovery-codes': 'uploader',
  'POST /account/passkeys/options': 'uploader',
  'POST /account/passkeys': 'uploader',
  'PATCH /account/passkeys/:id': 'uploader',
  'DELETE /account/passkeys/:id': 'uploader',
  'POST /administrators': 'owner',
  'PUT /administrators/:id/role': 'owner',
  'POST /administrators/:id/disablement': 'owner',
  'POST /administrators/:id/restoration': 'owner',
  'POST /administrators/:id/password-reset': 'owner',
}

const ROOT = '/api/admin'

/** After the guard: answers 403 before any body is read where the table asks for more than the administrator is. */
export function roleGuard(app: Pick<App, 'identity' | 'readDb'>): MiddlewareHandler<HttpEnv> {
  return createMiddleware<HttpEnv>(async (c, next) => {
    const need = needOf(c)
    if (await meets(app, c, need)) return await next()
    return await roleNeeded(app, c, need)
  })
}

/** The first pattern of the router that fits is the one that will answer. */
function needOf(c: Context<HttpEnv>): Need {
  const route = matchedRoutes(c).find(({ method, path }) => method !== 'ALL' && path.startsWith(`${ROOT}/`))
  return (route && ADMIN_ROUTES[`${route.method} ${route.path.slice(ROOT.length)}`]) ?? 'owner'
}

async function meets(app: Pick<App, 'readDb'>, c: Context<HttpEnv>, need: Need) {
  const { role } = c.var.administrator
  if (need === 'owner' || need === 'editor' || need === 'uploader') return reaches(role, need)
  if (reaches(role, 'editor')) return true
  const id = c.req.path.slice(ROOT.length).split('/')[2] ?? ''
  if (need === 'sender') return await mayDeleteUploads(app, c, [id])
  const others = need === 'adder' ? [] : await selectPapersOfSameFile(app.readDb, id)
  return (await othersPapers(app, c, [id, ...others])).size === 0
}

/** What was taken away of the inbox is deleted for good in a while: an uploader takes away only what they have sent. */
export async function mayDeleteUploads(app: Pick<App, 'readDb'>, c: Context<HttpEnv>, uploadIds: string[]) {
  const { id, role } = c.var.administrator
  return reaches(role, 'editor') || !(await hasForeignUploads(app, id, uploadIds))
}

/** Of these papers, those that the administrator may not change. */
export async function othersPapers(
  { readDb }: Pick<App, 'readDb'>,
  c: Context<HttpEnv>,
  ids: string[],
): Promise<Set<string>> {
  const { id, role } = c.var.administrator
  if (reaches(role, 'editor')) return new Set()
  return new Set(ids).difference(await selectAdded(readDb, id, ids))
}

export async function roleNeeded(app: Pick<App, 'identity'>, c: Context<HttpEnv>, need: Need) {
  return problem(c, 403, 'role-needed', await sentenceOf(app, c, need))
}

export async function sentenceOf({ identity }: Pick<App, 'identity'>, c: Context<HttpEnv>, need: Need) {
  return describeNeed(need, { role: c.var.administrator.role, owners: await identity.owners() })
}
