import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSite, publish, type Site } from '../support/site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
  await publish(site, await site.signIn())
})
afterAll(() => site.end())

/** What anybody may write behind a parameter's name, as it stands in the address. */
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
const NAMES = ['page', 'q', 'subject', 'type', 'grade', 'year']

for (const path of ['/practice', '/resources/cbse/12/']) {
  for (const [what, value] of Object.entries(ODD)) {
    test(`${path} with ${what} for a parameter is a list or a 404 in words`, async () => {
      for (const name of NAMES) {
        for (const query of [
          `${name}=${value}`,
          `${name}=${value}&${name}=${value}`,
          `${name}[]=${value}`,
          value,
        ]) {
          const answer = await site.fetch(`${path}?${query}`)
          const html = await answer.text()
          const isPage = name === 'page' && query.startsWith('page=') && value !== ''
          expect([query, answer.status]).toEqual([query, isPage ? 404 : 200])
          expect(html).toContain(isPage ? 'There is no page' : '</h1>')
          expect(html).not.toContain('\0')
          expect(html).not.toContain('<script>alert')
        }
      }
    })
  }
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
