import { type Context, Hono, type Next } from 'hono'
import type { App } from '#domain/app.ts'
import { isKnownAsFaulty } from '#domain/file-checks/scrub.server.ts'
import { findFile, openFile } from '#domain/files/read.server.ts'
import { findSuccessor } from '#domain/publishing/former-files.server.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { problem, wantsHtml } from '#server/serving/problem.ts'
import { answerFor, describeSent } from './file-answer.ts'
import { mayLeadAway, publicAddress } from './public-address.ts'

/** Stored files by key, of which `serveFiles` sends most itself. A replaced file's key redirects to its successor. */
export function fileRoutes(app: App) {
  return new Hono<HttpEnv>().get('/:folder/:name', async (c, next) => {
    const key = `${c.req.param('folder')}/${c.req.param('name')}`
    const file = await findFile(app, key)
    const successor = file ? null : await findSuccessor(app, key)
    // Not cached: the successor may be replaced, too.
    if (successor) return c.body(null, 302, { Location: `/files/${successor}`, 'Cache-Control': 'no-store' })
    if (!file) return await fileNotFound(c, next, 'There is no such file; the paper may have been deleted.')
    const sent = describeSent(file)
    const header = (name: string) => c.req.header(name)
    const answer = answerFor(sent, c.req.method, header)
    const leadsAway = answer?.body && mayLeadAway(app, sent, c.req.method, header)
    // What the store would send would be wrong, and nobody would hear of it.
    const elsewhere = leadsAway && !(await isKnownAsFaulty(app, key)) && (await publicAddress(app, sent))
    if (elsewhere) return c.body(null, 302, { Location: elsewhere, 'Cache-Control': 'no-store' })
    if (!answer) {
      const refused = problem(c, 416, 'range-not-satisfiable', `The file has ${file.size} bytes.`)
      refused.headers.set('Content-Range', `bytes */${file.size}`)
      return refused
    }
    const { status, headers, body } = answer
    const opens = body ? { range: body.range } : answer.looks && { range: answer.looks }
    if (!opens) return c.body(null, status, headers)
    const bytes = await openFile(app, file, opens.range)
    if (bytes === 'missing')
      return await fileNotFound(c, next, 'The file is missing on the server; please tell the centre.')
    if (bytes === 'damaged') return problem(c, 500, 'file-damaged', (m) => m.refused_file_damaged())
    if (body) return c.body(bytes, status, headers)
    await bytes.cancel()
    return c.body(null, status, headers)
  })
}

async function fileNotFound(c: Context<HttpEnv>, next: Next, detail: string) {
  if (!wantsHtml(c)) return problem(c, 404, 'file-not-found', detail)
  await next()
  c.header('Cache-Control', 'no-store')
}
