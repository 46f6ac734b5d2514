import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Centre } from '#domain/centre/centre.ts'
import { defaultTexts } from '#domain/centre/texts/default-texts.ts'
import { publishCentre } from '#domain/centre/versions/publish-centre.server.ts'
import { site as file } from '#site'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'
import { type SentUpload, sendAndUse } from '../support/uploads.ts'

const DEFAULT_TEXTS = defaultTexts()

const NAME = 'Kaveri Maths'
const KAVERI: Centre = {
  ...file,
  name: NAME,
  description: 'Maths of classes 9 to 12 on the river.',
  place: 'A maths tuition centre in Tiruchirappalli',
  contacts: {
    ...file.contacts,
    phone: '+91 431 555 0199',
    email: 'ask@kaveri.example',
    locality: 'Tiruchirappalli',
    sample: false,
  },
  position: { latitude: 10.8273, longitude: 78.6928 },
  phrases: ['</script><script>alert(1)</script>'],
  testimonials: [
    { text: 'Shown with consent.', name: 'Meena', date: '2026-02', consent: true },
    { text: 'Never to be shown.', name: 'Anonymous', date: '2026-03', consent: false },
  ],
  colours: { light: { pen: '#0b5d3b' }, dark: {} },
}
const PAGES = ['/', '/about', '/why-us', '/pricing', '/contact', '/practice', '/search', '/login', '/nowhere']

let site: Site
let admin: SignedIn
beforeAll(async () => {
  site = await openSite()
  admin = await site.signIn()
  await publish(site, admin)
})
afterAll(() => site.end())

const textOf = async (path: string) => await (await site.fetch(path)).text()

test('a visitor’s page carries a digest of the content, under which its code finds the rest; the admin area carries all', async () => {
  const digestOf = async (path: string) => /data-content="([\w-]{22})"/.exec(await textOf(path))?.[1]
  const [home, contact, login] = await Promise.all(['/', '/contact', '/login'].map(digestOf))
  expect([home, login]).toEqual([contact, undefined])
  expect((await textOf('/practice')).includes(file.plans.half.description)).toBe(false)
  const present = await site.fetch(`/content/${home}.json`)
  expect(present.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  const { testimonials: _, ...rest } = file
  expect(await present.json()).toEqual(rest)
  const former = await site.fetch(`/content/${'a'.repeat(22)}.json`)
  expect([former.headers.get('cache-control'), await former.json()]).toEqual(['no-store', rest])
})

test('what is published is at once on every page, in the manifest, the feed, share pictures and structured data', async () => {
  const before = await Promise.all([...PAGES, '/share.png'].map(textOf))
  expect(before.every((text) => !text.includes(NAME))).toBe(true)

  await publishCentre(site.app, KAVERI, null, { basedOn: 0 })

  for (const path of PAGES) {
    const text = await textOf(path)
    expect(text, path).toContain(`· ${NAME}</title>`)
    expect(text, path).not.toContain(file.name)
    expect(text, path).toContain(':root:root{--pen:#0b5d3b}')
    expect(text, path).not.toContain('Never to be shown')
    expect(text, path).not.toContain('<script>alert')
  }
  const home = await textOf('/')
  expect(home).toContain('Shown with consent.')
  expect(home).toContain('/share.png?v=1')
  const contact = await textOf('/contact')
  for (const said of [KAVERI.contacts.phone, '"latitude":10.8273', 'mailto:ask@kaveri.example'])
    expect(contact).toContain(said)
  expect(contact).not.toContain('are samples')
  expect(await textOf('/feed.xml')).toContain(`New papers · ${NAME}`)
  expect(await textOf('/manifest.webmanifest')).toContain(`"name":"${NAME}: ${KAVERI.place}"`)
  expect(await textOf('/admin/manifest.webmanifest')).toContain(`${NAME}: Admin`)
  expect(await textOf('/favicon.svg')).toContain('#0b5d3b')
  expect((await textOf('/share.png')) === before.at(-1)).toBe(false)
})

test('the policy of a page in colours of its own allows them', async () => {
  const answer = await site.fetch('/')
  const [, colours = ''] = /<style>(:root:root[^<]*)</.exec(await answer.text()) ?? []
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(colours)))
  expect(answer.headers.get('content-security-policy')).toContain(`'sha256-${digest.toBase64()}'`)
})

type Refusal = { code: string; detail: string; fields: Record<string, string>; current: { version: number } }
const put = async (body: unknown, on: Site = site, by: SignedIn = admin) => {
  const answer = await on.fetch('/api/admin/site', {
    method: 'PUT',
    headers: { ...by.headers, 'Content-Type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as Refusal & { version: number } }
}

test('the API publishes what is whole on top of the present version, and says of everything else what is wrong', async () => {
  const { version } = await (await site.fetch('/api/admin/site', { headers: admin.headers })).json()
  const long = { ...KAVERI, banner: 'நூறு'.repeat(20), description: `${'<b>'.repeat(130)} & "it"` }
  expect(await put({ basedOn: version, centre: long })).toMatchObject({ status: 200, body: { version: 2 } })
  expect(await put({ basedOn: version, centre: KAVERI })).toMatchObject({
    status: 409,
    body: { code: 'changed-meanwhile', current: { version: 2 } },
  })
  const wrong = { ...long, name: 'A'.repeat(200), channels: { ...long.channels, x: 'javascript:alert(1)' } }
  const refused = await put({ basedOn: 2, centre: wrong })
  expect(refused.status).toBe(422)
  expect(refused.body.fields).toEqual({
    name: 'has more than 80 letters',
    'channels.x': 'must be an address that begins with https://',
  })
  expect(refused.body.detail).toBe('Name has more than 80 letters.')
  for (const body of [
    '{',
    '[]',
    '{"basedOn":2}',
    { basedOn: -1, centre: long },
    { basedOn: 2, centre: null },
  ])
    expect([400, 422]).toContain((await put(body)).status)
  expect((await put({ basedOn: 2, centre: { ...long, name: 'a'.repeat(100_000) } })).status).toBe(422)
  expect(await textOf('/')).not.toContain('<b><b>')

  const history = await (await site.fetch('/api/admin/site/versions', { headers: admin.headers })).json()
  expect(
    history.entries.map(({ id, changed }: { id: number; changed: string[] }) => [id, changed.length]),
  ).toEqual([
    [2, 2],
    [1, expect.any(Number)],
  ])
  for (const [id, status] of Object.entries({ 0: 200, 1: 200, 9: 404, x: 404 }))
    expect((await site.fetch(`/api/admin/site/versions/${id}`, { headers: admin.headers })).status).toBe(
      status,
    )
})

test('texts of the pages come with their marks and without HTML, and a testimonial comes and goes at midnight in India', async () => {
  let now = new Date('2027-02-28T18:29:30Z')
  const clocked = await openSite({
    parts: () => ({ clock: { now: () => now, monotonic: () => performance.now() } }),
  })
  const read = async (path: string) => await (await clocked.fetch(path)).text()
  const before = await read('/why-us')
  expect(before).toContain('So here are four reasons')
  const [booklet, answers] = DEFAULT_TEXTS.offer
  const [expertise, quality, convenience] = DEFAULT_TEXTS.reasons
  if (!booklet || !answers || !expertise || !quality || !convenience) throw new Error('too few texts')
  const said = { name: 'Meena', date: '2026-02', consent: true } as const
  await publishCentre(
    clocked.app,
    {
      ...file,
      offer: [
        { ...answers, title: 'Samacheer **kalvi**' },
        { ...booklet, text: 'By **class**, [all](/practice) <i>of them</i>.' },
      ],
      reasons: [
        convenience,
        { ...expertise, name: 'Patience', text: 'We wait.\n- a day\n- a year\n[Ask](tel:{phone})' },
        quality,
      ],
      questions: [
        ...DEFAULT_TEXTS.questions.slice(0, 2),
        { question: 'Where?', answer: '**Here**, [on the map](https://osm.example/?a=1&b=2) or {email}' },
      ],
      testimonials: [{ ...said, text: 'From March on.', from: '2027-03-01', until: '2027-03-01' }],
    },
    null,
    { basedOn: 0 },
  )
  const home = await read('/')
  expect(home).toContain('Samacheer **kalvi**</h3>')
  expect(home).toContain('By <b>class</b>, <a class="offer-link" href="/practice"')
  expect(home).toContain('&lt;i&gt;of them&lt;/i&gt;.')
  expect(home.indexOf('Answer book')).toBeLessThan(home.indexOf('Question booklet'))
  expect(home).not.toContain('Hall ticket')
  expect(home).toContain('3 answers')
  const whyUs = await read('/why-us')
  expect(whyUs).toContain('So here are three reasons')
  expect(whyUs).toContain('<li>a day</li>')
  expect(whyUs).toContain('href="tel:+910000000000" data-cta="phone">Ask</a>')
  expect(whyUs.indexOf('>Convenience<')).toBeLessThan(whyUs.indexOf('>Patience<'))
  expect(whyUs).not.toContain('New books')
  const about = await read('/about')
  expect(about).toContain('<b>Here</b>')
  expect(about).toContain(`"text":"Here, on the map or ${file.contacts.email}"`)
  expect(about).toContain('href="https://osm.example/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer"')

  expect(home).not.toContain('From March on.')
  now = new Date('2027-02-28T18:30:00Z')
  expect(await read('/')).toContain('From March on.')
  now = new Date('2027-03-01T18:29:59Z')
  expect(await read('/')).toContain('From March on.')
  now = new Date('2027-03-01T18:30:00Z')
  expect(await read('/')).not.toContain('From March on.')
  await clocked.end()
})

test('where SITE_CONTENT names the file, the admin area is told why it can neither publish nor send pictures or a file', async () => {
  const locked = await openSite({ env: { SITE_CONTENT: 'file' } })
  const by = await locked.signIn()
  const answer = await (await locked.fetch('/api/admin/site', { headers: by.headers })).json()
  expect(answer.locked).toContain('SITE_CONTENT=file')
  expect(await put({ basedOn: 0, centre: KAVERI }, locked, by)).toMatchObject({
    status: 403,
    body: { code: 'site-locked' },
  })
  const send = async (path: string, body: object) => {
    const headers = { ...by.headers, 'Content-Type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    return await locked.fetch(`/api/admin/site/${path}`, init)
  }
  const upload = { uploadId: 'not-sent-at-all', name: 'logo.png', size: 1 }
  const crop = { use: 'logo', crop: { x: 0, y: 0, width: 100, height: 100 } }
  for (const [path, body] of [
    ['pictures', { ...upload, use: 'logo' }],
    [`pictures/${'0'.repeat(32)}/crops`, crop],
    ['content-files', upload],
  ] as const) {
    const refused = await send(path, body)
    expect([path, refused.status, (await refused.json()).code]).toEqual([path, 403, 'site-locked'])
  }
  // Reading it is no change of it.
  expect((await send('content-file', { centre: file })).status).toBe(200)
  await locked.end()
})

test('JSON that is nested deeper than any content is refused as such, wherever content is taken', async () => {
  const send = async (method: string, path: string, body: string) => {
    const headers = { ...admin.headers, 'Content-Type': 'application/json' }
    return await site.fetch(`/api/admin/site${path}`, { method, headers, body })
  }
  const nested = (depth: number) => [
    `${'['.repeat(depth)}${']'.repeat(depth)}`,
    `${'{"reasons":'.repeat(depth)}1${'}'.repeat(depth)}`,
  ]
  for (const document of [...nested(50), ...nested(30_000)])
    for (const [method, path, more] of [
      ['POST', '/preview', '"path":"/",'],
      ['POST', '/content-file', ''],
      ['PUT', '', '"basedOn":0,'],
    ] as const) {
      const answer = await send(method, path, `{${more}"centre":${document}}`)
      const { code, detail } = await answer.json()
      expect([path, answer.status, code]).toEqual([path, 400, 'bad-request'])
      expect(detail).toBe('The JSON is nested too deep; 32 levels are read.')
    }
  for (const document of nested(30_000)) {
    const use = (upload: SentUpload) => ({ method: 'POST', path: '/site/content-files', json: upload })
    const answer = await sendAndUse(site, admin.headers, Buffer.from(document), { name: 'site.json' }, use)
    expect([answer.status, (await answer.json()).code]).toEqual([422, 'invalid-content'])
  }
  const papers = await site.fetch('/api/admin/papers', {
    method: 'PATCH',
    headers: { ...admin.headers, 'Content-Type': 'application/json' },
    body: nested(3_000)[0],
  })
  expect(papers.status).toBeLessThan(500)
})

describe('notices', () => {
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
    if (!('published' in outcome)) throw new Error('Somebody else published.')
    version = outcome.published.version
  }

  test('an announcement begins and ends at India’s midnight on the pages that are kept, and is nowhere else', async () => {
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
    const shown = async () =>
      (await Promise.all(PAGES.map(textOf))).map((text) => text.includes('Half-yearly'))
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
})

describe('in other languages', () => {
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

  test('what is published in Tamil is on Tamil pages, and the first where there is none', async () => {
    const before = await bytesOf('/ta/share.png')
    const answer = await send('PUT', '', { basedOn: 0, centre: CENTRE })
    expect(answer.status).toBe(200)
    const [en, ta, hi] = await Promise.all(['/', '/ta', '/hi'].map(textOf))
    expect(ta).toMatch(
      /<span class="swept">அரையாண்டு வினாத்தாள்கள் &lt;script&gt;alert\(1\)&lt;\/script&gt;<\/span>/,
    )
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

  test('a preview is rendered in its language, and a wrong text is named with it', async () => {
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
    expect([refused.status, detail]).toEqual([
      422,
      'Line above the footer in Tamil has more than 120 letters.',
    ])
    expect(Object.keys(fields)).toEqual(['translations.ta.banner', 'translations.hi.name'])
  })
})
