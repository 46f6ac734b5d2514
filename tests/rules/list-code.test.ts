import { expect, test } from 'vitest'
import { packList, unpackList } from '#domain/bundles/list-code.ts'

test('a list keeps its papers in their order', () => {
  for (const serials of [
    [1],
    [3, 1, 2],
    [44, 7, 1_000_000, 8],
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
