import { readFileSync } from 'node:fs'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Centre } from '#domain/centre/centre.ts'
import type { SignedInAdministrator } from '#domain/identity/account.ts'
import { ROLES, type Role } from '#domain/identity/roles.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { adminApi } from '#server/api/admin/admin.ts'
import { ADMIN_ROUTES, roleGuard } from '#server/middleware/admin-roles.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import type { Quarantine } from '#server/uploading/quarantine.ts'
import { publishAhead } from '../support/inbox.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { ADMIN, MEENA, openSite, publish, type SignedIn, type Site } from '../support/site.ts'
import { stateOf } from '../support/stored.ts'
import { sendAhead } from '../support/uploads.ts'

const RAVI = { email: 'ravi@centre.example', password: 'compass-box-and-eraser' }

const pdfOf = (text: string) => plainPdf({ pages: 1, text })

let site: Site
let by: Record<Role, SignedIn>
let papers: Record<Role, Paper>
beforeAll(async () => {
  site = await openSite()
  await site.app.identity.administrators.create({ ...MEENA, role: 'editor' })
  await site.app.identity.administrators.create({ ...RAVI, role: 'uploader' })
  by = { owner: await site.signIn(), editor: await site.signIn(MEENA), uploader: await site.signIn(RAVI) }
  const of = (role: Role) => publish(site, by[role], { title: `Of the ${role}` }, pdfOf(`Of the ${role}`))
  papers = { owner: await of('owner'), editor: await of('editor'), uploader: await of('uploader') }
})
afterAll(() => site.end())

/** Every route below /api/admin as the server has it. */
function routes(): string[] {
  const all = adminApi(site.app, {} as Quarantine).routes.filter(({ method }) => method !== 'ALL')
  return [...new Set(all.map(({ method, path }) => `${method} ${path}`))]
}

async function call(who: SignedIn, route: string, { id = '', body }: { id?: string; body?: object } = {}) {
  const [method = '', pattern = ''] = route.split(' ')
  const path = pattern
    .replace(/:part\{(\w+).*\}/, '$1')
    .replace(':id', id)
    .replace(/:\w+/, 'some-upload-id')
  const sends = body !== undefined || ['PUT', 'POST', 'PATCH'].includes(method)
  const json = sends ? { headers: { ...who.headers, 'Content-Type': 'application/json' } } : who
  const answer = await site.fetch(`/api/admin${path}`, {
    method,
    headers: json.headers,
    ...(sends && { body: JSON.stringify(body ?? {}) }),
  })
  return { status: answer.status, told: await answer.json().catch(() => ({})) }
}

test('every route has its line in the table, and every line its route', () => {
  const missing = routes().filter((route) => !Object.hasOwn(ADMIN_ROUTES, route))
  expect(
    missing,
    'Only owners can call these. Say in ADMIN_ROUTES (src/server/middleware/admin-roles.ts) who may, and in docs/roles.md',
  ).toEqual([])
  const gone = Object.keys(ADMIN_ROUTES).filter((route) => !routes().includes(route))
  expect(gone, 'There are no such routes any more: take them out of ADMIN_ROUTES and docs/roles.md').toEqual(
    [],
  )
})

test('docs/roles.md has the table', () => {
  const told = readFileSync('docs/roles.md', 'utf8')
  const lines = Object.entries(ADMIN_ROUTES).map(([route, need]) => `| \`${route}\` | ${need} |`)
  const missing = lines.filter((line) => !told.includes(line))
  expect(missing, 'Put these lines into docs/roles.md').toEqual([])
  expect(told.match(/^\| `[A-Z]+ /gm), 'docs/roles.md has lines of routes that are gone').toHaveLength(
    lines.length,
  )
})

test('what the table keeps from a role is refused to it, and nothing changes', async () => {
  const before = await stateOf(site.dataDir)
  let refused = 0
  for (const role of ['editor', 'uploader'] as const)
    for (const [route, need] of Object.entries(ADMIN_ROUTES)) {
      // The file of DELETE /inbox/:uploadId is not there; below, it is somebody else's.
      if (need === 'sender' || need === 'uploader' || (role === 'editor' && need !== 'owner')) continue
      const { status, told } = await call(by[role], route, { id: papers.owner.id })
      expect([role, route, status, told.code]).toEqual([role, route, 403, 'role-needed'])
      expect(told.detail).toContain(ADMIN.email)
      refused += 1
    }
  expect(refused).toBeGreaterThan(40)
  expect(await stateOf(site.dataDir)).toEqual(before)
})

test('what the table allows a role is not refused to it', async () => {
  for (const role of ROLES)
    for (const [route, need] of Object.entries(ADMIN_ROUTES)) {
      const isKept = need === 'owner' ? role !== 'owner' : need === 'editor' && role === 'uploader'
      // An empty change of one's own second factor or password is refused for what it lacks.
      if (isKept || route.startsWith('DELETE ')) continue
      const { status, told } = await call(by[role], route, { id: papers[role].id })
      expect([role, route, told.code === 'role-needed', status === 401]).toEqual([role, route, false, false])
    }
})

test('a route that is not in the table is an owner’s, whatever it is called', async () => {
  for (const role of ROLES) {
    const http = new Hono<HttpEnv>()
      .use('/api/admin/*', async (c, next) => {
        c.set('administrator', { id: 'x', role } as SignedInAdministrator)
        await next()
      })
      .use('/api/admin/*', roleGuard(site.app))
      .get('/api/admin/papers/new-thing', (c) => c.text('done'))
      .all('/api/admin/any-thing', (c) => c.text('done'))
    for (const path of ['/api/admin/papers/new-thing', '/api/admin/any-thing'])
      expect([role, path, (await http.request(path)).status]).toEqual([
        role,
        path,
        role === 'owner' ? 200 : 403,
      ])
  }
})

describe('an uploader', () => {
  const asOf = (version: number) => ({ ...by.uploader.headers, 'If-Match': `"${version}"` })
  async function revise(id: string, title: string) {
    return await site.fetch(`/api/admin/papers/${id}`, {
      method: 'PATCH',
      headers: { ...asOf(1), 'Content-Type': 'application/json', 'If-Match': '*' },
      body: JSON.stringify({ title }),
    })
  }

  test('edits what they added, puts it into the bin and takes it back, and deletes nothing for good', async () => {
    const { id } = await publish(site, by.uploader, { title: 'Mine' }, pdfOf('Mine alone'))
    expect((await revise(id, 'Mine, corrected')).status).toBe(200)
    expect((await call(by.uploader, 'DELETE /papers/:id', { id })).status).toBe(204)
    expect((await call(by.uploader, 'DELETE /bin/:id', { id })).told.code).toBe('role-needed')
    const { status, told } = await call(by.uploader, 'POST /papers/:id/restoration', { id })
    expect([status, told.title]).toEqual([200, 'Mine, corrected'])
    expect((await revise(papers.owner.id, 'Not mine')).status).toBe(403)
    expect((await revise('there-is-none', 'Not mine')).status).toBe(403)
  })

  test('of many papers changes those they added, and is told of the others', async () => {
    const ids = [papers.uploader.id, papers.owner.id]
    const change = { action: 'change', ids, change: { subject: 'Physics' } }
    const { told } = await call(by.uploader, 'POST /bulk', { body: change })
    expect(told.done).toEqual([papers.uploader.id])
    expect(told.refused).toEqual([
      { id: papers.owner.id, detail: expect.stringMatching(/whoever added .*priya@centre\.example/) },
    ])
    const { status } = await call(by.uploader, 'POST /bulk', { body: { action: 'delete', ids } })
    expect(status).toBe(403)
    const binned = await call(by.uploader, 'POST /bulk', { body: { action: 'bin', ids: [papers.owner.id] } })
    expect([binned.told.done, binned.told.refused.length]).toEqual([[], 1])
    const all = await call(by.editor, 'POST /bulk', { body: change })
    expect(all.told.done).toEqual(ids)
  })

  test('publishes a file that somebody else sent, and replaces no paper with it but their own', async () => {
    const file = pdfOf('Sent by the owner')
    await sendAhead(site, by.owner, 'sent-by-the-owner', { file })
    const replacing = { replace: papers.owner.id }
    const refused = await publishAhead(site, by.uploader, 'sent-by-the-owner', replacing)
    expect([refused.status, (await refused.json()).code]).toEqual([403, 'role-needed'])
    const own = await publishAhead(site, by.uploader, 'sent-by-the-owner', { replace: papers.uploader.id })
    expect([own.status, ((await own.json()) as Paper).id]).toEqual([201, papers.uploader.id])
  })

  test('takes away of the inbox only what they have sent', async () => {
    for (const [role, uploadId] of [
      ['owner', 'waits-of-the-owner'],
      ['uploader', 'waits-of-the-uploader'],
    ] as const)
      await sendAhead(site, by[role], uploadId, { file: pdfOf(uploadId) })
    const { told: inbox } = await call(by.uploader, 'GET /inbox')
    const versionOf = (name: string) =>
      inbox.files.find((file: { uploadId: string }) => file.uploadId === name).version
    const takeAway = async (uploadId: string) =>
      await call(by.uploader, 'POST /inbox/changes', {
        body: { from: 'a-browser', changes: [{ uploadId, version: versionOf(uploadId), away: true }] },
      })
    expect((await takeAway('waits-of-the-owner')).told.code).toBe('role-needed')
    expect((await takeAway('waits-of-the-uploader')).status).toBe(200)
    const removed = (name: string) =>
      site.fetch(`/api/admin/inbox/${name}`, { method: 'DELETE', ...by.uploader })
    expect((await removed('waits-of-the-owner')).status).toBe(403)
    expect((await removed('waits-of-the-uploader')).status).toBe(204)
    expect((await site.fetch('/api/admin/inbox/waits-of-the-owner', by.owner)).status).toBe(200)
    await site.fetch('/api/admin/inbox/waits-of-the-owner', { method: 'DELETE', ...by.editor })
  })

  test('who uploads the same file again does not get at the questions of the first paper', async () => {
    const file = pdfOf('1. The same bytes twice')
    const first = await publish(site, by.owner, { title: 'The first' }, file)
    const again = await publish(site, by.uploader, { title: 'The same again' }, file)
    for (const method of ['PUT', 'DELETE'])
      for (const { id } of [first, again])
        expect((await call(by.uploader, `${method} /papers/:id/questions`, { id })).told.code).toBe(
          'role-needed',
        )
    expect((await call(by.uploader, 'GET /papers/:id/questions', { id: papers.uploader.id })).status).toBe(
      200,
    )
  })

  test('sees their own account and whom to ask, and no change of accounts', async () => {
    const { told } = await call(by.uploader, 'GET /account')
    expect([told.role, told.owners, told.administrators.length]).toEqual(['uploader', [ADMIN.email], 1])
    const kinds = async (role: Role, query = '') => {
      const answer = await site.fetch(`/api/admin/journal${query}`, by[role])
      const { entries } = (await answer.json()) as { entries: { kind: string }[] }
      return [...new Set(entries.map(({ kind }) => kind))]
    }
    expect(await kinds('owner')).toContain('administrator')
    expect(await kinds('editor')).not.toContain('administrator')
    expect(await kinds('uploader')).toContain('paper')
    expect(await kinds('uploader', '?kind=administrator')).toEqual([])
  })
})

test('an editor publishes announcements and exam dates, and no other part of the site', async () => {
  const read = async () => (await call(by.owner, 'GET /site')).told as { version: number; centre: Centre }
  const { version, centre } = await read()
  const put = (who: SignedIn, sent: Partial<Centre>) =>
    call(who, 'PUT /site', { body: { basedOn: version, centre: { ...centre, ...sent } } })
  const announcements = [{ text: 'Half-yearly begins', link: '', from: '2026-12-05', until: '2026-12-12' }]
  const [about] = Object.values(centre.plans)
  const others: Partial<Centre>[] = [
    { tagline: 'Not by an editor' },
    { announcements, place: 'Elsewhere' },
    { hiddenLanguages: ['hi'] },
    { plans: { ...centre.plans, mon: { ...about, description: 'Free' } } as Centre['plans'] },
  ]
  for (const sent of others) {
    const { status, told } = await put(by.editor, sent)
    expect([sent, status, told.code]).toEqual([sent, 403, 'role-needed'])
    expect(told.detail).toContain(ADMIN.email)
  }
  expect(await read()).toMatchObject({ version })
  expect((await put(by.uploader, { announcements })).status).toBe(403)
  const { status, told } = await put(by.editor, { announcements })
  expect([status, told.centre?.announcements]).toEqual([200, announcements])
})

test('a role that changes holds with the next request of a session that runs, and in the journal', async () => {
  const { id } = await site.app.identity.administrators.create({
    ...{ email: 'latha@centre.example', password: 'protractor-on-a-string' },
    role: 'editor',
  })
  const latha = await site.signIn({ email: 'latha@centre.example', password: 'protractor-on-a-string' })
  expect((await call(latha, 'GET /site')).status).toBe(200)
  const route = `PUT /administrators/${id}/role`
  expect((await call(latha, route, { body: { role: 'owner' } })).told.code).toBe('role-needed')
  expect((await call(by.owner, route, { body: { role: 'uploader' } })).status).toBe(204)
  expect((await call(latha, 'GET /site')).told.code).toBe('role-needed')
  expect((await call(by.owner, route, { body: { role: 'owner' } })).status).toBe(204)
  expect((await call(latha, 'GET /backups')).status).toBe(200)
  expect((await call(by.owner, route, { body: { role: 'king' } })).status).toBe(422)
  const { told } = await call(by.owner, 'GET /journal')
  expect(told.entries.slice(0, 2)).toMatchObject([
    { action: 'role changed', before: { role: 'uploader' }, after: { role: 'owner' }, author: ADMIN.email },
    { action: 'role changed', before: { role: 'editor' }, after: { role: 'uploader' } },
  ])
})
