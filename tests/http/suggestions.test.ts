import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Suggestion } from '#domain/search/finding/suggestion.ts'
import { openSite, publish, type Site } from '../support/site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
  const admin = await site.signIn()
  const wave = { degree: '12th-cbse', subject: 'Physics', month: 'March' }
  await publish(site, admin, { ...wave, title: 'Wave optics, board paper', year: '2024' })
  await publish(site, admin, { ...wave, title: 'Ray optics, board paper', year: '2023' })
  await publish(site, admin, { ...wave, title: 'Half-yearly paper', year: '2023', subject: 'Chemistry' })
  for (const year of ['2022', '2021', '2020'])
    await publish(site, admin, { ...wave, title: `Set ${year}`, year })
  const tamil = { title: 'அரையாண்டுத் தேர்வு: கணிதம்', subject: 'Mathematics', year: '2022' }
  await publish(site, admin, { ...tamil, degree: '10th-state', month: 'December' })
  await publish(site, admin, { title: 'Botany test', degree: 'neet', subject: 'Biology', year: '2024' })
})
afterAll(() => site.end())

test('a class and the beginning of a subject lead to its list, its years, its papers and all that is found', async () => {
  expect((await suggestions('cbse 12 phy')).map(({ kind, label, detail }) => [kind, label, detail])).toEqual([
    ['papers', 'CBSE Class 12 Physics', '5 papers'],
    ['papers', 'CBSE Class 12 Physics 2024', '1 paper'],
    ['papers', 'CBSE Class 12 Physics 2023', '1 paper'],
    ['papers', 'CBSE Class 12 Physics 2022', '1 paper'],
    ['paper', 'Wave optics, board paper', '12th CBSE · Physics · March 2024'],
    ['paper', 'Ray optics, board paper', '12th CBSE · Physics · March 2023'],
    ['paper', 'Set 2022', '12th CBSE · Physics · March 2022'],
    ['search', 'Search all papers for “cbse 12 phy”', '5 papers'],
  ])
})

test('errors, short forms, Tamil and what is left over lead somewhere too', async () => {
  const labels = async (typed: string) => (await suggestions(typed)).map(({ label }) => label)
  expect(await labels('kanitham')).toContain('அரையாண்டுத் தேர்வு: கணிதம்')
  expect((await labels('+2 phsyics')).slice(0, 2)).toEqual(['Class 12 Physics', 'Class 12 Physics 2024'])
  expect(await labels('optcs')).toEqual(
    expect.arrayContaining(['Ray optics, board paper', 'Wave optics, board paper']),
  )
  expect(await labels('physics zzzz')).toEqual(['Physics'])
})

test('every suggestion leads to a page that is there, and a list to as many papers as it says', async () => {
  for (const typed of ['p', 'class 12', 'cbse 12 phy', 'neet', 'biology', 'optics', 'கணி', 'maths 10']) {
    const offered = await suggestions(typed)
    expect([typed, offered.length]).not.toEqual([typed, 0])
    expect(offered.length).toBeLessThanOrEqual(8)
    expect(new Set(offered.map(({ path }) => path)).size).toBe(offered.length)
    for (const { kind, path, detail } of offered) {
      const page = await site.fetch(path)
      expect([path, page.status]).toEqual([path, 200])
      const cards = (await page.text()).split('<article').length - 1
      if (kind === 'papers' && path.startsWith('/resources/'))
        expect([path, cards]).toEqual([path, Number.parseInt(detail, 10)])
    }
  }
})

test('nothing is offered where nothing would be found, and none of it is counted as a search', async () => {
  for (const typed of ['', '   ', 'zzzz', '“”', '%_', '*', '"', '\u200f', '🙂', '் ', 'x'.repeat(100)])
    expect([typed, await suggestions(typed)]).toEqual([typed, []])
  const admin = await site.signIn()
  const missed = await site.fetch('/api/admin/activity/searches', { headers: admin.headers })
  expect((await missed.json()).searches).toEqual([])
})

test('what is asked is read strictly, and the answer kept for a minute', async () => {
  for (const query of ['', '?q=a&q=b', '?q=a&page=2', `?q=${'x'.repeat(101)}`])
    expect([query, (await site.fetch(`/api/suggestions${query}`)).status]).toEqual([query, 422])
  const answer = await site.fetch('/api/suggestions?q=physics')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=60')
})

async function suggestions(q: string): Promise<Suggestion[]> {
  const answer = await site.fetch(`/api/suggestions?${new URLSearchParams({ q })}`)
  expect([q, answer.status]).toEqual([q, 200])
  return (await answer.json()).suggestions
}
