import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { findFaultOf } from '#domain/centre/check-centre.ts'
import { contrast } from '#domain/centre/contrast.ts'
import { DARK, LIGHT, type Palette } from '#domain/centre/palette.ts'
import { site } from '#site'
import { ownColours } from '#web/centre/own-colours.ts'

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
    timeout: 30_000,
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
