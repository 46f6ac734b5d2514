import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Centre } from '#domain/centre/centre.ts'
import { DEFAULT_TEXTS } from '#domain/centre/texts/default-texts.ts'
import { publishCentre } from '#domain/centre/versions/publish-centre.server.ts'
import { site as file } from '#site'
import { openSite, publish, type SignedIn, type Site } from '../support/site.ts'
import { type SentUpload, sendAndUse } from '../support/uploads.ts'

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

test('a visitor’s page carries a digest of the content, under which its code finds the rest; the desk carries all', async () => {
  const digestOf = async (path: string) => /data-content="([\w-]{22})"/.exec(await textOf(path))?.[1]
  const [home, contact, desk] = await Promise.all(['/', '/contact', '/login'].map(digestOf))
  expect([home, desk]).toEqual([contact, undefined])
  expect((await textOf('/practice')).includes(file.plans.half.description)).toBe(false)
  const present = await site.fetch(`/content/${home}.json`)
  expect(present.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  const { testimonials: _, ...rest } = file
  expect(await present.json()).toEqual(rest)
  const former = await site.fetch(`/content/${'a'.repeat(22)}.json`)
  expect([former.headers.get('cache-control'), await former.json()]).toEqual(['no-store', rest])
})

test('what is published stands at once on every page, in the manifest, the feed, share pictures and structured data', async () => {
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
  expect(await textOf('/admin/manifest.webmanifest')).toContain(`${NAME}: the desk`)
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
  expect(whyUs).toContain('href="tel:+910000000000" data-tap="phone">Ask</a>')
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

test('where SITE_CONTENT names the file, the desk is told why it can neither publish nor send pictures or a file', async () => {
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
