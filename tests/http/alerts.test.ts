import { truncateSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { App, Clock } from '#domain/app.ts'
import { createAlerts, createMailer, isPrivate, postAlert } from '#server/adapters/alerts.ts'
import { updateRecord } from '#server/backup/backup-record.ts'
import { readBackups } from '#server/backup/nightly-backups.ts'
import { readConfig } from '#server/config.ts'
import { watchAlerts } from '#server/process/watch-alerts.ts'
import { startSmtp, startWebhook } from '../support/alert-receivers.ts'
import { openDataDir, startRefused } from '../support/child-site.ts'
import { isPostgres } from '../support/engine.ts'
import { ADMIN, openSite, publish, type SignedIn, type Site } from '../support/site.ts'
import { until } from '../support/stored.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const ORIGIN = 'https://papers.example.in'

let site: Site
let admin: SignedIn
beforeAll(async () => {
  site = await openSite()
  admin = await site.signIn()
})
afterAll(() => site.end())

/** A clock that is put on by hand. */
function clockFrom(start = Date.now()): Clock & { forward(ms: number): void } {
  let now = start
  return {
    now: () => new Date(now),
    monotonic: () => now,
    forward(ms) {
      now += ms
    },
  }
}

type Env = Record<string, string>

/** As a server watches that is started with these settings, on the site's database. */
function watch(env: Env, { clock = clockFrom(), ...more }: Partial<App> & { clock?: Clock } = {}) {
  const config = readConfig({ DATA_DIR: site.dataDir, SITE_URL: ORIGIN, ...env })
  const mailer = config.smtp && createMailer(config.smtp)
  const about = async () => (await site.app.centre.read()).centre.name
  const alerts = createAlerts({ config, mailer, about, administrators: site.app.identity.administrators })
  const disk = { isFull: false }
  const watching = watchAlerts(
    { ...site.app, alerts, clock, ...more },
    { isFull: async () => disk.isFull },
    ORIGIN,
  )
  onTestFinished(() => watching.stop())
  return Object.assign(watching, { disk })
}

const forget = () => site.app.db.deleteFrom('toldAlerts').execute()

async function failSignIns(times: number) {
  for (let at = 0; at < times; at++) {
    const answer = await site.fetch('/api/auth/login', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: site.origin },
      body: JSON.stringify({ ...ADMIN, password: 'not the password at all' }),
    })
    expect(answer.ok).toBe(false)
  }
  await site.app.identity.settle()
}

test('each kind of trouble is told once, with what to do and the address of the admin area, also after a restart', async () => {
  await using hook = await startWebhook()
  await using smtp = await startSmtp()
  const paper = await publish(site, admin, { title: 'Cut short' })
  const scan = await publish(site, admin, { title: 'A crumpled scan' }, undefined)
  await site.fetch('/api/admin/account', { headers: admin.headers })
  truncateSync(join(site.dataDir, 'files', paper.link.replace('/files/', '')), 10)
  expect((await site.fetch(paper.link)).status).toBe(500)
  await until('the damage is noticed', async () =>
    (await (await site.fetch('/readyz')).text()).includes('damaged'),
  )
  await site.app.db
    .insertInto('recognitionJobs')
    .values({
      ...{ fileKey: scan.link.replace('/files/', ''), page: 2, state: 'failed' },
      fault: 'The page broke what reads it, twice.',
    })
    .onConflict((on) => on.columns(['fileKey', 'page']).doUpdateSet({ state: 'failed' }))
    .execute()
  await failSignIns(20)
  const backupTo = join(site.dataDir, '../backups of this test')
  const since = new Date(Date.now() - 3 * DAY).toISOString()
  const failure = { at: new Date().toISOString(), reason: 'The place has no room.' }
  await updateRecord(site.dataDir, backupTo, { since, failure })
  const config = readConfig({ DATA_DIR: site.dataDir, BACKUP_TO: backupTo })
  const backups = { ...site.app.backups, ...readBackups(config, site.app.readDb, site.app.log) }
  const env = {
    ALERT_URL: hook.url,
    ALERT_URL_PRIVATE: 'on',
    SMTP_URL: smtp.url,
    MAIL_FROM: 'site@centre.example',
  }
  const first = watch(env, { backups })
  first.disk.isFull = true
  await first.look()
  const name = (await site.app.centre.read()).centre.name
  const told = hook.posted.map(({ body }) => body.text ?? '')
  const said = [
    ['the disk is nearly full', 'delete papers for good in the bin'],
    ['stored files are missing or damaged', '"Cut short"'],
    ['the backup failed', 'The place has no room. It is tried again every hour'],
    ['no good backup for two days', 'None has been made yet. Look in the admin area under Account, Backups'],
    ['scans cannot be read', '"A crumpled scan" could not be read'],
    ['many refused sign-ins', `20 sign-ins as ${ADMIN.email} were refused within a day. The password held.`],
    ['sign-in from a new device', `${ADMIN.email} signed in with a browser that was not used here`],
  ]
  expect(told).toHaveLength(said.length)
  for (const [at, [title, sentence]] of said.entries()) {
    expect(told[at]).toContain(`${name}: ${title}\n\n`)
    expect(told[at]).toContain(sentence)
    expect(told[at]?.endsWith(`\n\n${ORIGIN}/admin`)).toBe(true)
  }
  expect(hook.posted[0]).toMatchObject({
    path: '/hook/a-secret-of-the-address',
    headers: { 'content-type': 'application/json' },
  })
  expect(smtp.mails).toHaveLength(said.length)
  expect(smtp.mails[2]).toMatchObject({
    from: 'site@centre.example',
    to: [ADMIN.email],
    subject: `${name}: the backup failed`,
    text: expect.stringContaining('The place has no room.'),
  })
  await first.look()
  const second = watch(env, { backups })
  second.disk.isFull = true
  await second.look()
  expect(hook.posted).toHaveLength(said.length)
  await forget()
})

test('what goes on is told again after three days, and what comes back after it was over for an hour', async () => {
  await using hook = await startWebhook()
  const clock = clockFrom()
  const server = watch({ ALERT_URL: hook.url, ALERT_URL_PRIVATE: 'on' }, { clock })
  const disks = () => hook.posted.filter(({ body }) => body.text?.includes('the disk is nearly full')).length
  const after = async (ms: number, isFull: boolean) => {
    clock.forward(ms)
    server.disk.isFull = isFull
    await server.look()
    return disks()
  }
  expect(await after(0, true)).toBe(1)
  expect(await after(DAY, true)).toBe(1)
  expect(await after(2 * DAY + HOUR, true)).toBe(2)
  // A disk at its limit comes and goes.
  expect(await after(MINUTE, false)).toBe(2)
  expect(await after(MINUTE, true)).toBe(2)
  expect(await after(MINUTE, false)).toBe(2)
  expect(await after(2 * HOUR, false)).toBe(2)
  expect(await after(MINUTE, true)).toBe(3)
  await forget()
})

test('two servers of one database tell once, whoever looks first', async () => {
  await using hook = await startWebhook()
  const env = { ALERT_URL: hook.url, ALERT_URL_PRIVATE: 'on' }
  const servers = [watch(env), watch(env)]
  for (const { disk } of servers) disk.isFull = true
  await Promise.all(servers.map(({ look }) => look()))
  await Promise.all(servers.map(({ look }) => look()))
  expect(hook.posted.filter(({ body }) => body.text?.includes('nearly full'))).toHaveLength(1)
  await forget()
})

test('a way that fails is tried again with growing pauses, logged once, and the site goes on', async () => {
  await using hook = await startWebhook()
  hook.answer = { status: 503, location: '' }
  const clock = clockFrom()
  const errors: object[] = []
  const log = { ...site.app.log, error: (fields: object) => void errors.push(fields) }
  const server = watch({ ALERT_URL: hook.url, ALERT_URL_PRIVATE: 'on' }, { clock, log })
  server.disk.isFull = true
  await server.look()
  const minutes = [0]
  for (let minute = 1; minute <= 20; minute++) {
    const before = hook.posted.length
    clock.forward(MINUTE)
    await server.look()
    if (hook.posted.length > before) minutes.push(minute)
  }
  expect(minutes).toEqual([0, 1, 3, 7, 15])
  expect(errors).toEqual([
    {
      way: 'ALERT_URL (127.0.0.1)',
      fault: 'ALERT_URL answered with 503: look whether the address is right and still valid.',
    },
  ])
  expect(JSON.stringify(errors)).not.toContain('a-secret-of-the-address')
  hook.answer = { status: 200, location: '' }
  clock.forward(HOUR)
  await server.look()
  expect(hook.posted.at(-1)?.body.text).toBeDefined()
  expect((await site.app.db.selectFrom('toldAlerts').selectAll().execute()).length).toBeGreaterThan(0)
  await forget()
})

test('a mail server that hangs is left in the end, and keeps the site neither from answering nor from closing', async () => {
  await using smtp = await startSmtp({ hangs: true })
  const config = readConfig({ SMTP_URL: smtp.url })
  if (!config.smtp) throw new Error('no server')
  const mailer = createMailer(config.smtp, 300)
  const sending = mailer.send({ to: [ADMIN.email], subject: 'A test', text: 'Nothing.' })
  expect((await site.fetch('/healthz')).status).toBe(200)
  expect(await sending).toMatch(/^The mail server of SMTP_URL \(127\.0\.0\.1\) did not take the mail: .+\.$/)
  const closing = createMailer(config.smtp)
  const hanging = closing.send({ to: [ADMIN.email], subject: 'A test', text: 'Nothing.' })
  await until('it is connected to', async () => smtp.connections() >= 2)
  closing.close()
  expect(await hanging).toContain('the site is being closed')
  const server = watch({ SMTP_URL: smtp.url })
  server.disk.isFull = true
  const looking = server.look()
  await until('it is connected to', async () => smtp.connections() >= 3)
  await server.stop()
  await looking
  expect(await site.app.db.selectFrom('toldAlerts').selectAll().execute()).toEqual([])
})

const ALERT = { about: 'Kaveri Maths', title: 'a test', sentence: 'Nothing is wrong.' }

async function post(env: Env, timeLimitMs?: number) {
  const { webhook } = readConfig(env)
  if (!webhook) throw new Error('no webhook')
  return await postAlert(webhook, ALERT, ORIGIN, timeLimitMs)
}

test('ntfy and Telegram get JSON in their own forms, all others what Slack takes', async () => {
  await using hook = await startWebhook()
  const at = (path: string) => ({
    ALERT_URL: `http://user:a%20token@127.0.0.1:${hook.port}${path}`,
    ALERT_URL_PRIVATE: 'on',
  })
  const text = `Kaveri Maths: a test\n\nNothing is wrong.\n\n${ORIGIN}`
  for (const path of ['/kaveri-maths#ntfy', '/bot12:a-b_c/sendMessage?chat_id=-34', '/services/T0/B0/x?y=1'])
    expect(await post(at(path))).toBe(null)
  expect(hook.posted.map(({ path, body }) => [path, body])).toEqual([
    [
      '/',
      {
        topic: 'kaveri-maths',
        title: 'Kaveri Maths: a test',
        message: `Nothing is wrong.\n\n${ORIGIN}`,
        click: ORIGIN,
      },
    ],
    ['/bot12:a-b_c/sendMessage', { chat_id: '-34', text }],
    ['/services/T0/B0/x?y=1', { text }],
  ])
  expect(hook.posted[0]?.headers.authorization).toBe(`Basic ${btoa('user:a token')}`)
  expect(readConfig({ ALERT_URL: 'https://ntfy.sh/kaveri' }).webhook?.form).toBe('ntfy')
})

test('a webhook inside the network is refused unless allowed, by number and by name, and no redirect is followed', async () => {
  await using inside = await startWebhook()
  const { port } = inside
  const refused = expect.stringContaining('ALERT_URL_PRIVATE=on allows it')
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1'])
    expect([host, await post({ ALERT_URL: `http://${host}:${port}/` })]).toEqual([host, refused])
  expect(inside.posted).toEqual([])
  await using hook = await startWebhook()
  hook.answer = { status: 307, location: inside.url }
  expect(await post({ ALERT_URL: hook.url, ALERT_URL_PRIVATE: 'on' })).toContain('which is not followed')
  expect([hook.posted.length, inside.posted.length]).toEqual([1, 0])
  const within = [
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.31.0.1',
    '192.168.1.1',
    '0.0.0.0',
    '224.0.0.1',
  ]
  const within6 = ['::1', '::', 'fd00::1', 'fe80::1', '::ffff:10.0.0.1', '64:ff9b::a00:1', '2002:a00:1::']
  expect([...within, ...within6].filter((address) => !isPrivate(address))).toEqual([])
  const outside = ['203.0.113.9', '172.32.0.1', '8.8.8.8', '2606:4700::1', '::ffff:8.8.8.8']
  expect(outside.filter(isPrivate)).toEqual([])
})

test('a webhook that hangs or is gone is said in a sentence without its address', async () => {
  await using silent = await startSmtp({ hangs: true })
  const url = silent.url.replace('smtp', 'http')
  expect(await post({ ALERT_URL: `${url}/a-secret`, ALERT_URL_PRIVATE: 'on' }, 100)).toMatch(
    /^ALERT_URL did not answer within/,
  )
  const gone = await startWebhook()
  await gone[Symbol.asyncDispose]()
  expect(await post({ ALERT_URL: gone.url, ALERT_URL_PRIVATE: 'on' })).toBe(
    'ALERT_URL could not be reached (ECONNREFUSED).',
  )
})

test('the button in the admin area sends a test by each way and says what became of it', async () => {
  const ask = async (on: Site, method: string, path: string) => {
    const { headers } = on === site ? admin : await on.signIn()
    const answer = await on.fetch(`/api/admin${path}`, { method, headers })
    return [answer.status, await answer.json()]
  }
  expect(await ask(site, 'GET', '/alerts')).toEqual([200, { ways: [] }])
  expect((await site.fetch('/api/admin/alerts/test', { method: 'POST' })).status).toBe(403)
  await using hook = await startWebhook()
  await using smtp = await startSmtp()
  hook.answer = { status: 404, location: '' }
  const set = await openSite({
    env: {
      ...{ ALERT_URL: hook.url, ALERT_URL_PRIVATE: 'on', SMTP_URL: smtp.url },
      ALERT_MAIL: 'owner@centre.example, priya@centre.example',
    },
  })
  onTestFinished(() => set.end())
  const ways = ['ALERT_URL (127.0.0.1)', 'Mail to owner@centre.example, priya@centre.example']
  expect(await ask(set, 'GET', '/alerts')).toEqual([200, { ways }])
  expect(await ask(set, 'POST', '/alerts/test')).toEqual([
    200,
    {
      outcomes: [
        { way: ways[0], fault: expect.stringContaining('answered with 404') },
        { way: ways[1], fault: null },
      ],
    },
  ])
  expect(hook.posted.at(-1)?.body.text).toContain('This is a test from the admin area')
  expect(smtp.mails.at(-1)).toMatchObject({
    to: ['owner@centre.example', 'priya@centre.example'],
    text: expect.stringContaining(set.origin),
  })
})

const onSqlite = isPostgres ? test.skip : test

onSqlite(
  'a start whose update of the data fails is told once, by webhook and mail, and names no secret',
  async () => {
    await using data = await openDataDir()
    await using hook = await startWebhook()
    await using smtp = await startSmtp()
    const path = join(data.path, 'thervu.db')
    const later = new DatabaseSync(path)
    later.exec('create table papers (id text)')
    later.close()
    const env = {
      ...{ ALERT_URL: hook.url, ALERT_URL_PRIVATE: 'on', SMTP_URL: smtp.url, ALERT_MAIL: ADMIN.email },
      SITE_URL: ORIGIN,
    }
    for (const _ of ['first', 'as a service manager starts it again']) {
      const { code, complaint } = await startRefused(data.path, env)
      expect([code, complaint]).toEqual([1, expect.stringContaining('cannot be used')])
      expect(complaint).not.toContain('a-secret-of-the-address')
    }
    expect(hook.posted.map(({ body }) => body.text)).toEqual([
      expect.stringMatching(
        /^papers\.example\.in: the site did not start[\s\S]+papers[\s\S]+restore the last backup/,
      ),
    ])
    expect(smtp.mails).toMatchObject([{ to: [ADMIN.email] }])
  },
)

test('wrong settings stop the start with a sentence that names the variable, and repeat no secret', () => {
  const faults: Env[] = [
    { ALERT_URL: 'ftp://user:geheim@example.in/x' },
    { ALERT_URL: 'geheim' },
    { ALERT_URL: 'https://ntfy.sh/' },
    { ALERT_URL: 'https://api.telegram.org/bot1:geheim/sendMessage' },
    { ALERT_URL: 'https://example.in', ALERT_URL_PRIVATE: 'yes' },
    { SMTP_URL: 'https://user:geheim@example.in' },
    { SMTP_URL: 'smtp://user:geheim@example.in/?pool=true' },
    { SMTP_URL: 'smtp://user:geheim%@example.in' },
    { ALERT_MAIL: 'nobody' },
    { MAIL_FROM: 'a@b.example\r\nBcc: c@d.example' },
  ]
  for (const env of faults) {
    const name = Object.keys(env).at(-1) ?? ''
    const read = () => readConfig(env)
    expect(read).toThrow(new RegExp(`^${name} .+\\.`))
    expect(read).not.toThrow(/geheim/)
  }
  const { smtp } = readConfig({ SMTP_URL: 'smtps://desk%40centre.example:p%2Fw@mail.example.in' })
  expect(smtp).toMatchObject({
    ...{ host: 'mail.example.in', port: 465, secure: true, from: 'desk@centre.example' },
    auth: { user: 'desk@centre.example', pass: 'p/w' },
  })
})
