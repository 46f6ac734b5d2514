import { MONTHS } from '#domain/paper/paper.ts'
import { dayLabel, timeLabel } from '#domain/time/india-time.ts'

const LIST = new Intl.ListFormat('en-IN')

/** "28–31 October, 2, 4 and 6–9 November", from days such as 2026-11-21. */
export function daysInWords(days: string[]): string {
  const months = Map.groupBy([...days].sort(), (day) => day.slice(0, 7))
  return [...months]
    .map(([month, itsDays]) => {
      const ranges = rangesOf(itsDays.map((day) => Number(day.slice(8))))
      const words = ranges.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`))
      return `${LIST.format(words)} ${MONTHS[Number(month.slice(5)) - 1]}`
    })
    .join(', ')
}

function rangesOf(numbers: number[]): [number, number][] {
  const ranges: [number, number][] = []
  for (const number of numbers) {
    const last = ranges.at(-1)
    if (last && number === last[1] + 1) last[1] = number
    else ranges.push([number, number])
  }
  return ranges
}

/** India's time: "today at 2:54 pm", "21 November 2026 at 2:54 pm". */
export function whenLabel(time: string, now = new Date()): string {
  const day = dayLabel(time)
  return `${day === dayLabel(now.toISOString()) ? 'today' : day} at ${timeLabel(time)}`
}
