import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEmptied } from '#server/folders/make-folder.ts'
import { openHostedFolder } from '../../scripts/hosted-import/hosted-folder.ts'
import { moveIn as allLines } from '../../scripts/hosted-import/move-in.ts'
import type { ReportLine } from '../../scripts/hosted-import/report.ts'
import { type Expected, hostedLink, hostedPath, makeHostedExport } from '../support/hosted-export.ts'
import { runCommand } from '../support/moving.ts'
import { rememberVerdicts } from '../support/remember-verdicts.ts'
import { openSite, type Site } from '../support/site.ts'
import { expectWhole, rowsOf, stateOf } from '../support/stored.ts'

const PAPERS = 4

let folder: string
let from: string
let site: Site
let expected: Map<string, Expected>
let planned: ReportLine[]
let before: Awaited<ReturnType<typeof stateOf>>
let moved: ReportLine[]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'thervu-hosted-'))
  from = join(folder, 'export')
  ;[expected, site] = await Promise.all([makeHostedExport(from, PAPERS), openSite()])
  planned = await moveIn(false)
  before = await stateOf(site.dataDir)
  moved = await moveIn(true)
})
afterAll(async () => {
  await site.end()
  await rm(folder, { recursive: true, force: true })
})

/** What the command does, row by row, in this process: each small file is inspected once. */
async function moveIn(applies: boolean): Promise<ReportLine[]> {
  const hosted = await openHostedFolder(from, await openEmptied(join(folder, 'copies')))
  const app = { ...site.app, inspector: rememberVerdicts(site.app.inspector) }
  return await Array.fromAsync(allLines(app, hosted, { applies }))
}

const paperOf = async (id: string) =>
  (await rowsOf(site.dataDir, 'select * from papers where upload_id = ?', `hosted:${id}`))[0]

test('a dry run says what would become of every row, and changes nothing', () => {
  expect(before).toMatchObject({ papers: [], files: [], journal: [] })
  const papers = planned.filter(({ kind }) => kind === 'paper')
  expect(papers.length).toBe(PAPERS + expected.size + 1)
  for (const [id, { outcome, says = '' }] of expected) {
    const line = papers.find((one) => one.id === id)
    expect([id, line?.outcome]).toEqual([id, outcome])
    expect([line?.why, ...(line?.changes ?? [])].join('; ')).toContain(says)
  }
  const twice = papers.filter(({ id }) => id === 'good0').map(({ outcome, why }) => [outcome, why])
  expect(twice.toSorted()).toEqual([
    ['comes', null],
    ['stays behind', 'another document has the same id'],
  ])
  expect(planned.filter(({ kind }) => kind === 'file')).toMatchObject([
    { id: '12th-cbse/nobody_1.pdf', outcome: 'stays behind', why: 'no document refers to it' },
  ])
})

test('what the dry run has said comes to be, in the order in which it was stored, with views', async () => {
  const said = ({ paperId: _paper, password: _password, ...line }: ReportLine) => line
  expect(moved.map(said)).toEqual(planned)
  await expectWhole(site.dataDir)
  const coming = planned.filter(({ kind, outcome }) => kind === 'paper' && outcome === 'comes')
  expect((await rowsOf(site.dataDir, 'select id from papers')).length).toBe(coming.length)
  const good = await rowsOf(
    site.dataDir,
    "select title, views, created_at from papers where title like 'Paper %' order by serial",
  )
  expect(good).toEqual(
    Array.from({ length: PAPERS }, (_, nth) => ({
      title: `Paper ${nth}`,
      views: nth,
      created_at: new Date(Date.UTC(2023, 0, 1 + nth)).toISOString(),
    })),
  )
})

test('fields come as they are written here, and what the store kept comes along', async () => {
  expect(await paperOf('numbers')).toMatchObject({ month: 9, year: 2021, views: 1234 })
  expect(await paperOf('titled')).toMatchObject({ subject: 'all', grade: '12' })
  expect(await paperOf('nothing-said')).toMatchObject({ title: 'nothing-said', views: 0 })
  expect(await paperOf('pictured')).toMatchObject({ thumbnail_given: 1 })
  expect(await paperOf('no-picture')).toMatchObject({ thumbnail_given: 0 })
  expect(await paperOf('linked')).toMatchObject({ reference_link: 'https://answers.example.in/1' })
  const key = String((await paperOf('linked'))?.file_key)
  expect(
    await rowsOf(
      site.dataDir,
      'select time_created, custom_metadata from stored_files where full_path = ?',
      key,
    ),
  ).toEqual([
    {
      time_created: '2022-06-05T04:03:02.001Z',
      custom_metadata: JSON.stringify({ by: 'Priya', originalName: 'linked.pdf' }),
    },
  ])
})

test('old addresses of files lead to the files here', async () => {
  const key = (await paperOf('good3'))?.file_key
  const path = hostedPath(3)
  const download = new URL(hostedLink(path))
  for (const address of [
    `/${encodeURI(path)}`,
    `/files/${encodeURI(path)}`,
    `${download.pathname}${download.search}`,
  ]) {
    const answer = await site.fetch(address)
    expect([address, answer.status, answer.headers.get('location')]).toEqual([address, 302, `/files/${key}`])
  }
  const answers = await site.fetch('/12th-cbse/answers_1675000000000.pdf')
  expect(answers.headers.get('location')).toBe(`/files/${(await paperOf('answered'))?.answers_key}`)
  const thumbnail = await site.fetch('/thumbnail/gone_1.png')
  expect(thumbnail.headers.get('location')).toBe(`/files/${(await paperOf('no-picture'))?.thumbnail_key}`)
  expect((await site.fetch('/12th-cbse/never-there.pdf')).status).toBe(404)
  expect((await site.fetch('/practice')).status).toBe(200)
})

test('prices are read from texts and misspelt fields, and visits go on from where they were', async () => {
  const { prices } = await (await site.fetch('/api/pricing')).json()
  expect(prices).toMatchObject({
    '10th12th-mon': 1499,
    '10th12th-half': 1499,
    'jee-mon': 999,
    'neet-ann': null,
  })
  const lines = moved.filter(({ kind, outcome }) => kind === 'price' && outcome === 'stays behind')
  expect(lines.map(({ id, why }) => [id, why])).toEqual([
    ['neet-ann', expect.stringContaining('ask us')],
    ['upsc-mon', 'no plan has this id'],
  ])
  expect(await (await site.fetch('/api/visits')).json()).toEqual({ visits: 15_234 })
  expect(
    await rowsOf(site.dataDir, "select subject_id, author from journal where kind = 'price' order by id"),
  ).toContainEqual({
    subject_id: 'jee-mon',
    author: 'the command line',
  })
})

test('administrators get a password for the first sign-in and must choose another', async () => {
  const lines = moved.filter(({ kind }) => kind === 'administrator')
  const { id: email = '', password = '' } = lines.find(({ outcome }) => outcome === 'comes') ?? {}
  expect(email).toBe('meena@centre.example')
  const meena = await site.signIn({ email, password })
  const answer = await site.fetch('/api/admin/papers', meena)
  expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('password')])
  const others = lines.filter(({ outcome }) => outcome === 'stays behind')
  expect(others.map(({ why }) => why)).toEqual(['the account was disabled', 'there is no email address'])
})

test('applied a second time it adds nothing, and leaves a price that was changed here', async () => {
  const admin = await site.signIn()
  await site.fetch('/api/admin/prices', {
    method: 'PUT',
    headers: { ...admin.headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ 'jee-mon': 1099 }),
  })
  const was = await stateOf(site.dataDir)
  const lines = await moveIn(true)
  expect(await stateOf(site.dataDir)).toEqual(was)
  expect(lines.filter(({ outcome }) => outcome === 'comes')).toEqual([])
  expect(lines.find(({ id }) => id === 'jee-mon')).toMatchObject({ outcome: 'stays behind' })
})

test('the command prints passwords and writes them into no report, and refuses a folder without papers', async () => {
  const [small, dataDir] = [join(folder, 'small'), join(folder, 'data')]
  mkdirSync(small)
  const write = (name: string, json: unknown) => writeFileSync(join(small, name), JSON.stringify(json))
  write('users.json', { users: [{ localId: 'u1', email: 'meena@centre.example' }] })
  const without = await runCommand('import', ['--from-hosted', small], dataDir)
  expect([without.code, without.said]).toEqual([1, expect.stringContaining('resources.json')])

  write('resources.json', [{ id: 'no-link', title: 'A paper' }])
  const dry = await runCommand('import', ['--from-hosted', small], dataDir)
  expect([dry.code, dry.said]).toEqual([0, expect.stringContaining('Nothing was changed')])
  expect(dry.said).toContain('paper no-link “A paper” stays behind')
  const { code, said } = await runCommand('import', ['--from-hosted', small, '--apply'], dataDir)
  const [, password = ''] =
    /meena@centre\.example comes; password for the first sign-in: (\S+)/.exec(said) ?? []
  expect([code, password]).toEqual([0, expect.stringMatching(/^.{16,}$/)])
  for (const name of ['hosted-import.jsonl', 'hosted-import.txt']) {
    const text = readFileSync(join(dataDir, name), 'utf8')
    expect(text).toContain('meena@centre.example')
    expect(text).not.toContain(password)
    expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600)
  }
})
