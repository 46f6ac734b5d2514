import { expect, test } from 'vitest'
import { newFileKey, randomName } from '#domain/files/file-key.ts'
import { isFileKey } from '#domain/files/file-store.ts'
import { describeStoredFile, disposition, renewedDisposition } from '#domain/files/stored-file.ts'

const NOW = new Date('2026-03-01T09:30:00.123Z')

test.each([
  ['Maths Half-Yearly (2024).pdf', 'maths-half-yearly-2024'],
  ['கேள்வித் தாள்.pdf', 'paper'],
  ['Ünïcode Café.PDF', 'u-ni-code-cafe'],
  ['../../etc/passwd', 'etc-passwd'],
  ['.pdf', 'paper'],
  ['', 'paper'],
  ['---', 'paper'],
  ['a'.repeat(300), 'a'.repeat(80)],
  [`${'a'.repeat(79)} b`, 'a'.repeat(79)],
  ['<script>"\r\n', 'script'],
])('a file called %j gets the key name %s', (name, kept) => {
  const key = newFileKey('12th-cbse', name, 'pdf', NOW)
  expect(key).toMatch(new RegExp(`^12th-cbse/${kept}_20260301T093000123Z-[a-z2-9]{8}\\.pdf$`))
  expect(isFileKey(key)).toBe(true)
})

test('keys of one name in the same millisecond all differ', () => {
  const keys = Array.from({ length: 2000 }, () => newFileKey('jee', 'paper.pdf', 'pdf', NOW))
  expect(new Set(keys).size).toBe(2000)
})

test('random names draw evenly from 32 letters without look-alikes', () => {
  const text = randomName(64_000)
  const counts = new Map<string, number>()
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  expect([...counts.keys()].sort().join('')).toBe('23456789abcdefghijkmnpqrstuvwxyz')
  for (const count of counts.values()) expect(Math.abs(count - 2000)).toBeLessThan(400)
})

test.each([
  ['Maths.pdf', 'inline; filename="Maths.pdf"; filename*=UTF-8\'\'Maths.pdf'],
  ['தேர்வு.pdf', `inline; filename="thervu.pdf"; filename*=UTF-8''${encodeURIComponent('தேர்வு.pdf')}`],
  ['a "b" \\ 50%.pdf', `inline; filename="a b 50.pdf"; filename*=UTF-8''a%20b%2050%25.pdf`],
  ["it's (1)*.pdf", `inline; filename="it's (1).pdf"; filename*=UTF-8''it%27s%20%281%29.pdf`],
  ['😀', `inline; filename="paper"; filename*=UTF-8''${encodeURIComponent('😀')}`],
])('the name %j is sent as %s', (name, header) => {
  expect(disposition(name)).toBe(header)
})

test.each([
  ['TNPSC கணிதம் : வினாத்தாள் ௨௦௨௪.pdf', 'TNPSC kanitham vinaaththaal 2024.pdf'],
  ['தமிழ்.pdf', 'thamizh.pdf'],
  ['பரீட்சை: மார்ச் 2024?.pdf', 'pareetchai maarch 2024.pdf'],
  ['हिन्दी.pdf', 'paper.pdf'],
  ['हिन्दी : .pdf', 'paper.pdf'],
  [':::.pdf', 'paper.pdf'],
  ['', 'paper'],
  ['. . .pdf', 'paper.pdf'],
  ['CON.pdf', 'paper CON.pdf'],
  ['com1.tar.pdf', 'paper com1.tar.pdf'],
  ['lpt9 .pdf', 'paper lpt9.pdf'],
  ['Conic sections.pdf', 'Conic sections.pdf'],
  ['Waves . .pdf', 'Waves.pdf'],
  ['ends in dots...', 'ends in dots'],
  ['.hidden.pdf', 'hidden.pdf'],
])(
  'the name %j is offered as %j where only ASCII is read, twice the same, and storable in UTF-8',
  (name, ascii) => {
    const header = disposition(name)
    const [, plain = '', encoded = ''] =
      /^inline; filename="(.*)"; filename\*=UTF-8''(.*)$/.exec(header) ?? []
    expect(plain).toBe(ascii)
    for (const each of [plain, decodeURIComponent(encoded)]) {
      expect(each).toMatch(/^[^<>:"/\\|?*.\p{Cc}][^<>:"/\\|?*\p{Cc}]*[^<>:"/\\|?*. \p{Cc}]$/u)
      expect(each).not.toMatch(/^(con|prn|aux|nul|(com|lpt)\d)\s*(\.|$)/i)
    }
    expect(renewedDisposition(header)).toBe(header)
  },
)

test('a disposition that was stored with less care is renewed; one that is none of ours is kept', () => {
  const stored = `inline; filename="TNPSC  :  .pdf"; filename*=UTF-8''${encodeURIComponent('TNPSC கணிதம் : தேர்வு.pdf')}`
  for (const each of [stored, stored.replace('inline', 'attachment')])
    expect(renewedDisposition(each)).toBe(disposition('TNPSC கணிதம் தேர்வு.pdf'))
  for (const other of ['inline', "inline; filename*=UTF-8''%zz.pdf", ''])
    expect(renewedDisposition(other)).toBe(other)
})

test.each([
  'a\r\nSet-Cookie: x=y.pdf',
  'a\u0000.pdf',
  'a\u2028.pdf',
  'a;filename=evil.exe',
  '\ud800.pdf',
  'அ'.repeat(200),
])('the name %j cannot break out of its header', (name) => {
  const header = disposition(name)
  expect(header).toMatch(/^inline; filename="[^"\\\r\n%]*"; filename\*=UTF-8''[A-Za-z0-9._~!%-]+$/)
  expect(new Headers({ 'Content-Disposition': header }).get('Content-Disposition')).toBe(header)
})

test('a stored file is described by all that the specification lists', () => {
  const described = describeStoredFile({
    bucket: 'disk',
    fullPath: 'jee/a_1-abcdefgh.pdf',
    size: 10,
    md5Hash: 'md5',
    sha256: 'sha',
    contentType: 'application/pdf',
    downloadName: 'A.pdf',
    storedAt: NOW,
  })
  expect(described).toEqual({
    bucket: 'disk',
    generation: NOW.getTime() * 1000,
    metageneration: 1,
    fullPath: 'jee/a_1-abcdefgh.pdf',
    name: 'a_1-abcdefgh.pdf',
    size: 10,
    timeCreated: '2026-03-01T09:30:00.123Z',
    updated: '2026-03-01T09:30:00.123Z',
    md5Hash: 'md5',
    sha256: 'sha',
    cacheControl: 'public, max-age=31536000, immutable',
    contentDisposition: disposition('A.pdf'),
    contentEncoding: 'identity',
    contentLanguage: '',
    contentType: 'application/pdf',
    customMetadata: {},
  })
  expect(Number.isSafeInteger(described.generation)).toBe(true)
})
