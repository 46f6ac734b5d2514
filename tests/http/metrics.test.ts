import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { plainPdf } from '../support/made-pdfs.ts'
import { sharedJobs } from '../support/shared-jobs.ts'
import { openSite, publish, type Site } from '../support/site.ts'
import { until } from '../support/stored.ts'

const TOKEN = 'a-token-of-the-tests'
const ROOT = join(import.meta.dirname, '../..')

async function open(env: Record<string, string> = {}) {
  const site = await openSite({ env })
  let ended = false
  const end = async () => {
    if (!ended) await site.end()
    ended = true
  }
  onTestFinished(end)
  return { ...site, end }
}

type Sample = { name: string; labels: Record<string, string>; value: number }

/** Throws for a line that is none of the format's. */
function parse(text: string) {
  const types = new Map<string, string>()
  const helped = new Set<string>()
  const samples: Sample[] = []
  for (const line of text.trimEnd().split('\n')) {
    const help = /^# HELP ([a-z_]+) \S.*$/.exec(line)
    const type = /^# TYPE ([a-z_]+) (counter|gauge|histogram)$/.exec(line)
    const sample = /^([a-z_]+)(?:\{((?:[a-z]+="[^"\\]*",?)*)\})? (-?[\d.e+-]+)$/.exec(line)
    if (help?.[1]) helped.add(help[1])
    else if (type?.[1]) types.set(type[1], type[2] ?? '')
    else if (sample?.[1]) {
      const labels = [...(sample[2] ?? '').matchAll(/([a-z]+)="([^"]*)"/g)].map(([, name, value]) => [
        name,
        value,
      ])
      samples.push({ name: sample[1], labels: Object.fromEntries(labels), value: Number(sample[3]) })
    } else throw new Error(`no line of the format: ${line}`)
  }
  for (const { name } of samples) {
    const family = types.has(name) ? name : name.replace(/_(bucket|sum|count)$/, '')
    expect([name, types.has(family), helped.has(family)]).toEqual([name, true, true])
  }
  return samples
}

const read = async (site: Site, headers: Record<string, string> = {}) => {
  const answer = await site.fetch('/metrics', { headers })
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  return parse(await answer.text())
}

const sampleOf = (samples: Sample[], name: string, labels: Record<string, string> = {}) =>
  samples.find(
    (one) => one.name === name && Object.entries(labels).every(([key, is]) => one.labels[key] === is),
  )?.value

test('requests are counted by kind and class of status, the histogram adds up, and hits and misses are told apart', async () => {
  const site = await open()
  const admin = await site.signIn()
  await publish(site, admin)
  await site.fetch('/practice')
  await site.fetch('/practice')
  await site.fetch('/nothing-here')
  await site.fetch('/api/papers')
  await site.fetch('/healthz')
  await until('no job of another site is left', () => sharedJobs().load().running === 0)
  const samples = await read(site)
  const requests = (kind: string, status: string) =>
    sampleOf(samples, 'thervu_requests_total', { kind, status })
  expect([requests('page', '2xx'), requests('page', '4xx')]).toEqual([2, 1])
  expect([requests('api', '2xx'), requests('probe', '2xx')]).toEqual([1, 1])
  expect(sampleOf(samples, 'thervu_page_cache_total', { result: 'hit' })).toBe(1)
  // Practice and the list of the API, each the first time.
  expect(sampleOf(samples, 'thervu_page_cache_total', { result: 'miss' })).toBe(2)
  const buckets = samples.filter(
    ({ name, labels }) => name === 'thervu_request_seconds_bucket' && labels.kind === 'page',
  )
  const counts = buckets.map(({ value }) => value)
  expect(counts).toEqual(counts.toSorted((one, other) => one - other))
  expect(buckets.at(-1)).toMatchObject({ labels: { le: '+Inf' }, value: 3 })
  expect(sampleOf(samples, 'thervu_request_seconds_count', { kind: 'page' })).toBe(3)
  for (const name of ['thervu_disk_free_bytes', 'process_resident_memory_bytes', 'process_cpu_seconds_total'])
    expect([name, (sampleOf(samples, name) ?? 0) > 0]).toEqual([name, true])
  for (const name of [
    'thervu_requests_waiting',
    'thervu_jobs_running',
    'thervu_jobs_waiting',
    'thervu_scans_waiting',
  ])
    expect([name, sampleOf(samples, name)]).toEqual([name, 0])
  expect(sampleOf(samples, 'thervu_papers_waiting')).toBe(1)
  expect(sampleOf(samples, 'thervu_event_loop_delay_seconds', { quantile: '0.99' })).toBeDefined()
})

test('no label and no line grows with papers, searches or visitors', async () => {
  const site = await open({ METRICS_TOKEN: TOKEN })
  const headers = { Authorization: `Bearer ${TOKEN}` }
  const admin = await site.signIn()
  const visit = async (name: string) => {
    const paper = await publish(site, admin, { title: name }, plainPdf({ text: name }))
    for (const path of [paper.link, `/papers/${paper.id}`, `/search?q=${name}`, `/${name}`, `/files/${name}`])
      await site.fetch(path)
  }
  await visit('first')
  await read(site, headers)
  const linesOf = (samples: Sample[]) =>
    samples.map(({ name, labels }) => JSON.stringify([name, labels])).sort()
  const before = linesOf(await read(site, headers))
  for (const name of ['second', 'third', 'fourth']) await visit(name)
  expect(linesOf(await read(site, headers))).toEqual(before)
  expect(before.length).toBeLessThan(200)
})

test('with a token nobody reads without it, and the refusal is that of a page which is not there', async () => {
  const site = await open({ METRICS_TOKEN: TOKEN })
  const missing = await site.fetch('/no-such-page')
  for (const headers of [{}, { Authorization: 'Bearer wrong' }, { Authorization: `Basic ${btoa(TOKEN)}` }]) {
    const answer = await site.fetch('/metrics', { headers: headers as Record<string, string> })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      404,
      missing.headers.get('content-type'),
    ])
    expect(await answer.text()).not.toContain('thervu_requests')
  }
  expect((await site.fetch('/metrics', { headers: { Authorization: `Bearer ${TOKEN}` } })).status).toBe(200)
  for (const wrong of ['short', 'with a space in it'])
    expect(() => readConfig({ METRICS_TOKEN: wrong })).toThrow(/^METRICS_TOKEN must have/)
})

/** As `fetch` cannot: with a Host of its own. */
async function statusAt(port: string, headers: Record<string, string>) {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  request({ port, path: '/metrics', headers }, (answer) => {
    answer.resume()
    resolve(answer.statusCode ?? 0)
  })
    .once('error', reject)
    .end()
  return await promise
}

test('without a token only this machine reads, and nothing that a proxy passes on', async () => {
  const site = await open()
  const { port } = new URL(site.origin)
  expect((await site.fetch('/metrics')).status).toBe(200)
  for (const name of ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'Via'])
    expect([name, await statusAt(port, { [name]: '127.0.0.1' })]).toEqual([name, 404])
  expect(await statusAt(port, { Host: 'papers.example.in' })).toBe(404)
  await site.end()
  // Behind a proxy that is trusted, and behind one that nobody named.
  for (const [proxy, byHost] of [
    ['127.0.0.1', 200],
    ['', 404],
  ] as const) {
    const hidden = await open({ PORT: port, TRUSTED_PROXY: proxy, SITE_URL: 'https://papers.example.in' })
    expect([proxy, await statusAt(port, { Host: `127.0.0.1:${port}` })]).toEqual([proxy, byHost])
    for (const host of ['papers.example.in', `127.0.0.1:${port}`])
      expect(await statusAt(port, { Host: host, 'X-Forwarded-For': '127.0.0.1' })).toBe(404)
    await hidden.end()
  }
})

test('the dashboard and the alert rules ask for metrics that are there', async () => {
  const site = await open()
  await site.fetch('/practice')
  await site.fetch('/practice')
  const names = new Set((await read(site)).map(({ name }) => name))
  const asked = ['deploy/grafana-dashboard.json', 'docs/running.md'].flatMap((path) => {
    const text = readFileSync(join(ROOT, path), 'utf8')
    return [...text.matchAll(/\b(?:thervu|process)_[a-z_]*[a-z]\b/g)].map(([name]) => name)
  })
  expect(asked.length).toBeGreaterThan(12)
  // Nobody has made a backup here.
  expect(asked.filter((name) => !names.has(name) && name !== 'thervu_last_backup_time_seconds')).toEqual([])
  const { panels } = JSON.parse(readFileSync(join(ROOT, 'deploy/grafana-dashboard.json'), 'utf8'))
  expect(panels.length).toBeGreaterThanOrEqual(8)
})
