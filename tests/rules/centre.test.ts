import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { findFaultOf } from '#domain/centre/check-centre.ts'
import { contrast, DARK, LIGHT, type Palette } from '#domain/centre/palette.ts'
import {
  readLink,
  readPhone,
  readPosition,
  readWebAddress,
  readWhatsapp,
} from '#domain/centre/typed-contacts.ts'
import { changedFields, mergeDocuments } from '#domain/centre/versions/document-fields.ts'
import { site } from '#site'
import { ownColours } from '#web/centre/own-colours.tsx'

describe('centre', () => {
  const ROOT = join(import.meta.dirname, '../..')
  const folders: string[] = []
  afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))))

  test("the project's own site.config.ts is in order", () => {
    expect(findFaultOf(site)).toBeNull()
  })

  describe('a wrong field of site.config.ts is named in one sentence', () => {
    const { contacts, slideshow, testimonials, channels } = site
    const wrong: [part: object, sentence: string][] = [
      [{ name: '' }, 'name must not be empty.'],
      [{ claims: { learners: '15000', years: 25 } }, 'claims.learners must be of the type number.'],
      [{ contacts: undefined }, 'contacts is missing.'],
      [{ contacts: { ...contacts, email: 'centre' } }, 'contacts.email must be an email address.'],
      [
        { contacts: { ...contacts, phone: '044 1234' } },
        'contacts.phone must be a number such as +91 44 1234 5678.',
      ],
      [{ position: { latitude: 90.01, longitude: 0 } }, 'position.latitude must be from -90 to 90.'],
      [{ position: { latitude: -90.01, longitude: 0 } }, 'position.latitude must be from -90 to 90.'],
      [{ position: { latitude: 0, longitude: 180.01 } }, 'position.longitude must be from -180 to 180.'],
      [{ position: { latitude: 0, longitude: -181 } }, 'position.longitude must be from -180 to 180.'],
      [
        { channels: { ...channels, x: 'http://x.example' } },
        'channels.x must be an address that begins with https://.',
      ],
      [
        { slideshow: { ...slideshow, opens: 'often' } },
        'slideshow.opens must be "on every load", "once a visit" or "never".',
      ],
      [
        { testimonials: [{ ...testimonials[0], date: 'March 2025' }] },
        'testimonials[0].date must be a year and month such as 2025-03.',
      ],
      [
        { testimonials: [{ ...testimonials[0], consent: 'yes' }] },
        'testimonials[0].consent must be true, false or "sample".',
      ],
      [
        { slideshow: { ...slideshow, slides: [{ ...slideshow.slides[0], link: '//elsewhere.example' }] } },
        'slideshow.slides[0].link must be a path of this site that begins with one /.',
      ],
      [{ credits: 'us' }, 'credits is not a field; look for it in src/domain/centre/centre-schema.ts.'],
      [{ phrases: ['Exam Success', 'Exam Success'] }, 'phrases names a phrase twice.'],
      [
        { colours: { light: {}, dark: { mark: '#1d3a33' } } },
        'colours.dark.mark has a contrast of 1.3 : 1 with the writing on it; it needs 4.5 : 1.',
      ],
      [
        { colours: { light: { pen: '#eeeeee' }, dark: {} } },
        'colours.light.pen has a contrast of 1.1 : 1 with paper; writing needs 4.5 : 1.',
      ],
    ]
    test.each(wrong)('%o', (part, sentence) => {
      expect(findFaultOf({ ...site, ...part })).toBe(`site.config.ts: ${sentence}`)
    })
  })

  test('the bounds of the position are part of it', () => {
    for (const [latitude, longitude] of [
      [90, 180],
      [-90, -180],
    ]) {
      expect(findFaultOf({ ...site, position: { latitude, longitude } })).toBeNull()
    }
  })

  test('a wrong site.config.ts stops the start with that sentence', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'thervu-config-'))
    folders.push(folder)
    await cp(join(ROOT, 'src'), join(folder, 'src'), { recursive: true })
    await cp(join(ROOT, 'package.json'), join(folder, 'package.json'))
    for (const linked of ['node_modules', 'build']) await symlink(join(ROOT, linked), join(folder, linked))
    const config = await readFile(join(ROOT, 'site.config.ts'), 'utf8')
    await writeFile(join(folder, 'site.config.ts'), config.replace(/latitude: [\d.]+/, 'latitude: 130'))
    const started = spawnSync(process.execPath, [join(folder, 'src/server/start.ts')], {
      encoding: 'utf8',
      env: { ...process.env, DATA_DIR: join(folder, 'data'), PORT: '0' },
      timeout: 110_000,
    })
    expect(started.stderr.trim()).toBe('site.config.ts: position.latitude must be from -90 to 90.')
    expect(started.status).toBe(1)
  })

  test('the palettes are those of the style sheet', async () => {
    const sheet = await readFile(join(ROOT, 'src/web/styles/app.css'), 'utf8')
    const [light = '', dark = ''] = [...sheet.matchAll(/:root \{\n([^}]*--paper:[^}]*)\}/g)].map(
      ([, rule]) => rule,
    )
    for (const [rule, palette] of [
      [light, LIGHT],
      [dark, DARK],
    ] as [string, Palette][]) {
      for (const [name, colour] of Object.entries(palette)) {
        const token = name.replace('R', '-r')
        const inherited = rule.includes(`--${token}:`) ? rule : light
        expect(inherited).toContain(`--${token}: ${colour};`)
      }
    }
  })

  test('contrast is that of WCAG', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  })

  test("a centre's own colours become rules for light and dark, and none when it has none", () => {
    expect(ownColours({ light: {}, dark: {} })).toBe('')
    expect(ownColours({ light: { pen: '#0b5d3b' }, dark: { marginRed: '#ff9999' } })).toBe(
      ':root:root{--pen:#0b5d3b}@media (prefers-color-scheme: dark){:root:root{--margin-red:#ff9999}}',
    )
  })
})

test.each([
  ['+91 98400 12345', '+91 98400 12345'],
  ['09840012345', '+91 98400 12345'],
  ['98400-12345', '+91 98400 12345'],
  ['0091 98400 12345', '+91 98400 12345'],
  ['919840012345', '+91 98400 12345'],
  ['+91 (0) 98400 12345', '+91 98400 12345'],
  ['tel:+919840012345', '+91 98400 12345'],
  ['௯௮௪௦௦ ௧௨௩௪௫', '+91 98400 12345'],
  ['(0431) 2770 123', '+91 431 2770 123'],
  ['044 2811 1234', '+91 44 2811 1234'],
  ['+44 20 7946 0958', '+44 20 7946 0958'],
  ['Ph: 98400 12345', '+91 98400 12345'],
  ['98400 12345 / 98400 12346', '98400 12345 / 98400 12346'],
  ['12345', '12345'],
  ['ring us', 'ring us'],
])('a phone written as %s is %s', (typed, phone) => {
  expect(readPhone(typed)).toBe(phone)
})

test('a number for WhatsApp is read from a phone or from its link', () => {
  for (const typed of ['98400 12345', '+91 98400-12345', 'https://wa.me/919840012345?text=a'])
    expect(readWhatsapp(typed)).toBe('919840012345')
})

test.each([
  ['facebook', 'facebook.com/kaveri', 'https://facebook.com/kaveri'],
  ['website', 'http://kaveri.example/a?b', 'https://kaveri.example/a?b'],
  ['instagram', '@kaveri.maths', 'https://www.instagram.com/kaveri.maths'],
  ['whatsapp', '98400 12345', 'https://wa.me/919840012345'],
  ['x', 'https://x.com/kaveri', 'https://x.com/kaveri'],
  ['x', 'javascript:alert(1)', 'javascript:alert(1)'],
  ['telegram', '', ''],
])('%s written as %j is %s', (channel, typed, address) => {
  expect(readWebAddress(typed, channel)).toBe(address)
})

test('a link is a page of this site, or an address that lacks its https://', () => {
  const typed = [
    '/practice',
    ' kaveri.example/half-yearly ',
    'https://kaveri.example',
    '',
    'javascript:alert(1)',
  ]
  expect(typed.map(readLink)).toEqual([
    ...['/practice', 'https://kaveri.example/half-yearly', 'https://kaveri.example', ''],
    'javascript:alert(1)',
  ])
})

const KAVERI = [10.8273, 78.6928]
test.each([
  ['10.8273, 78.6928', KAVERI],
  ['10.8273 N 78.6928 E', KAVERI],
  ['10°49\'38.28"N 78°41\'34.08"E', KAVERI],
  ['10° 49.638′ N, 78° 41.568′ E', KAVERI],
  ['10°49′38.28″N 78°41′34.08″E', KAVERI],
  ['10º49’38.28”N 78º41’34.08”E', KAVERI],
  ['N 10° 49′ 38.28″, E 78° 41′ 34.08″', KAVERI],
  ['33°51\'31"S 151°12\'51"E', [-33.858611, 151.214167]],
  [
    'https://www.google.com/maps/place/X/@10.8,78.6,17z/data=!3m1!4b1!4m6!3m5!8m2!3d10.8273!4d78.6928',
    KAVERI,
  ],
  ['https://maps.google.com/?q=10.8273,78.6928', KAVERI],
  ['https://www.openstreetmap.org/?mlat=10.8273&mlon=78.6928#map=16/10.8/78.6', KAVERI],
  ['https://www.openstreetmap.org/#map=16/10.8273/78.6928', KAVERI],
  ['geo:10.8273,78.6928', KAVERI],
  ['(10.8273, 78.6928)', KAVERI],
  ['10 49 38.28 N, 78 41 34.08 E', KAVERI],
  ['10-49-38.28N 78-41-34.08E', KAVERI],
  ['https://www.google.com/maps/search/10.8273,+78.6928?entry=tts', KAVERI],
  ['https://www.google.com/maps/dir//10.8273,78.6928', KAVERI],
  ["https://www.google.com/maps/place/10%C2%B049'38.28%22N+78%C2%B041'34.08%22E", KAVERI],
  [
    '<iframe src="https://www.google.com/maps/embed?pb=!1m18!1d3918!2d78.6928!3d10.8273!2m3"></iframe>',
    KAVERI,
  ],
  ['https://www.google.com/maps/place/12%+Street', null],
  ['https://maps.app.goo.gl/abc', null],
  ['130, 10', null],
  ['near the bus stand', null],
])('a position given as %s', (typed, position) => {
  const read = readPosition(typed)
  expect(read && [read.latitude, read.longitude]).toEqual(position)
})

test('a slide with a drawing is no picture: each of its texts is a field that can be changed', () => {
  const [first, ...others] = site.slideshow.slides
  const slides = [{ ...first, title: 'Papers by the river' }, ...others] as typeof site.slideshow.slides
  const changed = { ...site, slideshow: { ...site.slideshow, slides } }
  expect(changedFields(site, changed)).toEqual(['slideshow.slides[0].title'])
})

test('what two have changed is put together field by field; of the same field mine wins and is named', () => {
  const base = { name: 'A', contacts: { phone: '1', hours: '2' }, phrases: ['a', 'b'], board: 'TN' }
  const mine = { ...base, name: 'Mine', phrases: ['a'], contacts: { phone: '1', hours: 'mine' } }
  const theirs = { ...base, name: 'Theirs', contacts: { phone: 'theirs', hours: 'mine' }, board: undefined }
  expect(mergeDocuments(base, mine, theirs)).toEqual({
    document: {
      name: 'Mine',
      contacts: { phone: 'theirs', hours: 'mine' },
      phrases: ['a'],
      board: undefined,
    },
    both: ['name'],
    theirs: ['contacts.phone', 'board'],
  })
})
