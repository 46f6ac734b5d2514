import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type ChildSite, openDataDir, startChild } from '../support/child-site.ts'
import { databaseEnv } from '../support/engine.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { type PaperClient, paperClient } from '../support/paper-client.ts'
import { FIELDS, type SignedIn, uploadBody } from '../support/site.ts'
import { expectWhole, rowsOf, until } from '../support/stored.ts'
import { postPaper } from '../support/uploads.ts'

/** `KILLS=100 npm test -- tests/long/server-kills.test.ts` takes some minutes. */
const KILLS = Number(process.env.KILLS ?? 3)
const WRITERS = 3
const SERVERS = [0, 1, 2]

type Written = { id: string; title: string; sent: number; counted: number; isDeleted: boolean }

test('servers that are killed among uploads, edits, counts and deletions lose nothing that was acknowledged, and do nothing twice', {
  timeout: 60_000 + KILLS * 30_000,
}, async () => {
  await using shared = await openDataDir()
  mkdirSync(join(shared.path, 'quarantine'))
  const folders = SERVERS.map((at) => join(shared.path, `server-${at}`))
  for (const folder of folders) mkdirSync(folder)
  const env = {
    ...(await databaseEnv(shared.path)),
    FILES_URL: `file://${shared.path}/files`,
    AUTH_SECRET: 'a secret that all servers of the site know',
    TRUSTED_PROXY: '127.0.0.1',
    DATABASE_POOL: '6',
  }
  const start = (at: number) => startChild(folders[at] as string, env)
  const sites = await Promise.all(SERVERS.map(start))
  onTestFinished(async () => {
    await Promise.all(sites.map((site) => site.end()))
  })
  const signedIn = await (sites[0] as ChildSite).signIn()
  const written: Written[] = []
  let isOver = false
  let clicks = 0

  /** At any server until one answers with success: what was cut off is said again, as the admin area and a proxy do. */
  async function insist<Answer extends { status: number }>(
    done: number[],
    ask: (site: ChildSite, admin: SignedIn) => Promise<Answer>,
  ) {
    for (let at = Math.floor(Math.random() * SERVERS.length); ; at = (at + 1) % SERVERS.length) {
      const site = sites[at] as ChildSite
      const admin = { ...signedIn, headers: { ...signedIn.headers, Origin: site.origin } }
      const answer = await ask(site, admin).catch(() => null)
      if (answer && done.includes(answer.status)) return answer
      // 401 and the like would never end.
      if (answer && ![404, 409, 429, 500, 503].includes(answer.status))
        throw new Error(`Refused with ${answer.status}`)
      await new Promise(setImmediate)
    }
  }

  async function publishOne(name: string): Promise<Written> {
    const body = uploadBody({ ...FIELDS, title: name }, { file: plainPdf({ text: name }) })
    const { id } = await insist([200, 201], async (site, { headers }) => {
      const answer = await postPaper(site, headers, body, { uploadId: name })
      // A server may be killed between the status and the rest of its answer.
      return { status: answer.status, id: answer.ok ? (await answer.json()).id : '' }
    })
    const paper = { id, title: name, sent: 0, counted: 0, isDeleted: false }
    written.push(paper)
    return paper
  }

  async function write(writer: number) {
    const client = (done: number[], act: (client: PaperClient) => Promise<{ status: number }>) =>
      insist(done, (site, admin) => act(paperClient(site, admin)))
    for (let turn = 0; !isOver; turn++) {
      const paper = await publishOne(`paper-${writer}-${turn}`)
      for (let edit = 1; edit <= 2; edit++) {
        const title = `${paper.title} edit ${edit}`
        await client([200], ({ revise }) => revise(paper.id, { title }))
        paper.title = title
      }
      for (let click = 0; click < 5; click++) {
        clicks += 1
        paper.sent += 1
        const { origin } = sites[click % SERVERS.length] as ChildSite
        const answer = await fetch(`${origin}/api/papers/${paper.id}/views`, {
          method: 'POST',
          headers: { 'X-Forwarded-For': `10.${clicks >> 16}.${(clicks >> 8) & 255}.${clicks & 255}` },
        }).catch(() => null)
        if (answer?.ok) paper.counted += 1
      }
      if (turn % 3 !== 0) continue
      await client([204, 404], ({ bin }) => bin(paper.id))
      await client([204, 404], ({ deleteForGood }) => deleteForGood(paper.id))
      paper.isDeleted = true
    }
  }

  const writers = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
  for (let kill = 0; kill < KILLS; kill++) {
    const before = written.length
    const at = kill % SERVERS.length
    await until('more is written', async () => written.length > before, 60_000)
    await (sites[at] as ChildSite).end('SIGKILL')
    sites[at] = await start(at)
  }
  isOver = true
  await writers

  const stay = written.filter((paper) => !paper.isDeleted)
  const rows = await rowsOf(shared.path, 'select id, title, views from papers order by id')
  expect(rows.map(({ id, title }) => `${id} ${title}`)).toEqual(
    stay.map(({ id, title }) => `${id} ${title}`).sort(),
  )
  for (const { id, sent, counted } of stay) {
    const views = Number(rows.find((row) => row.id === id)?.views)
    expect(views).toBeGreaterThanOrEqual(counted)
    expect(views).toBeLessThanOrEqual(sent)
  }
  // What killed servers were rendering is rendered by those that are left.
  const rendering = await rowsOf(shared.path, 'select count(*) as files from drawing_jobs')
  const pending = "select file_key from drawing_jobs where state = 'waiting'"
  const limitMs = 60_000 + 1_000 * Number(rendering[0]?.files)
  await until('all is rendered', async () => (await rowsOf(shared.path, pending)).length === 0, limitMs)
  // Three kills while one file is rendered look as if it had ended the server: it is not tried a fourth time.
  const failed = await rowsOf(shared.path, "select file_key from drawing_jobs where state = 'failed'")
  expect(failed.length).toBeLessThanOrEqual(KILLS / 3)
  await Promise.all(sites.map((site) => site.end('SIGTERM')))
  // Alone at its start, one clears away what uploads that were cut off have left.
  const last = await start(0)
  await last.end('SIGTERM')
  await expectWhole(shared.path)
})
