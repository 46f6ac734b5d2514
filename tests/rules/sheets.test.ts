import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

test('class names of the desk win over those of visitors’ pages, whichever of the two sheets comes first', async () => {
  const [desk, order] = await Promise.all(
    ['styles/desk.css', 'sheets.tsx'].map((path) =>
      readFile(new URL(`../../src/web/${path}`, import.meta.url), 'utf8'),
    ),
  )
  // A layer that is not named in the order of all comes after them.
  expect(desk).toContain('@import "tailwindcss/utilities" layer(desk)')
  expect(order).toContain('@layer properties, theme, base, components, utilities;')
})
