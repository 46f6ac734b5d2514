import { expect, test } from 'vitest'
import { cropPixels, firstCrop, zoomsOf } from '#domain/centre/pictures/crop.ts'
import { PICTURE_USES } from '#domain/centre/pictures/site-picture.ts'

const SIZES = [
  { width: 4000, height: 3000 },
  { width: 3000, height: 4000 },
  { width: 1201, height: 800 },
  { width: 17, height: 1999 },
  { width: 16, height: 16 },
]
const SHAPES = Object.entries(PICTURE_USES)

test('the first crop is the middle, as large as the picture; a logo’s is all of it with room beside', () => {
  expect(firstCrop({ width: 1200, height: 900 }, PICTURE_USES.slide)).toEqual({
    ...{ x: 0, y: 5.56, width: 100, height: 88.89 },
  })
  expect(firstCrop({ width: 400, height: 100 }, PICTURE_USES.portrait)).toEqual({
    ...{ x: 37.5, y: 0, width: 25, height: 100 },
  })
  expect(firstCrop({ width: 400, height: 100 }, PICTURE_USES.logo)).toEqual({
    ...{ x: 0, y: -150, width: 100, height: 400 },
  })
})

test('whatever is asked for, a crop is whole pixels in its aspect within the picture', () => {
  const asked = [
    { x: 0, y: 0, width: 100, height: 100 },
    { x: -40, y: 900, width: 300, height: 1 },
    { x: 99.99, y: 99.99, width: 0.1, height: 0.1 },
    { x: 33.33, y: 12.34, width: 21.5, height: 90 },
  ]
  for (const [use, shape] of SHAPES)
    for (const size of SIZES)
      for (const crop of [...asked, firstCrop(size, shape)]) {
        const { left, top, width, height } = cropPixels(crop, size, shape)
        const said = `${use} ${JSON.stringify({ size, crop })}`
        for (const value of [left, top, width, height]) expect(Number.isInteger(value), said).toBe(true)
        expect(Math.min(width, height), said).toBeGreaterThan(0)
        expect(Math.abs(width - height * shape.aspect), said).toBeLessThanOrEqual(1 + shape.aspect)
        if (shape.mayOverlap) continue
        expect(Math.min(left, top), said).toBeGreaterThanOrEqual(0)
        expect(left + width, said).toBeLessThanOrEqual(size.width)
        expect(top + height, said).toBeLessThanOrEqual(size.height)
      }
})

test('one zooms out to all of a logo and no farther, and in while there are pixels to show', () => {
  expect(zoomsOf({ width: 400, height: 100 }, PICTURE_USES.logo, 48)).toEqual({ least: 0.25, most: 100 / 48 })
  expect(zoomsOf({ width: 4000, height: 3000 }, PICTURE_USES.slide, 360)).toEqual({ least: 1, most: 5 })
  expect(zoomsOf({ width: 30, height: 20 }, PICTURE_USES.slide, 360)).toEqual({ least: 1, most: 1 })
})
