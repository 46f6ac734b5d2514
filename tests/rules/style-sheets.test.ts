import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

test('class names of the admin area win over those of visitors’ pages, whichever of the two sheets comes first', async () => {
  const [admin, theme, app] = await Promise.all(
    ['admin', 'theme', 'app'].map((name) =>
      readFile(new URL(`../../src/web/styles/${name}.css`, import.meta.url), 'utf8'),
    ),
  )
  // Both begin with the order of all layers; one that is not named there comes after them.
  expect(theme).toContain('@layer properties, theme, base, components, utilities;')
  for (const sheet of [admin, app]) expect(sheet?.match(/@import "[^"]+"/)?.[0]).toBe('@import "./theme.css"')
  expect(admin).toContain('@import "tailwindcss/utilities" layer(admin)')
})

test('no letters hold words back: a page is painted without those that are not there', async () => {
  const sheet = await readFile(new URL('../../src/web/styles/fonts.css', import.meta.url), 'utf8')
  const faces = sheet.match(/@font-face \{[^}]*\}/g) ?? []
  const files = faces.filter((face) => face.includes('url('))
  expect(files.length).toBeGreaterThan(4)
  expect(files.filter((face) => !face.includes('font-display: optional;'))).toEqual([])
})
