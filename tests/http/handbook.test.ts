import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSite, type Site } from '../support/site.ts'

const FOLDER = join(import.meta.dirname, '../../docs/handbook')

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.end())

const read = async (path: string) => {
  const answer = await site.fetch(path)
  return { status: answer.status, html: await answer.text() }
}
const articleOf = (html: string) => /<article[\s\S]*<\/article>/.exec(html)?.[0] ?? ''
const all = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, found]) => found ?? '')

test('the handbook opens from the sign-in, its index leads to every page, and each page has its steps and its picture', async () => {
  expect((await read('/login')).html).toContain('href="/login/forgotten"')
  expect((await read('/login/forgotten')).html).toContain('href="/handbook/forgotten-password"')
  const { html: index } = await read('/handbook')
  const pages = all(articleOf(index), /href="(\/handbook\/[\w-]+)"/g)
  const files = globSync('*.md', { cwd: FOLDER }).map((file) => basename(file, '.md'))
  expect(pages.map((path) => basename(path)).sort()).toEqual(files.filter((name) => name !== 'README').sort())
  for (const path of pages) {
    const { status, html } = await read(path)
    expect(status, path).toBe(200)
    expect(html, path).toContain('<meta name="robots" content="noindex"')
    const article = articleOf(html)
    expect(article.match(/<h1>[^<]+<\/h1>/g), path).toHaveLength(1)
    expect(all(article, /(<li>)/g).length, path).toBeGreaterThan(3)
    // Nothing of the Markdown is left.
    expect(article, path).not.toMatch(/\*\*|\]\(|^#|^\d+\. /m)
    const [picture = ''] = all(article, /<img[^>]* src="([^"]+)"/g)
    expect((await site.fetch(picture)).headers.get('content-type'), path).toBe('image/webp')
  }
})

test('the handbook is in English alone, and says what it does not have', async () => {
  const sent = await site.fetch('/ta/handbook/prices')
  expect([sent.status, sent.headers.get('location')]).toEqual([301, '/handbook/prices'])
  expect((await read('/handbook/nothing')).status).toBe(404)
})
