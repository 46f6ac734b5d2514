import { expect, test } from 'vitest'
import { encodeNumbers } from '#domain/bundles/encode-numbers.ts'
import {
  askForClass,
  type ClassHour,
  hourOf,
  packClassHour,
  phaseOf,
  readAskedClass,
  unpackClassHour,
} from '#domain/sitting/class-hour.ts'
import { beginSitting, nextSitting, timeLeft } from '#domain/sitting/sitting.ts'
import type { SittingPaper } from '#domain/sitting/sitting-paper.ts'

const MINUTE = 60_000
const SATURDAY = Date.UTC(2026, 11, 5, 4, 30)
const HOUR: ClassHour = { begins: SATURDAY, ends: SATURDAY + 90 * MINUTE, offset: 330 }

test('a class comes out of its code as it went in, whatever the time zone', () => {
  for (const offset of [330, 0, -480, 345, 840]) {
    const code = packClassHour({ ...HOUR, offset })
    expect(code.length).toBeLessThanOrEqual(14)
    expect(unpackClassHour(code)).toEqual({ ...HOUR, offset })
  }
})

test('forged, cut and overlong codes are none', () => {
  const code = packClassHour(HOUR)
  const packed = (...numbers: number[]) => encodeNumbers(numbers, 'c')
  const none = [
    '',
    code.slice(1),
    code.slice(0, -2),
    `${code}c`,
    code.replace(/c$/, 'w'),
    'c'.repeat(5_000),
    packed(10, 0, 44),
    packed(10, 601, 44),
    packed(10, 60, 4_000),
    packed(2 ** 40, 60, 44),
    packed(10, 60, 44, 1),
  ]
  expect(none.map(unpackClassHour)).toEqual(none.map(() => null))
})

test('what a link asks for is read with a note of one short line; a link without a class asks for nothing', () => {
  const asked = askForClass(
    new URLSearchParams('set=B&note=old'),
    HOUR,
    `  Set B\n for rows 2\u202e and 4 ${'x'.repeat(200)}`,
  )
  expect(asked.get('set')).toBe('B')
  const read = readAskedClass(asked)
  expect(read?.hour).toEqual(HOUR)
  expect(read?.note).toMatch(/^Set B for rows 2 and 4 x{57}$/)
  expect(readAskedClass(new URLSearchParams('set=B'))).toBe(null)
  expect(readAskedClass(new URLSearchParams('class=rubbish'))).toEqual({ hour: null, note: '' })
  expect(askForClass(new URLSearchParams('note=old'), HOUR, ' ').has('note')).toBe(false)
})

test('a time that cannot be is refused with its reason', () => {
  const at = (day: string, from: string, to: string) => hourOf({ day, from, to }, SATURDAY)
  const local = (text: string) => new Date(text).getTime()
  expect(at('2026-12-07', '10:00', '11:30')).toEqual({
    begins: local('2026-12-07T10:00'),
    ends: local('2026-12-07T11:30'),
    offset: -new Date('2026-12-07T10:00').getTimezoneOffset(),
  })
  const refused = [
    at('', '10:00', '11:30'),
    at('2026-12-07', '', '11:30'),
    at('2026-02-31T', '10:00', '11:30'),
    at('1999-12-07', '10:00', '11:30'),
    at('2026-12-07', '11:30', '10:00'),
    at('2026-12-07', '10:00', '10:00'),
    at('2026-12-07', '08:00', '20:00'),
    at('2026-12-02', '10:00', '11:30'),
  ]
  expect(refused).toEqual(['empty', 'empty', 'empty', 'empty', 'order', 'order', 'order', 'past'])
})

test('a class is before, during and after its time to the millisecond', () => {
  const phases = [HOUR.begins - 1, HOUR.begins, HOUR.ends - 1, HOUR.ends].map((now) => phaseOf(HOUR, now))
  expect(phases).toEqual(['before', 'during', 'during', 'after'])
})

test('who comes late has what is left of the time, and no pause makes it longer', () => {
  const paper = { type: 'cbse', questions: [] } as unknown as SittingPaper
  const at = (minutes: number) => ({
    wall: SATURDAY + minutes * MINUTE,
    mono: minutes * MINUTE,
    load: 'a',
    isSeen: true,
  })
  const begun = beginSitting({ id: 's', paper, minutes: 70.5, reading: 0, ends: HOUR.ends }, at(19.5))
  expect(timeLeft(begun)).toBe(70.5 * MINUTE)
  const paused = nextSitting(begun, { type: 'pause' }, at(29.5))
  expect([paused.state, paused.pauses]).toEqual(['sitting', 0])
  expect(timeLeft(nextSitting(paused, { type: 'tick' }, at(90)))).toBe(0)
})
