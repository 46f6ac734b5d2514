import type { Entry } from '#domain/journal/entry.ts'
import { dayLabel } from '#domain/time/india-time.ts'
import { describeEntry } from './describe-entry.ts'

/** Of one day in India, newest first; a line holds several entries when they were made in bulk. */
export type JournalDay = { day: string; name: string; lines: Entry[][] }

const SHORTEST_RUN = 4
const LONGEST_PAUSE_MS = 15 * 60 * 1000
const DAY_MS = 24 * 60 * 60 * 1000

/** Newest first; a line is one entry or a bulk run. */
export function journalDays(entries: Entry[], now: Date): JournalDay[] {
  const days: JournalDay[] = []
  for (const run of runsOf(entries)) {
    const day = dayLabel(run[0]?.at ?? '')
    const last = days.at(-1)
    if (last?.day === day) last.lines.push(run)
    else days.push({ day, name: nameOf(day, now), lines: [run] })
  }
  return days
}

function runsOf(entries: Entry[]): Entry[][] {
  const runs: Entry[][] = []
  for (const entry of entries) {
    const run = runs.at(-1)
    const before = run?.at(-1)
    if (run && before && goInBulk(before, entry)) run.push(entry)
    else runs.push([entry])
  }
  return runs.flatMap((run) => (run.length < SHORTEST_RUN ? run.map((entry) => [entry]) : [run]))
}

function goInBulk(newer: Entry, older: Entry) {
  return (
    newer.kind === 'paper' &&
    older.kind === 'paper' &&
    newer.action === older.action &&
    describeEntry(newer).did === describeEntry(older).did &&
    newer.author === older.author &&
    dayLabel(newer.at) === dayLabel(older.at) &&
    Date.parse(newer.at) - Date.parse(older.at) <= LONGEST_PAUSE_MS
  )
}

function nameOf(day: string, now: Date) {
  if (day === dayLabel(now.toISOString())) return 'Today'
  if (day === dayLabel(new Date(now.getTime() - DAY_MS).toISOString())) return 'Yesterday'
  return ''
}
