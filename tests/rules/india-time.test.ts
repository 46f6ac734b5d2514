import { expect, test } from 'vitest'
import { currentYear, dayLabel, indiaDay, timeLabel } from '#domain/time/india-time.ts'

test.each([
  ['2026-12-31T18:29:59.999Z', '2026-12-31', 2026, '31 December 2026', '11:59 pm'],
  ['2026-12-31T18:30:00.000Z', '2027-01-01', 2027, '1 January 2027', '12:00 am'],
  ['2026-03-05T06:35:00.000Z', '2026-03-05', 2026, '5 March 2026', '12:05 pm'],
  ['2026-09-05T09:35:00.000Z', '2026-09-05', 2026, '5 September 2026', '3:05 pm'],
  ['2026-03-05T19:31:00.000Z', '2026-03-06', 2026, '6 March 2026', '1:01 am'],
])('%s is %s in India', (time, day, year, label, hour) => {
  const now = new Date(time)
  expect([indiaDay(now), currentYear(now), dayLabel(time), timeLabel(time)]).toEqual([day, year, label, hour])
})
