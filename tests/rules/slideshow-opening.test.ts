import { expect, test } from 'vitest'
import { mayOpen } from '#web/routes/visitor/slideshow/slideshow-opening.ts'

const JUST_COME = { hasQuery: false, isBusy: false, wasSeen: false }

test('the slideshow opens on every load, once a visit or never, as the centre has it', () => {
  for (const [opens, first, again] of [
    ['on every load', true, true],
    ['once a visit', true, false],
    ['never', false, false],
  ] as const) {
    expect(mayOpen(opens, JUST_COME), opens).toBe(first)
    expect(mayOpen(opens, { ...JUST_COME, wasSeen: true }), opens).toBe(again)
  }
})

test('who came for something, or is busy already, is let be', () => {
  expect(mayOpen('on every load', { ...JUST_COME, hasQuery: true })).toBe(false)
  expect(mayOpen('on every load', { ...JUST_COME, isBusy: true })).toBe(false)
})
