import { afterAll, beforeAll, expect, test } from 'vitest'
import { currentYear } from '#domain/time/india-time.ts'
import { openSite, publish, type Site, uploadBody } from '../support/site.ts'
import { postPaper } from '../support/uploads.ts'

/**
 * Sections 5 and 7 of the specification as the API keeps them: validation rules and writes. Each test is named by the
 * sentence that it ticks off.
 */
let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.end())

test('Server-side rules are not shown: the server refuses what the form would not send.', async () => {
  const { headers } = await site.signIn()
  const good = {
    title: 'T',
    degree: '12th-cbse',
    subject: 'Physics',
    month: 'May',
    year: '2024',
    referenceLink: '',
  }
  for (const [name, value] of [
    ['title', ' '],
    ['degree', '5th-cbse'],
    ['subject', 'all'],
    ['month', 'Mai'],
    ['year', '1989'],
    ['year', String(currentYear(new Date()) + 1)],
  ] as const) {
    const body = uploadBody({ ...good, [name]: value })
    const answer = await postPaper(site, headers, body)
    expect([name, answer.status, (await answer.json()).field]).toEqual([name, 422, name])
  }
})

test('Merge-set each pricing/{id} document: what is not sent stays.', async () => {
  const { headers } = await site.signIn()
  const before = (await (await site.fetch('/api/pricing')).json()).prices
  const put = await site.fetch('/api/admin/prices', {
    method: 'PUT',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ 'neet-ann': 4321 }),
  })
  expect((await put.json()).prices).toEqual({ ...before, 'neet-ann': 4321 })
})

test('Upload the PDF to {degree}/{name}_{timestamp}.{ext}, and the thumbnail to thumbnail/{name}_{timestamp}.{ext}, then fetch its URL. When a paper is deleted, delete the PDF and the thumbnail by their URLs.', async () => {
  const admin = await site.signIn()
  const paper = await publish(site, admin, { title: 'Waves' })
  expect(paper.link).toMatch(/^\/files\/12th-cbse\/[a-z0-9-]{1,80}_\d{8}T\d{9}Z-\w{8}\.pdf$/)
  expect(paper.thumbnail).toMatch(/^\/files\/thumbnail\/[a-z0-9-]{1,80}_\d{8}T\d{9}Z-\w{8}\.webp$/)
  for (const path of [paper.link, String(paper.thumbnail)]) expect((await site.fetch(path)).status).toBe(200)
  const gone = await site.fetch(`/api/admin/papers/${paper.id}`, {
    method: 'DELETE',
    headers: admin.headers,
  })
  expect(gone.status).toBe(204)
  for (const path of [paper.link, String(paper.thumbnail)]) expect((await site.fetch(path)).status).toBe(404)
})
