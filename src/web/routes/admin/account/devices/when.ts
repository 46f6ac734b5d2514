import { dayLabel, timeLabel } from '#domain/time/india-time.ts'

/** India's time: "today at 2:54 pm", "21 November 2026 at 2:54 pm". */
export function whenLabel(time: string, now = new Date()): string {
  const day = dayLabel(time)
  return `${day === dayLabel(now.toISOString()) ? 'today' : day} at ${timeLabel(time)}`
}
