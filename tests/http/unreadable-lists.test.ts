import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSite, type Site } from '../support/site.ts'
import { unreadable } from '../support/unreadable.ts'

let site: Site
const logged: string[] = []
beforeAll(async () => {
  site = await openSite({ parts: (app) => unreadable(app, ['papers', 'paperCountsAge'], logged) })
})
afterAll(() => site.end())

test('a list that cannot be read is shown empty with a sentence, and no search engine takes it for the list', async () => {
  for (const [path, status] of [
    ['/practice', 503],
    ['/practice?q=maths', 200],
    ['/resources/cbse/12/', 503],
  ] as const) {
    const answer = await site.fetch(path)
    const html = await answer.text()
    expect(answer.status, path).toBe(status)
    expect(html).toContain('The papers could not be read just now.')
    expect(html).toContain('<meta name="robots" content="noindex, follow"')
  }
  expect(logged).toEqual([
    'Practice could not be read',
    'Practice could not be read',
    'Resources could not be read',
  ])
})
