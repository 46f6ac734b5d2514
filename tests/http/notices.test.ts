import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Centre } from '#domain/centre/centre.ts'
import { publishCentre } from '#domain/centre/versions/publish-centre.server.ts'
import { site as file } from '#site'
import { openSite, publish, type Site } from '../support/site.ts'

let site: Site
let now = new Date('2026-12-04T18:29:00Z')
const clock = { now: () => now, monotonic: () => performance.now() }
beforeAll(async () => {
  site = await openSite({ parts: () => ({ clock }) })
  const admin = await site.signIn()
  for (const degree of ['9th-cbse', '10th-state', '12th-cbse'])
    await publish(site, admin, { degree, title: `A paper of ${degree}` })
})
afterAll(() => site.end())

const textOf = async (path: string) => await (await site.fetch(path)).text()
const PAGES = ['/', '/practice', '/_.data', '/practice.data']

let version = 0
async function announce(said: Partial<Centre>) {
  const outcome = await publishCentre(site.app, { ...file, ...said }, null, { basedOn: version })
  if ('conflict' in outcome) throw new Error('Somebody else published.')
  version = outcome.published.version
}

test('an announcement begins and ends at India’s midnight on the pages that are kept, and stands nowhere else', async () => {
  await announce({
    announcements: [
      {
        text: 'Half-yearly <b>&</b> அரையாண்டு 🎉',
        link: '/resources/cbse/10',
        from: '2026-12-05',
        until: '2026-12-06',
      },
    ],
  })
  const shown = async () => (await Promise.all(PAGES.map(textOf))).map((text) => text.includes('Half-yearly'))
  const none = PAGES.map(() => false)
  expect(await shown()).toEqual(none)
  now = new Date('2026-12-04T18:30:00Z')
  expect(await shown()).toEqual(PAGES.map(() => true))
  const home = await textOf('/')
  expect(home).toContain('Half-yearly &lt;b&gt;&amp;&lt;/b&gt; அரையாண்டு 🎉</span>')
  expect(home).toMatch(/<a [^>]*href="\/resources\/cbse\/10"/)
  for (const path of ['/pricing', '/contact', '/search', '/resources/cbse/12'])
    expect((await textOf(path)).includes('Half-yearly'), path).toBe(false)
  const [, digest] = /data-content="([\w-]{22})"/.exec(home) ?? []
  expect(await textOf(`/content/${digest}.json`)).not.toContain('Half-yearly')
  now = new Date('2026-12-06T18:29:59Z')
  expect(await shown()).toEqual(PAGES.map(() => true))
  now = new Date('2026-12-06T18:30:00Z')
  expect(await shown()).toEqual(none)
})

test('a page with an announcement allows the script that hides it where it was closed', async () => {
  now = new Date('2026-12-05T06:00:00Z')
  const answer = await site.fetch('/')
  const [, script = ''] = /<script>(try\{[^<]*)<\/script>/.exec(await answer.text()) ?? []
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script)))
  expect(answer.headers.get('content-security-policy')).toContain(`'sha256-${digest.toBase64()}'`)
})

test('the nearest exam is told of in days and puts its classes first, until a class is chosen or it is over', async () => {
  const headings = async (path: string) =>
    [...(await textOf(path)).matchAll(/<h2 id="class-\d+">([^<]+)</g)].map(([, heading]) => heading)
  const usual = await headings('/practice')
  expect(usual).toEqual(['12 CBSE', '10 STATE', '9 CBSE'])
  await announce({
    exams: [
      { name: 'Class 10 tests', classes: ['10th-state'], from: '2027-01-20', until: '2027-01-25' },
      { name: 'CBSE Class 9 annual exams', classes: ['9th-cbse'], from: '2026-12-17', until: '2026-12-20' },
    ],
  })
  expect(await textOf('/')).toMatch(/CBSE Class 9 annual exams<\/b> (<!-- -->)?begin in 12 days/)
  expect(await headings('/practice')).toEqual(['9 CBSE', '10 STATE', '12 CBSE'])
  expect(await headings('/practice?type=cbse')).toEqual(['9 CBSE', '12 CBSE'])
  expect(await headings('/practice?grade=9')).toEqual(['9 CBSE'])
  now = new Date('2026-12-16T18:29:59Z')
  expect(await textOf('/practice')).toMatch(/annual exams<\/b> (<!-- -->)?begin tomorrow/)
  now = new Date('2026-12-16T18:30:00Z')
  expect(await textOf('/practice')).toMatch(/annual exams<\/b> (<!-- -->)?begin today/)
  now = new Date('2026-12-20T18:30:00Z')
  expect(await textOf('/practice')).not.toContain('annual exams')
  expect(await headings('/practice')).toEqual(['10 STATE', '12 CBSE', '9 CBSE'])
})
