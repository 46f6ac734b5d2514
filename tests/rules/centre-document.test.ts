import { expect, test } from 'vitest'
import { publicPart } from '#domain/centre/centre.ts'
import { checkCentre } from '#domain/centre/check-centre.ts'
import { deriveColours, MADE_COLOURS } from '#domain/centre/derive-colours.ts'
import { fieldName } from '#domain/centre/field-names.ts'
import { findPaleColours } from '#domain/centre/palette.ts'
import { readDocument } from '#domain/centre/versions/document.ts'
import { changedFields, mergeDocuments } from '#domain/centre/versions/document-fields.ts'
import { site } from '#site'

const stored = (document: unknown, schemaVersion = 1) => ({
  schemaVersion,
  document: typeof document === 'string' ? document : JSON.stringify(document),
})

test('an older document is taken through every step that is newer than it', () => {
  const steps = [
    (old: Record<string, unknown>) => ({ ...old, banner: `${old.banner}, one` }),
    (old: Record<string, unknown>) => ({ ...old, banner: `${old.banner}, two` }),
  ]
  const banners = [1, 2, 3].map((version) => {
    const read = readDocument(stored({ ...site, banner: 'Was' }, version), steps)
    return 'centre' in read ? read.centre.banner : read.damaged
  })
  expect(banners).toEqual(['Was, one, two', 'Was, two', 'Was'])
})

test.each([
  ['{"name": ', /JSON/],
  ['null', /.+/],
  [{ ...site, position: { latitude: 130, longitude: 0 } }, /^position.latitude must be from -90 to 90$/],
  [{ ...site, colours: { light: { pen: '#eeeeee' }, dark: {} } }, /^colours.light.pen has a contrast of 1.1/],
  [{ ...site, claims: undefined }, /^claims is missing$/],
])('a damaged document says what is wrong: %j', (document, fault) => {
  const read = readDocument(stored(document))
  expect('damaged' in read && read.damaged).toMatch(fault)
})

test('fields have names that people read', () => {
  expect(
    ['contacts.phone', 'slideshow.slides[1].title', 'phrases[0]', 'plans.ann.papers', 'colours.dark.pen'].map(
      fieldName,
    ),
  ).toEqual([
    'Phone',
    'Slide 2, heading',
    'Ends of the headline 1',
    'Annual: how many papers',
    'Dark: links and buttons',
  ])
})

test('whatever colours are chosen, writing in them and on them can be read by day and by night', () => {
  const grid = ['00', '55', 'aa', 'ff']
  const every = grid.flatMap((red) => grid.flatMap((green) => grid.map((blue) => `#${red}${green}${blue}`)))
  for (const [at, main] of every.entries())
    expect(findPaleColours({ colours: deriveColours({ main, mark: every.at(-at) ?? main }) }), main).toEqual(
      [],
    )
})

test('made colours are as they are by day, and the house’s own are written down by none', () => {
  for (const { name, main, mark } of MADE_COLOURS.slice(1))
    expect([name, deriveColours({ main, mark }).light]).toEqual([name, { pen: main, mark }])
  const [own] = MADE_COLOURS
  expect(own && deriveColours(own)).toEqual({ light: {}, dark: {} })
})

test('a picture of the centre’s own is one field, whoever changes it, and visitors are not told what it was cropped of', () => {
  const logo = (letter: string, width: number) => ({
    picture: letter.repeat(32),
    ...{ width, height: width },
    from: { source: letter.repeat(32), crop: { x: 0, y: 0, width: 100, height: 100 } },
  })
  const [base, mine, theirs] = [logo('a', 512), logo('b', 300), logo('c', 200)].map((own) => ({
    ...site,
    pictures: { logo: own },
  })) as [typeof site, typeof site, typeof site]
  expect(changedFields(base, mine)).toEqual(['pictures.logo'])
  expect(fieldName('pictures.logo')).toBe('Logo')
  const merged = mergeDocuments(base as never, mine as never, theirs as never)
  expect(merged).toMatchObject({ both: ['pictures.logo'], document: { pictures: mine.pictures } })
  const untouched = mergeDocuments(base as never, base as never, theirs as never)
  expect(untouched).toMatchObject({ theirs: ['pictures.logo'], document: { pictures: theirs.pictures } })
  expect(JSON.stringify(publicPart(mine))).not.toContain('"from"')
  const broken = { ...site, pictures: { logo: { ...logo('a', 1), picture: '../../etc/passwd' } } }
  expect(checkCentre(broken)).toEqual({
    faults: [{ field: 'pictures.logo.picture', message: 'must be the name of a picture of this site' }],
  })
})
