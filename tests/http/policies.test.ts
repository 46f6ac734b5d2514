import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SHOWN_LANGUAGES } from '#domain/language/languages.ts'
import { messagesOf } from '#domain/language/messages.ts'
import { site as centre } from '#site'
import { openSite, type Site } from '../support/site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.end())

const read = async (path: string) => await (await site.fetch(path)).text()
const textOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

test('privacy, terms and accessibility are pages in three languages, with the centre’s name and address in place of braces', async () => {
  for (const language of SHOWN_LANGUAGES) {
    const m = messagesOf(language)
    const prefix = language === 'en' ? '' : `/${language}`
    const home = await read(prefix || '/')
    for (const [path, heading] of [
      ['/privacy', m.policy_privacy_device()],
      ['/terms', m.policy_terms_rights()],
      ['/accessibility', m.policy_access_limits()],
    ]) {
      expect(home, `${language} footer`).toContain(`href="${prefix}${path}"`)
      const answer = await site.fetch(`${prefix}${path}`)
      expect(answer.status, path).toBe(200)
      const html = await answer.text()
      expect(textOf(html), path).toContain(heading)
      expect(textOf(html), path).toContain(centre.contacts.email)
      expect(html, path).not.toMatch(/\{(?:name|email|phone)\}|\*\*|\]\(\//)
      expect(html, path).not.toContain('noindex')
    }
  }
  const listed = await read('/sitemap.xml')
  for (const path of ['/privacy', '/terms', '/accessibility']) expect(listed).toContain(`${path}</loc>`)
})

test('a centre’s own words replace a policy’s, in its own languages, with marks and no markup', async () => {
  const { headers } = await site.signIn()
  const saved = await (await site.fetch('/api/admin/site', { headers })).json()
  const privacy = [
    {
      heading: 'Whom you write to',
      text: 'Ask **Meena** at {email}, or see [the plans](/pricing). <b>No</b>',
      translations: { ta: { heading: 'யாருக்கு எழுதலாம்', text: 'மீனாவிடம் கேளுங்கள்' } },
    },
  ]
  const put = await site.fetch('/api/admin/site', {
    method: 'PUT',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ basedOn: saved.version, centre: { ...saved.centre, privacy } }),
  })
  expect(put.status).toBe(200)
  const english = await read('/privacy')
  expect(english).toContain('<b>Meena</b>')
  expect(english).toContain('href="/pricing"')
  expect(english).toContain('&lt;b&gt;No&lt;/b&gt;')
  expect(english).not.toContain(messagesOf('en').policy_privacy_counted())
  expect(await read('/ta/privacy')).toContain('யாருக்கு எழுதலாம்')
  // Hindi has none: the first words are, and say in which language they are.
  expect(await read('/hi/privacy')).toMatch(/lang="en[^"]*"[^>]*><h2>Whom you write to/)
  expect(textOf(await read('/terms'))).toContain(messagesOf('en').policy_terms_plans())
})

test('security.txt names the centre’s address, its own address and a day within a year', async () => {
  const answer = await site.fetch('/.well-known/security.txt')
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const text = await answer.text()
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1] ?? ''
  expect(field('Contact')).toBe(`mailto:${centre.contacts.email}`)
  expect(field('Canonical')).toBe(`${site.origin}/.well-known/security.txt`)
  const left = Date.parse(field('Expires')) - site.app.clock.now().getTime()
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThan(365 * 24 * 60 * 60 * 1000)
})

test('every package that ships is named with its licence, and the words of the licences are one text', async () => {
  const page = textOf(await read('/licenses'))
  const { dependencies } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
  ) as { dependencies: Record<string, string> }
  const notices = await read('/licenses.txt')
  for (const [name, version] of Object.entries(dependencies)) {
    expect(page, name).toContain(`${name} ${version}`)
    expect(notices, name).toMatch(new RegExp(`^${name.replaceAll('/', '\\/')} ${version} \\(`, 'm'))
  }
  expect(page).toContain('SIL Open Font License')
  expect(notices).toContain('SIL OPEN FONT LICENSE')
  expect(notices).toContain('Apache License')
  expect(notices).toMatch(/Permission is hereby granted, free of charge/)
})
