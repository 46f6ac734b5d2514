import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Centre } from '#domain/centre/centre.ts'
import { publishCentre } from '#domain/centre/versions/publish-centre.server.ts'
import { site as file } from '#site'
import { openSite, publish, type Site } from '../support/site.ts'

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
beforeAll(async () => {
  site = await openSite()
  await publish(site, await site.signIn())
})
afterAll(() => site.end())

const textOf = async (path: string) => await (await site.fetch(path)).text()

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
