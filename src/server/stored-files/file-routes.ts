import { type Context, Hono, type Next } from 'hono'
import type { App } from '#domain/app.ts'
import { isKnownAsFaulty } from '#domain/file-checks/scrub.server.ts'
import { openFile } from '#domain/files/read.server.ts'
import { findSuccessor } from '#domain/publishing/former-files.server.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { problem, wantsHtml } from '#server/serving/problem.ts'
import { answerFor } from './file-answer.ts'
import { mayLeadAway, publicAddress } from './public-address.ts'
import { createKnownFiles, createPartBuffers, openInTime, sendBytes } from './send-file.ts'

const OPENING_LIMIT_MS = 30_000

/** Stored files by key. A replaced file's key redirects to its successor. */
export function fileRoutes(app: App) {
  const known = createKnownFiles(app)
  const buffers = createPartBuffers()
  return new Hono<HttpEnv>().get('/:folder/:name', async (c, next) => {
    const key = `${c.req.param('folder')}/${c.req.param('name')}`
    const sent = await known.find(key)
    const successor = sent ? null : await findSuccessor(app, key)
    // Not cached: the successor may be replaced, too.
    if (successor) return c.body(null, 302, { Location: `/files/${successor}`, 'Cache-Control': 'no-store' })
    if (!sent) return await fileNotFound(c, next, 'There is no such file; the paper may have been deleted.')
    const { file } = sent
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
    const bytes = await openInTime(openFile(app, file, opens.range), OPENING_LIMIT_MS)
    if (bytes === null) return problem(c, 408, 'too-slow', (m) => m.refused_too_slow())
    if (bytes === 'missing')
      return await fileNotFound(c, next, 'The file is missing on the server; please tell the centre.')
    if (bytes === 'damaged') return problem(c, 500, 'file-damaged', (m) => m.refused_file_damaged())
    if (!body) {
      await bytes.cancel()
      return c.body(null, status, headers)
    }
    const { incoming, outgoing } = c.env ?? {}
    const hasBody = header('content-length') ?? header('transfer-encoding')
    if (!incoming || !outgoing || hasBody) return c.body(bytes, status, headers)
    c.set('sendBody', (to) => send(c, to, key, bytes, body.length))
    return c.body(null, status, headers)
  })

  /** Resolves to whether all was read: whoever reads slowly keeps no line of the log back. */
  function send(
    c: Context<HttpEnv>,
    to: NonNullable<HttpEnv['Bindings']['outgoing']>,
    key: string,
    bytes: ReadableStream<Uint8Array>,
    length: number,
  ) {
    return new Promise<boolean>((resolve) => {
      sendBytes(bytes, length, to, buffers, () => resolve(true)).then((fault) => {
        if (fault) {
          app.log.error({ err: fault, key, requestId: c.var.requestId }, 'a file broke off while being sent')
          app.checks.doubt(key)
        }
        resolve(!fault)
      })
    })
  }
}

async function fileNotFound(c: Context<HttpEnv>, next: Next, detail: string) {
  if (!wantsHtml(c)) return problem(c, 404, 'file-not-found', detail)
  await next()
  c.header('Cache-Control', 'no-store')
}
