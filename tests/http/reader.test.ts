import { afterAll, beforeAll, expect, test } from 'vitest'
import { paperPath } from '#domain/paper/facts.ts'
import type { Paper } from '#domain/paper/paper.ts'
import { noteRendered } from '../support/rendered-pages.ts'
import { openSite, publish, type Site } from '../support/site.ts'

let site: Site
let eight: Paper
let long: Paper
beforeAll(async () => {
  site = await openSite()
  const admin = await site.signIn()
  eight = await publish(site, admin, { title: 'Eight pages' })
  long = await publish(site, admin, { title: 'Two hundred pages' })
  await noteRendered(site, eight.id, { rendered: 8, without: [3] })
  await noteRendered(site, long.id, { rendered: 200 })
})
afterAll(() => site.end())

async function read(paper: Paper, ask = '', headers = {}) {
  const answer = await site.fetch(paperPath(paper) + ask, { headers: { Accept: 'text/html', ...headers } })
  const html = await answer.text()
  return { answer, html, leaves: html.match(/<li id="page-\d+".*?<\/li>/gs) ?? [] }
}
const pictures = (leaves: string[]) => leaves.filter((leaf) => leaf.includes('<img'))
const buttons = (html: string) =>
  [...html.matchAll(/<button[^>]*>([^<]+)<\/button>/g)]
    .map(([, name]) => name)
    .filter((name) => /^Print/.test(name ?? ''))

test('page 1 comes first and small, every page has its place, and none that has no picture is printed', async () => {
  const { html, leaves } = await read(eight)
  const [first = '', second = '', failed = ''] = leaves
  expect(first).toMatch(
    /<img[^>]* src="[^"]+\/1-720\.webp" srcSet="[^"]+1-720\.webp 720w, [^"]+1-1440\.webp 1440w"/,
  )
  expect(first).toMatch(/<img[^>]* loading="eager" fetchPriority="high"/)
  expect(second).toContain('loading="lazy"')
  for (const leaf of leaves) expect(leaf).toContain('viewBox="0 0 1440 2036"')
  expect(failed).not.toContain('<img')
  expect(failed).toContain('There is no picture of this page.')
  expect(failed).toContain(`<a href="${eight.link}"`)
  expect(html).toContain('To keep it, or to print it exactly:')
  expect(buttons(html)).toEqual([])
})

test('who saves data gets the small pictures alone', async () => {
  const { leaves } = await read(eight, '', { 'Save-Data': 'on' })
  expect(pictures(leaves)).toHaveLength(7)
  expect(leaves.join('')).not.toMatch(/srcset|-1440\.webp/i)
})

test('a long paper comes in parts, each with all its pictures and the ways to the next ones, and a typed number leads to its page', async () => {
  const { html, leaves } = await read(long, '?part=2')
  expect(pictures(leaves)).toHaveLength(40)
  expect([leaves[0], leaves.at(-1)].map((leaf) => /page-\d+/.exec(leaf ?? '')?.[0])).toEqual([
    ...['page-41', 'page-80'],
  ])
  const ways = [
    ...html.matchAll(/<a class="action" href="([^"]*)"[^>]*><span class="sweeps">Pages (\d+) to/g),
  ]
  expect(ways.map(([, to, first]) => [first, to?.replace(paperPath(long), '')])).toEqual([
    ['1', '#page-40'],
    ['81', '?part=3#page-81'],
  ])
  const [form = ''] = /<form [^>]*>(?:(?!<\/form>).)*name="go"/s.exec(html) ?? []
  expect(form).toMatch(/^<form (?!.*action=)[^>]*method="get"/)
  expect(buttons(html)).toEqual(['Print pages 41 to 80'])
  for (const [typed, place] of [
    ['199', '?part=5#page-199'],
    ['999', '?part=5#page-200'],
    ['x', '#page-1'],
  ]) {
    const { answer } = await read(long, `?go=${typed}`)
    expect([answer.status, answer.headers.get('location')]).toEqual([302, paperPath(long) + place])
  }
})
