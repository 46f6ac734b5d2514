import { daysBefore } from '#domain/activity/activity.ts'
import { HEARTBEAT } from './session-limits.ts'

/** A device and the days on which it was at work, as 2026-11-21, the first one first. */
export type DeviceDays = { deviceId: string; device: string; days: string[] }

/** The days with one added, in order: as many of the newest as may be kept. */
export function addDay(days: string[], day: string): string[] {
  const kept = [...new Set([...days, day])].sort().slice(-HEARTBEAT.days)
  while (JSON.stringify(kept).length > HEARTBEAT.characters) kept.shift()
  return kept
}

/** Those of the last 30 days, today being one of them. */
export function recentDays(days: string[], today: string): string[] {
  const first = daysBefore(today, HEARTBEAT.days - 1)
  return days.filter((day) => day >= first && day <= today)
}
