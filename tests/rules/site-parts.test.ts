import { expect, test } from 'vitest'
import { areSetByHand, deriveColours, MADE_COLOURS } from '#domain/centre/derive-colours.ts'
import { followed, identified, movedPart, withoutPart } from '#web/routes/admin/site/fields/part-ids.ts'

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
