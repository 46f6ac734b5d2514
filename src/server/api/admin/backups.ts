import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { App } from '#domain/app.ts'
import { LEAST_PASSPHRASE } from '#domain/backup/backup-retention.ts'
import { describeBackups, downloadBackup, nameNightlyPlace } from '#domain/backup/describe-backups.server.ts'
import { describeCode } from '#domain/identity/messages.ts'
import { reaches } from '#domain/identity/roles.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { problem } from '#server/serving/problem.ts'
import { answerFor } from '#server/stored-files/file-answer.ts'
import { valid } from '../api.ts'
import { noQuery } from '../schemas.ts'
import { requireConfirmed } from './account.ts'

const place = z.strictObject({
  to: z.string('must be a text').trim().min(1, 'is missing').max(1_000, 'is too long'),
})
const passphrase = z
  .string('must be a text')
  .trim()
  .min(LEAST_PASSPHRASE, `needs at least ${LEAST_PASSPHRASE} characters`)
  .max(1_000, 'is too long')
  .nullable()

/** The nightly backups, and one as a file for the browser: whoever has it can sign in, so that the password is asked for. */
export function backupsApi(app: App) {
  const { backups } = app
  return new Hono<HttpEnv>()
    .get('/backups', valid('query', noQuery), async (c) => c.json(await describeBackups(app), 200))
    .get('/backups/place', async (c) => c.json(await backups.place(), 200))
    .post('/backups/place/test', requireConfirmed, valid('json', place), async (c) => {
      const refusal = await backups.testPlace(c.req.valid('json').to)
      return refusal ? refuse(c, refusal, 'to') : c.body(null, 204)
    })
    .put('/backups/place', requireConfirmed, valid('json', place), async (c) => {
      const refusal = await nameNightlyPlace(app, c.req.valid('json').to, c.var.administrator)
      return refusal ? refuse(c, refusal, 'to') : c.body(null, 204)
    })
    .delete('/backups/place', requireConfirmed, async (c) => {
      const refusal = await nameNightlyPlace(app, null, c.var.administrator)
      return refusal ? refuse(c, refusal) : c.body(null, 204)
    })
    .get('/backups/list', async (c) => {
      const listed = await backups.list()
      return listed && 'refused' in listed ? refuse(c, listed) : c.json({ backups: listed }, 200)
    })
    .get('/backups/file', async (c) => c.json(backups.file(), 200))
    .post('/backups/file', valid('json', z.strictObject({ passphrase })), async (c) => {
      const refusal = await backups.makeFile(c.req.valid('json').passphrase)
      return refusal ? refuse(c, refusal) : c.json(backups.file(), 202)
    })
    .delete('/backups/file', async (c) => {
      await backups.dropFile()
      return c.body(null, 204)
    })
    .post('/backups/file/tickets', requireConfirmed, async (c) => {
      const ticket = await downloadBackup(app, c.var.administrator)
      if (ticket === null)
        return problem(c, 404, 'not-found', 'There is no backup to be downloaded; make one.')
      return c.json({ ticket }, 201)
    })
}

function refuse(
  c: Context<HttpEnv>,
  { refused, isFull }: { refused: string; isFull?: boolean },
  field?: string,
) {
  return problem(c, isFull ? 507 : 409, isFull ? 'no-room' : 'backup-refused', refused, { field })
}

/** By the browser itself, which sends no token: the ticket takes its place, and is good for one session alone. */
export function backupFileApi({ backups, identity }: Pick<App, 'backups' | 'identity'>) {
  return new Hono<HttpEnv>().get('/', async (c) => {
    const session = await identity.findSession(c.req.header('Cookie') ?? null, { extend: true })
    if (!session || session.owes) return problem(c, 401, 'not-signed-in', describeCode('not-signed-in'))
    // Whoever is no owner any more has a ticket of before.
    const isOwner = reaches(session.administrator.role, 'owner')
    const file = isOwner ? backups.openTicket(c.req.query('ticket') ?? '', session.sid) : null
    if (!file)
      return problem(
        c,
        404,
        'not-found',
        'This backup is not there any more: make another one in the admin area.',
      )
    const made = new Date(file.madeAt)
    const etag = `"${made.getTime()}-${file.bytes}"`
    const headers = {
      'accept-ranges': 'bytes',
      // Not compressed on its way, so that it goes on where it broke off.
      'cache-control': 'private, no-cache, no-transform',
      'content-disposition': `attachment; filename="${file.name}"`,
      'content-type': 'application/x-tar',
      etag,
      'last-modified': made.toUTCString(),
      'x-content-type-options': 'nosniff',
    }
    const updatedAt = Math.floor(made.getTime() / 1000) * 1000
    const answer = answerFor({ file: { size: file.bytes }, headers, etag, updatedAt }, c.req.method, (name) =>
      c.req.header(name),
    )
    if (!answer) {
      c.header('Content-Range', `bytes */${file.bytes}`)
      return problem(c, 416, 'range-not-satisfiable', 'The backup has no such part.')
    }
    const stream = answer.body && createReadStream(file.path, answer.body.range)
    const { status, headers: told } = answer
    return new Response(stream && (Readable.toWeb(stream) as ReadableStream), { status, headers: told })
  })
}
