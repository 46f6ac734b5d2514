import { expect, test } from 'vitest'
import { isSpread } from '#server/adapters/pdf/pages/page-colours.ts'

const [WIDTH, HEIGHT, A3] = [1440, 1018, 1191]

/** White, with black between these columns, in these rows of every hundred. */
function sheet({ from = 0, to = 0, rows = 0, height = HEIGHT, points = A3 }) {
  const rgba = new Uint8Array(WIDTH * height * 4).fill(255)
  for (let y = 0; y < height; y++)
    if (y % 100 < rows) rgba.fill(0, (y * WIDTH + from) * 4, (y * WIDTH + to) * 4)
  return { rgba, width: WIDTH, height, points }
}

test('a sheet as wide as A3 with nothing printed in its middle is two pages, and nothing else is', () => {
  const left = { from: 100, to: 690, rows: 40 }
  expect(isSpread(sheet(left))).toBe(true)
  // A table over the whole sheet.
  expect(isSpread(sheet({ from: 100, to: 1_300, rows: 40 }))).toBe(false)
  // A landscape page of A4, a slide of that width, a page that is upright.
  expect(isSpread(sheet({ ...left, points: 842 }))).toBe(false)
  expect(isSpread(sheet({ ...left, height: 810 }))).toBe(false)
  expect(isSpread(sheet({ ...left, height: 2_036 }))).toBe(false)
  // Some specks of dust.
  expect(isSpread(sheet({ from: 715, to: 725, rows: 1 }))).toBe(true)
})
