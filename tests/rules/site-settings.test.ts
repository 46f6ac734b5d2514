import { expect, test } from 'vitest'
import { areSetByHand, deriveColours, MADE_COLOURS } from '#domain/centre/derive-colours.ts'
import { cropPixels, firstCrop, zoomsOf } from '#domain/centre/pictures/crop.ts'
import { PICTURE_USES } from '#domain/centre/pictures/site-picture.ts'
import { site } from '#site'
import { followed, identified, movedPart, withoutPart } from '#web/routes/admin/site/field-rules.ts'
import { joinDrafts, type SiteDraft } from '#web/routes/admin/site/site-draft.ts'

const draft = (stamp: string, typed: object, version = 3): SiteDraft => ({
  ...{ version, base: site, note: '', begunAt: '2026-11-23T06:00:00Z', stamp },
  typed: { ...site, ...typed },
})
const seen = draft('seen', { name: 'Kaveri' })

test('what two tabs have typed at once is put together, and of one field this tab’s is kept', () => {
  const mine = draft('mine', { name: 'Kaveri Maths', banner: 'Mine' })
  const theirs = draft('theirs', { name: 'Kaveri', banner: 'Theirs', tagline: 'Their headline' })
  const joined = joinDrafts(mine, seen, theirs)
  expect(joined?.typed).toEqual({ ...site, name: 'Kaveri Maths', banner: 'Mine', tagline: 'Their headline' })
  expect(joinDrafts(draft('mine', { banner: 'Mine' }), null, theirs)?.typed).toMatchObject({
    ...{ name: 'Kaveri', banner: 'Mine', tagline: 'Their headline' },
  })
})

test('a draft that no other tab has kept since, that another has published, or that is of another version, is this tab’s alone', () => {
  const mine = draft('mine', { name: 'Mine' })
  expect(joinDrafts(mine, seen, seen)).toBe(mine)
  expect(joinDrafts(mine, seen, null)).toBe(mine)
  expect(joinDrafts(mine, seen, draft('theirs', { banner: 'Theirs' }, 4))).toBe(mine)
  expect(joinDrafts(null, seen, draft('theirs', {}))).toBeNull()
})

test('a slide that is moved while its picture is sent stays the one that the picture was chosen for', () => {
  const slides = identified([{ title: 'A' }, { title: 'B' }, { title: 'C' }])
  expect(slides.ids).toEqual([1, 2, 3])
  expect(movedPart(slides, 0, 2)).toMatchObject({
    ...{ ids: [2, 3, 1], parts: [{ title: 'B' }, { title: 'C' }, { title: 'A' }] },
  })
  // Two new ones say the same, so that their texts could not tell them apart.
  const blank = identified([{ title: '' }, { title: '' }])
  const moved = movedPart(blank, 1, 0)
  expect(moved.ids).toEqual([2, 1])
  expect(followed(moved, [{ title: '' }, { title: '' }]).ids).toEqual([2, 1])
})

test('what was taken away has its id alone, and a new part never gets one that was given', () => {
  const left = withoutPart(identified(['A', 'B', 'C']), 0)
  expect(left).toMatchObject({ parts: ['B', 'C'], ids: [2, 3] })
  expect(followed(left, ['B', 'C', 'D']).ids).toEqual([2, 3, 4])
  expect(followed(withoutPart(left, 1), ['B', 'D']).ids).toEqual([2, 4])
})

test('parts are followed also where another tab moves, changes, adds and takes them away', () => {
  const list = identified(['A', 'B', 'C'])
  expect(followed(list, ['A', 'Bb', 'C']).ids).toEqual([1, 2, 3])
  expect(followed(list, ['C', 'A', 'B']).ids).toEqual([3, 1, 2])
  expect(followed(list, ['B', 'C']).ids).toEqual([2, 3])
  expect(followed(list, ['New', 'A', 'B', 'C']).ids).toEqual([4, 1, 2, 3])
  expect(followed(list, ['C', 'Aa', 'B']).ids.toSorted()).toEqual([2, 3, 4])
  expect(followed(list, []).ids).toEqual([])
})

test('colours that follow from one or two chosen ones are not set by hand', () => {
  const chosen = [...MADE_COLOURS, { main: '#b3d4ff', mark: '#333333' }, { main: '#101010', mark: '#fff0c0' }]
  for (const colours of chosen) expect(areSetByHand(deriveColours(colours)), colours.main).toBe(false)
  expect(areSetByHand({ light: {}, dark: {} })).toBe(false)
  const green = deriveColours({ main: '#0b5d3b', mark: '#c8e86b' })
  expect(areSetByHand({ ...green, dark: { ...green.dark, pen: '#ffffff' } })).toBe(true)
  expect(areSetByHand({ ...green, light: { ...green.light, ticked: '#000000' } })).toBe(true)
})

const SIZES = [
  { width: 4000, height: 3000 },
  { width: 3000, height: 4000 },
  { width: 1201, height: 800 },
  { width: 17, height: 1999 },
  { width: 16, height: 16 },
]
const SHAPES = Object.entries(PICTURE_USES)

test('the first crop is the middle, as large as the picture; a logo’s is all of it with room next to', () => {
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
