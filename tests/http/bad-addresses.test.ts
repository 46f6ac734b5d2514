import { afterAll, beforeAll, expect, test } from 'vitest'
import { rawRequest } from '../support/raw-http.ts'
import { openSite, publish, type Site } from '../support/site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
  await publish(site, await site.signIn())
})
afterAll(() => site.end())

/** What anybody may write behind a parameter's name, as it is in the address. */
const ODD = {
  nothing: '',
  spaces: '%20%20',
  'a zero byte': '%00',
  'control characters': 'a%0D%0A%07b',
  'half a surrogate pair': '%ED%A0%80',
  'broken UTF-8': '%FF%FE',
  'a broken escape': '%E0%A4%A',
  'a lone percent sign': '%',
  'a member of every object': '__proto__',
  'another of them': 'constructor',
  'a negative number': '-1',
  'a number with an exponent': '1e3',
  'a fraction': '1.5',
  'a hexadecimal number': '0x10',
  infinity: 'Infinity',
  'a number past all others': '9'.repeat(400),
  'Tamil digits': encodeURIComponent('௧௨'),
  'Arabic digits': encodeURIComponent('٢٠٢٤'),
  'a very long text': 'x'.repeat(900),
  'many signs': encodeURIComponent('"*^:()-+ OR NOT NEAR/3 {title}'),
  SQL: encodeURIComponent(`' or 1=1; drop table papers; --`),
  markup: encodeURIComponent('</script><script>alert(1)</script>'),
  'a direction override': encodeURIComponent('\u202Ecba'),
  'letters beyond the plane': encodeURIComponent('𝟙𝟚😀'.repeat(20)),
}
/** Those of which something is left when spaces and what cannot be shown are taken off. */
const ODD_VALUES = new Set(Object.values(ODD).filter((value) => value.replaceAll('%20', '') !== ''))
const isOfPath = (path: string, name: string) =>
  path.startsWith('/resources') && ['type', 'grade'].includes(name)
const NAMES = ['page', 'q', 'subject', 'type', 'grade', 'year', 'month']

for (const [at, path] of ['/practice', '/resources/cbse/12/', '/search'].entries()) {
  for (const [nth, [what, value]] of Object.entries(ODD).entries()) {
    test(`${path} with ${what} for a parameter is a list, the nearest page, or a 404 in words`, async () => {
      // Practice with each of them; the others read addresses by the same code: with two each, in turn.
      const names = at === 0 ? NAMES : NAMES.filter((_, place) => (place + nth + at) % 4 === 0)
      for (const name of names) {
        const isAsked = name === 'page' ? value !== '' : ODD_VALUES.has(value)
        const isFilter = !['page', 'q'].includes(name) && !isOfPath(path, name)
        const expected = !isAsked || name === 'q' ? 200 : name === 'page' ? 302 : isFilter ? 404 : 200
        for (const query of [`${name}=${value}`, `${name}=${value}&${name}=${value}`])
          await expectList(path, query, expected)
      }
      // No parameters that a list has. As many in one address as it may hold: each page takes its time to make.
      for (const others of value.length > 250 ? NAMES.map((name) => [name]) : [NAMES])
        await expectList(path, others.map((name) => `${name}[]=${value}`).join('&'), 200)
      await expectList(path, value, 200)
    })
  }
}

async function expectList(path: string, query: string, status: number) {
  const answer = await site.fetch(`${path}?${query}`)
  const html = await answer.text()
  expect([query, answer.status]).toEqual([query, status])
  if (status === 302) {
    const to = new URL(answer.headers.get('location') ?? '', site.origin)
    expect([query, to.pathname, to.searchParams.has('page')]).toEqual([query, path, false])
    return
  }
  expect(html).toContain(status === 404 ? 'There is no ' : '</h1>')
  expect(html).not.toContain('\0')
  expect(html).not.toContain('<script>alert')
}

test('no part of a path makes the site stumble', async () => {
  for (const value of Object.values(ODD)) {
    for (const path of [
      `/resources/${value}/12`,
      `/resources/cbse/${value}/`,
      `/papers/${value}/x`,
      `/files/x/${value}`,
    ]) {
      const answer = await site.fetch(path, { headers: { Accept: 'text/html' } })
      expect([path, answer.status < 500]).toEqual([path, true])
      await answer.body?.cancel()
    }
  }
})

test.each([
  ['/Practice', '/practice'],
  ['/practice/', '/practice'],
  ['/PRACTICE//?q=a%20b&q=c&x=%zz', '/practice?q=a%20b&q=c&x=%zz'],
  ['/About/', '/about'],
  ['/Why-Us', '/why-us'],
  ['/search/?q=vectors&utm_source=x', '/search?q=vectors&utm_source=x'],
  ['/Login/', '/login'],
  ['/Admin/Upload/', '/admin/upload'],
  ['/resources/CBSE/12', '/resources/cbse/12/'],
  [
    '/Resources/JEE/Previous-Years/?subject=Physics&x=1',
    '/resources/jee/previous-years/?subject=Physics&x=1',
  ],
  ['/resources/cbse/ALL', '/resources/cbse/all/'],
  ['/practice?subject=mathematics', '/practice?subject=Mathematics'],
  ['/search?subject=COMPUTER-science&q=loops&x=1', '/search?subject=Computer+Science&q=loops&x=1'],
  [
    '/resources/cbse/12/?month=march&subject=maths&page=1',
    '/resources/cbse/12/?month=March&subject=maths&page=1',
  ],
])('%s is sent on to %s for good', async (asked, path) => {
  for (const method of ['GET', 'HEAD']) {
    const answer = await site.fetch(asked, { method })
    const to = answer.headers.get('location') ?? ''
    expect([answer.status, to.replace(site.origin, '')]).toEqual([301, path])
  }
  expect((await site.fetch(path)).status).not.toBe(301)
})

test.each([
  '/',
  '/practice',
  '/resources/cbse/12/',
  '/PAPERS/x',
  '/nowhere/',
  '/resources/Xyz/12',
  '/practice.data',
])('%s is not sent on', async (path) => {
  expect([200, 404]).toContain((await site.fetch(path)).status)
})

test.each([
  ['/practice', '99', ''],
  ['/practice', '1.5', ''],
  ['/resources/cbse/12/', '2', ''],
  ['/resources/cbse/12/', 'two', ''],
  ['/search', '0', 'q=matrices'],
  ['/search', '-4', 'q=matrices'],
  ['/practice', '9'.repeat(400), 'q=matrices&subject=Mathematics&utm_source=x'],
  ['/practice', '01', 'q=matrices'],
])(
  '%s with the page “%s” leads to the nearest page there is, with all else that was asked',
  async (path, page, rest) => {
    const answer = await site.fetch(`${path}?${[rest, `page=${page}`].filter(Boolean).join('&')}`)
    expect([answer.status, answer.headers.get('location')]).toEqual([302, rest ? `${path}?${rest}` : path])
  },
)

test('a page beyond the last leads to the last', async () => {
  const admin = await site.signIn()
  for (let at = 0; at < 12; at += 1)
    await publish(site, admin, { degree: 'neet', subject: 'Biology', title: `Cells ${at}` })
  await publish(site, admin, { degree: 'neet', subject: 'Biology', title: 'Cells 12' })
  const answer = await site.fetch('/resources/neet/all/?page=7&subject=Biology')
  expect([answer.status, answer.headers.get('location')]).toEqual([
    302,
    '/resources/neet/all/?subject=Biology&page=2',
  ])
  expect((await site.fetch('/resources/neet/all/?subject=Biology&page=2')).status).toBe(200)
})

test.each(['/practice', '/resources/cbse/12/', '/search'])(
  '%s with an unknown subject has that for its heading and title, and offers those that have papers',
  async (path) => {
    for (const subject of ['astrology', 'Maths 2']) {
      const answer = await site.fetch(`${path}?subject=${encodeURIComponent(subject)}&year=2024`)
      const html = await answer.text()
      expect(answer.status).toBe(404)
      expect(html).toContain(`<h1>There is no subject “${subject}”.</h1>`)
      expect(html).toContain(`<title>There is no subject “${subject}”.`)
      expect(html).toContain(`href="${path}?year=2024&amp;subject=Mathematics"`)
      expect(html).not.toMatch(/href="[^"]*subject=Physics/)
      expect(html).toContain('noindex')
    }
  },
)

test.each(['/%E0%A4%A', '/resources/%zz/12', '/papers/%', '/api%/x', '/files/%ff/%'])(
  '%s, which cannot be read, shows the error page of the site; a program gets a problem document',
  async (path) => {
    const answer = await rawRequest(site.origin, path, { headers: { Accept: 'text/html' } })
    expect([400, 404]).toContain(answer.status)
    expect(answer.body).toContain('Unexpected Application Error!</h1>')
    expect(answer.body).toContain(`<span class="score">${answer.status}</span>`)
    expect(answer.body).toContain('/assets/')
    const program = await rawRequest(site.origin, path)
    expect([program.status, JSON.parse(program.body).code]).toEqual([400, 'bad-address'])
    const sent = await rawRequest(site.origin, path, { method: 'POST', headers: { Accept: 'text/html' } })
    expect([sent.status, sent.body]).toEqual([400, expect.stringContaining('cannot be read')])
  },
)
