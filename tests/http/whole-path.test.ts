import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSite, publish, type Site } from '../support/site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.end())

test('a paper goes in and comes out', async () => {
  const admin = await site.signIn()
  const paper = await publish(site, admin, { title: 'அரையாண்டுத் தேர்வு: கணிதம்' })
  const found = await (await site.fetch(`/api/papers?q=${encodeURIComponent('கணிதம்')}`)).json()
  expect(found.papers.map((each: { id: string }) => each.id)).toEqual([paper.id])
  const practice = await (await site.fetch('/practice')).text()
  expect(practice).toContain('12 CBSE')
  expect(practice).toContain(paper.title)
  const file = await site.fetch(paper.link)
  expect(file.headers.get('content-type')).toBe('application/pdf')
  expect((await file.arrayBuffer()).byteLength).toBe(paper.size)
  const counted = await site.fetch(`/api/papers/${paper.id}/views`, { method: 'POST' })
  expect(await counted.json()).toEqual({ views: 1 })
})
