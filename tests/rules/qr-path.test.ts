import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { qrCode } from '#web/routes/visitor/paper/qr-code.server.ts'
import { qrPath } from '#web/routes/visitor/paper/qr-path.ts'

test('the path draws every dark square of the code, and no other', () => {
  const text = 'https://papers.example/papers/9m2mwmc4shcr'
  const code = qrCode(text)
  const { size } = code
  const path = qrPath(code)
  const drawn = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  const strokes = [...path.matchAll(/M(\d+) (\d+)h(\d+)v1h-(\d+)z/g)]
  for (const [, x, y, width, back] of strokes) {
    expect(width).toBe(back)
    for (let at = Number(x); at < Number(x) + Number(width); at++) (drawn[Number(y)] as boolean[])[at] = true
  }
  expect(strokes.map(([stroke]) => stroke).join('')).toBe(path)
  expect(drawn).toEqual(encode(text, { ecc: 'M', border: 2 }).data)
})
