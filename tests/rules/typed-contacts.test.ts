import { expect, test } from 'vitest'
import { mergeDocuments } from '#domain/centre/merge-documents.ts'
import {
  readLink,
  readPhone,
  readPosition,
  readWebAddress,
  readWhatsapp,
} from '#domain/centre/typed-contacts.ts'
import { changedFields } from '#domain/centre/versions/document-fields.ts'
import { site } from '#site'

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

test('what two have changed is put together field by field; of the same field mine stands and is named', () => {
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
