import { lastDays } from '#domain/activity/activity.ts'
import { HEARTBEAT } from '#domain/identity/session-limits.ts'
import { indiaDay } from '#domain/time/india-time.ts'
import { daysInWords } from './days-in-words.ts'

export function DaysAtWork({ days }: { days: string[] }) {
  if (days.length === 0) return null
  return (
    <>
      <p className="mt-1 text-sm tabular-nums leading-snug">At work on {daysInWords(days)}</p>
      <div className="attendance" aria-hidden="true">
        {lastDays(indiaDay(new Date()), HEARTBEAT.days).map((day) => (
          <i key={day} data-at-work={days.includes(day) || undefined} />
        ))}
      </div>
    </>
  )
}
