import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Centre } from '#domain/centre/centre.ts'
import { site as file } from '#site'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'

const [first, ...others] = file.slideshow.slides
const IN_TAMIL = 'அரையாண்டு வினாத்தாள்கள் <script>alert(1)</script>'
/** Written in English, with some of it in Tamil as well. */
const CENTRE: Centre = {
  ...file,
  name: 'Kaveri Maths',
  place: 'In Tiruchirappalli',
  slideshow: {
    ...file.slideshow,
    slides: [
      {
        ...(first as (typeof others)[0]),
        title: 'Our own slide',
        translations: { ta: { title: 'எங்கள் படம்' } },
      },
      ...others,
    ],
  },
  announcements: [
    {
      text: 'Half-yearly papers are here',
      translations: { ta: { text: IN_TAMIL } },
      ...{ link: '/practice', from: '2020-01-01', until: '2099-12-31' },
    },
  ],
  translations: { ta: { name: 'காவேரி கணிதம்', description: 'காவிரிக் கரையில் கணிதம்' } },
}

let site: Site
let admin: SignedIn
let paperId = ''
beforeAll(async () => {
  site = await openSite()
  admin = await site.signIn()
  paperId = (await publish(site, admin, { title: 'Sets' })).id
})
afterAll(() => site.end())

const textOf = async (path: string) => await (await site.fetch(path)).text()
const bytesOf = async (path: string) =>
  Buffer.from(await (await site.fetch(path)).arrayBuffer()).toString('base64')
const send = async (method: string, path: string, body: unknown) => {
  const headers = { ...admin.headers, 'Content-Type': 'application/json' }
  return await site.fetch(`/api/admin/site${path}`, { method, headers, body: JSON.stringify(body) })
}

test('what is published in Tamil stands on Tamil pages, and the first where there is none', async () => {
  const before = await bytesOf('/ta/share.png')
  const answer = await send('PUT', '', { basedOn: 0, centre: CENTRE })
  expect(answer.status).toBe(200)
  const [en, ta, hi] = await Promise.all(['/', '/ta', '/hi'].map(textOf))
  expect(ta).toMatch(/<span class="swept">அரையாண்டு வினாத்தாள்கள் &lt;script&gt;alert\(1\)&lt;\/script&gt;<\/span>/)
  expect(ta).toContain('<h2>எங்கள் படம்</h2>')
  expect(ta).toContain('· காவேரி கணிதம்</title>')
  expect(ta).not.toContain('Our own slide')
  expect(en).toMatch(/<span class="swept">Half-yearly papers are here<\/span>/)
  expect(en).toContain('<h2>Our own slide</h2>')
  expect(hi).toMatch(/<span class="swept" lang="en-IN">Half-yearly papers are here<\/span>/)
  expect(hi).toContain('<h2 lang="en-IN">Our own slide</h2>')
  for (const [language, page] of Object.entries({ en, hi })) {
    expect(page, language).not.toContain('எங்கள் படம்')
    expect(page, language).toContain('· Kaveri Maths</title>')
  }
  // One that was closed in one language is closed in all.
  const idsOf = [en, ta, hi].map((page) => /data-notice="([^"]*)"/.exec(page ?? '')?.[1])
  expect(new Set(idsOf).size).toBe(1)
  for (const path of ['/ta', '/ta/practice', '/ta/_.data']) expect(await textOf(path)).toContain('அரையாண்டு')
  for (const page of [en, ta, hi]) {
    const [, digest] = /data-content="([\w-]{22})"/.exec(page ?? '') ?? []
    expect(await textOf(`/content/${digest}.json?language=ta`)).not.toContain('"translations"')
  }

  expect(await textOf('/ta/feed.xml')).toContain('<subtitle>காவிரிக் கரையில் கணிதம்</subtitle>')
  expect(await textOf('/feed.xml')).toContain(`<subtitle>${file.description}</subtitle>`)
  const manifest = await (await site.fetch('/ta/manifest.webmanifest')).json()
  expect([manifest.name, manifest.description]).toEqual([
    'காவேரி கணிதம்: In Tiruchirappalli',
    'காவிரிக் கரையில் கணிதம்',
  ])
  const pictures = await Promise.all(
    ['', '/ta', '/hi'].flatMap((language) =>
      ['/share.png', `/papers/${paperId}/share.png`].map((path) => bytesOf(language + path)),
    ),
  )
  expect(new Set([before, ...pictures]).size).toBe(7)
  expect(ta).toContain(`content="${site.origin}/ta/share.png?v=1"`)
})

test('a preview is drawn in its language, and a wrong text is named with it', async () => {
  const typed = { ...CENTRE, translations: { ta: { place: 'திருச்சிராப்பள்ளியில்' } } }
  const { html } = await (
    await send('POST', '/preview', { path: '/about', language: 'ta', centre: typed })
  ).json()
  expect(html).toContain('<html lang="ta"')
  expect(html).toContain('திருச்சிராப்பள்ளியில்')
  expect((await send('POST', '/preview', { path: '/', language: 'fr', centre: typed })).status).toBe(422)
  const wrong = { ...CENTRE, translations: { ta: { banner: 'அ'.repeat(121) }, hi: { name: '' } } }
  const refused = await send('PUT', '', { basedOn: 1, centre: wrong })
  const { detail, fields } = await refused.json()
  expect([refused.status, detail]).toEqual([422, 'Line above the footer in Tamil has more than 120 letters.'])
  expect(Object.keys(fields)).toEqual(['translations.ta.banner', 'translations.hi.name'])
})
