import { expect, test } from 'vitest'
import { bundleFileNames, bundleName, packList, unpackList } from '#domain/bundles/bundle.server.ts'
import { bundleLimitExceeded, bundlePath } from '#domain/bundles/picked.ts'
import { messagesOf } from '#domain/language/messages.ts'
import type { Paper } from '#domain/paper/paper.ts'

const PAPER = {
  title: 'Waves',
  type: 'cbse',
  grade: '12',
  subject: 'Physics',
  month: 'March',
  year: 2024,
} satisfies Partial<Paper>

test('a file in a bundle says class, subject, month, year and title', () => {
  const exam = { ...PAPER, type: 'neet' as const, grade: 'previous-years' as const, subject: 'all' as const }
  const tamil = { ...PAPER, type: 'state' as const, grade: '10' as const, title: 'அரையாண்டுத் தேர்வு' }
  expect(bundleFileNames([PAPER, exam, tamil])).toEqual([
    'Class 12 CBSE Physics March 2024 - Waves.pdf',
    'NEET March 2024 - Waves.pdf',
    'Class 10 State Board Physics March 2024 - அரையாண்டுத் தேர்வு.pdf',
  ])
})

test('no two files of a bundle have one name, and none has one that a disk refuses', () => {
  const titles = ['Waves', 'WAVES', 'Waves', ' a/b\\c:*?"<>|\u202e\n d. . ', `${'அரையாண்டு '.repeat(40)}`]
  const names = bundleFileNames(titles.map((title) => ({ ...PAPER, title })))
  expect(names.slice(1, 4)).toEqual([
    'Class 12 CBSE Physics March 2024 - WAVES (2).pdf',
    'Class 12 CBSE Physics March 2024 - Waves (3).pdf',
    'Class 12 CBSE Physics March 2024 - a b c d.pdf',
  ])
  expect(Buffer.byteLength(String(names[4]))).toBeLessThanOrEqual(210)
  expect(names[4]).toMatch(/(அரையாண்டு|அரையாண்|அரையா|அரை|அ)\.pdf$/)
})

test('papers are called together by what they share', () => {
  expect(bundleName([PAPER, PAPER])).toBe('2 papers, Class 12 CBSE Physics')
  expect(bundleName([PAPER, { ...PAPER, subject: 'Tamil' }])).toBe('2 papers, Class 12 CBSE')
  expect(bundleName([PAPER, { ...PAPER, type: 'state', subject: 'Tamil' }])).toBe('2 papers')
})

test('what is too much for one file is told, and the longest address still fits', () => {
  const papers = (count: number, pages: number, size: number) =>
    Array.from({ length: count }, (_, n) => ({ id: `abcdefghij${n}`.slice(-12), pages, size }))
  const MB = 1024 * 1024
  expect(bundleLimitExceeded('pdf', papers(50, 10, MB), messagesOf('en'))).toBeNull()
  expect(bundleLimitExceeded('pdf', papers(50, 11, MB), messagesOf('en'))).toContain('500 pages')
  expect(bundleLimitExceeded('pdf', papers(2, 10, 31 * MB), messagesOf('en'))).toContain('60 MB')
  expect(bundleLimitExceeded('zip', papers(50, 11, 4 * MB), messagesOf('en'))).toBeNull()
  expect(bundleLimitExceeded('zip', papers(50, 11, 5 * MB), messagesOf('en'))).toContain('200 MB')
  expect(bundleLimitExceeded('zip', papers(51, 1, 1), messagesOf('en'))).toContain('50 papers')
  expect(bundlePath('zip', papers(50, 1, 1)).length).toBeLessThan(2048)
})

test('a list keeps its papers in their order', () => {
  for (const serials of [
    [1],
    [3, 1, 2],
    [44, 7, 1_000_000, 8],
    // Steps of 63, 64 and 65: the largest of one byte, the smallest of two, and backwards.
    [1, 64, 128, 193, 129, 65, 2],
    Array.from({ length: 50 }, (_, n) => 50 - n),
  ]) {
    expect(unpackList(packList(serials))).toEqual(serials)
  }
})

test('a list is short, and made of what messengers take as part of a link', () => {
  expect(packList([12, 15, 9]).length).toBeLessThanOrEqual(9)
  expect(packList(Array.from({ length: 50 }, (_, n) => 1 + ((n * 7919) % 100_000))).length).toBeLessThan(240)
  expect(packList([12, 15, 9])).toMatch(/^[A-Za-z0-9_-]+[A-Za-z0-9]$/)
})

test('a link with one letter changed, added or lost holds no list', () => {
  const code = packList([12, 15, 9, 300])
  const letters = 'abcXYZ019-_'
  for (let at = 0; at < code.length; at++) {
    expect(unpackList(code.slice(0, at) + code.slice(at + 1))).toBeNull()
    for (const letter of letters) {
      if (letter === code[at]) continue
      expect(unpackList(code.slice(0, at) + letter + code.slice(at + 1))).toBeNull()
      expect(unpackList(code.slice(0, at) + letter + code.slice(at))).toBeNull()
    }
  }
})

test('what no list was made of is told, whatever it is', () => {
  const made = [[], [0], [-4], [1.5, 2], [7, 7], [2 ** 32], Array.from({ length: 51 }, (_, n) => n + 1)]
  for (const serials of made) expect([serials, unpackList(packList(serials))]).toEqual([serials, null])
  for (const text of ['', 'a', 'aaaaa', 'picked', '../..', '௧௨௩', 'A'.repeat(5000), '____a', '%00a'])
    expect([text.slice(0, 9), unpackList(text)]).toEqual([text.slice(0, 9), null])
})
