import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSite, type Site } from '../support/site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.end())

type Operation = { summary?: string; responses: Record<string, { content?: Record<string, unknown> }> }
type Document = {
  openapi: string
  info: { title: string }
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, unknown>>
}

test('the OpenAPI document is 3.1, whole, and describes every public route and none of the desk', async () => {
  const document = (await (await site.fetch('/api/openapi.json')).json()) as Document
  expect([document.openapi, document.info.title]).toEqual(['3.1.0', 'Thervu'])
  const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
  )
  expect(routes.map(({ name }) => name).sort()).toEqual(
    [
      'get /papers',
      'get /papers/keepable',
      'get /papers/latest',
      'get /papers/{id}',
      'post /papers/{id}/views',
      'get /suggestions',
      'get /papers.pdf',
      'get /papers.zip',
      'post /lists',
      'get /pricing',
      'get /visits',
      'post /visits',
      'post /taps/{target}',
      'post /auth/login',
      'post /auth/login/code',
      'post /auth/logout',
      'get /auth/token',
      'get /auth/session',
    ].sort(),
  )
  for (const { name, operation } of routes) {
    expect([name, operation.summary]).toEqual([name, expect.stringMatching(/^[A-Z]/)])
    expect(Object.keys(operation.responses).every((status) => /^[2-5]\d\d$/.test(status))).toBe(true)
  }
  const references = JSON.stringify(document).match(/"#\/components\/[^"]+"/g) ?? []
  for (const reference of references) {
    const [, , kind = '', name = ''] = JSON.parse(reference).split('/')
    expect([reference, document.components[kind]?.[name]]).not.toEqual([reference, undefined])
  }
})

test('the API is readable at /api/docs without scripts, each operation and schema of the document', async () => {
  const page = await site.fetch('/api/docs')
  const html = await page.text()
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'; style-src 'self'")
  expect(html).not.toContain('<script')
  const document = (await (await site.fetch('/api/openapi.json')).json()) as Document
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, { summary = '' }] of Object.entries(methods))
      expect(html).toContain(
        `<strong>${method.toUpperCase()}</strong> <code>${path}</code> ${summary.replaceAll('"', '&quot;')}`,
      )
  for (const [, id] of html.matchAll(/href="#([^"]+)"/g)) expect(html).toContain(`id="${id}"`)
  const addresses = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map((match) => String(match[1]))
  expect(addresses).toContain('/api/docs/docs.css')
  for (const address of addresses) {
    const asset = await site.fetch(address)
    expect([address, asset.status]).toEqual([address, 200])
  }
})
