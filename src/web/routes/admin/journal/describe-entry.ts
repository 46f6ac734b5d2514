import { fieldName } from '#domain/centre/field-names.ts'
import { type Entry, type Fields, SCRIPTS_ACTION } from '#domain/journal/entry.ts'
import { sizeLabel } from '#domain/language/formats.ts'
import { gradeLabel, typeLabel } from '#domain/language/labels.ts'
import type { Grade, PaperType } from '#domain/paper/paper.ts'
import { priceLabel } from '#domain/pricing/plan.ts'
import { dayLabel } from '#domain/time/india-time.ts'
import { momentLabel } from '#web/routes/admin/visibility-input.tsx'

/** Of one day in India, newest first; a line holds several entries when they were made in bulk. */
type JournalDay = { day: string; name: string; lines: Entry[][] }

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

export type DescribedChange = { field: string; from: string; to: string }

/** As in: "Priya" "set the price of" "JEE · ANNUAL" "to ₹5,499". */
export type DescribedEntry = {
  who: string
  did: string
  subject: string
  rest: string
  changes: DescribedChange[]
}

type Words = Pick<DescribedEntry, 'did'> & Partial<Pick<DescribedEntry, 'rest' | 'changes'>>
type Told = Pick<Entry, 'action' | 'kind' | 'subject' | 'before' | 'after' | 'author'>

export function describeEntry(entry: Told): DescribedEntry {
  const words = WORDS[entry.kind](entry)
  return { who: authorName(entry.author), subject: entry.subject, rest: '', changes: [], ...words }
}

export function entrySentence(entry: Told): string {
  const { who, did, subject, rest } = describeEntry(entry)
  return [who, did, subject, rest].filter(Boolean).join(' ')
}

/** "Priya" for priya@centre.example; "The site" for its own changes. */
export function authorName(author: string): string {
  const [name = ''] = author.split('@')
  if (name === author) return capitalized(author)
  return name
    .split(/[._-]+/)
    .filter(Boolean)
    .map(capitalized)
    .join(' ')
}

const WORDS: Record<Entry['kind'], (entry: Told) => Words> = {
  paper: paperWords,
  price: ({ before, after }) => ({
    did: 'changed the price of',
    rest: `from ${priceOf(before)} to ${priceOf(after)}`,
  }),
  administrator: administratorWords,
  samples: ({ action }) => ({ did: action === 'deleted' ? 'removed' : action }),
  site: ({ before, after }) => ({ did: 'changed', changes: changesBetween(before, after, fieldName) }),
}

function paperWords({ action, before, after }: Told): Words {
  switch (action) {
    case 'published':
      return { did: 'published', rest: after ? describeRemoved(after) : '' }
    case SCRIPTS_ACTION:
      return { did: 'took the scripts out of' }
    case 'revised':
    case 'changed':
      return { did: 'corrected', changes: changesBetween(before, after) }
    case 'added':
    case 'replaced':
    case 'removed':
      return partWords(action, before, after)
    case 'turned':
      return {
        did: `turned ${after?.page ? `page ${after.page}` : 'all pages'} of`,
        rest: 'by a quarter to the right',
      }
    case 'questions corrected':
      return { did: 'corrected the questions of', rest: `(${after?.change})` }
    case 'questions confirmed':
      return { did: 'confirmed the questions of' }
    case 'questions put back':
      return { did: 'put the questions of', rest: 'back to what was found' }
    case 'hidden':
      return { did: 'hid', rest: untilWords(after) }
    case 'scheduled':
      return { did: 'hid', rest: untilWords(after) || 'without a time' }
    case 'shown':
      return { did: 'made', rest: 'visible' }
    case 'binned':
      return { did: 'moved', rest: 'to the bin' }
    case 'restored':
      return { did: 'took', rest: 'back out of the bin' }
    case 'deleted':
      return { did: 'deleted', rest: 'for good' }
    default:
      return { did: action, changes: changesBetween(before, after) }
  }
}

/** "until 30 November 2026, 9:00 am". */
function untilWords(after: Fields | null) {
  return after?.showAt ? `until ${momentLabel(String(after.showAt))}` : ''
}

function describeRemoved({ scriptsRemoved, lockRemoved, hidden, ...after }: Fields) {
  if (hidden) return `hidden ${untilWords(after)}`.trim()
  if (lockRemoved) return 'without its print lock'
  return scriptsRemoved ? 'without its scripts' : ''
}

const PARTS = ['file', 'thumbnail', 'answers'] as const
const PART_NAMES = { file: 'PDF', thumbnail: 'thumbnail', answers: 'answers' }

function partWords(action: string, before: Fields | null, after: Fields | null): Words {
  const part = PARTS.find((name) => name in { ...before, ...after })
  if (!part) return { did: `${action} a file of` }
  const changes = changesBetween(before, after).filter(({ from, to }) => from !== to)
  return { did: `${action} the ${PART_NAMES[part]} of`, changes }
}

const ADMINISTRATOR_WORDS: Record<string, Words> = {
  created: { did: 'added the administrator' },
  disabled: { did: 'disabled the administrator' },
  restored: { did: 'let', rest: 'sign in again' },
  'role changed': { did: 'changed the role of' },
  'password changed': { did: 'changed the password of' },
  'password reset': { did: 'set a new password, by a link in a mail, for' },
  'reset sent': { did: 'mailed', rest: 'a link for a new password' },
  'second factor switched on': { did: 'switched on the second step of' },
  'second factor switched off': { did: 'switched off the second step of' },
  'recovery codes renewed': { did: 'renewed the recovery codes of' },
  'recovery code used': { did: 'signed in with a recovery code of' },
  'passkey added': { did: 'added a passkey to' },
  'passkey renamed': { did: 'renamed a passkey of' },
  'passkey removed': { did: 'removed a passkey of' },
  'passkey refused': { did: 'was refused: a copied passkey of' },
  'device signed out': { did: 'signed out a device of' },
  'signed out everywhere': { did: 'ended every session of' },
  'signed out elsewhere': { did: 'ended the other sessions of' },
  'backup downloaded': { did: 'downloaded a backup as' },
  'place of backups set': { did: 'changed where backups are made, as' },
}

function administratorWords({ action, subject, before, after }: Told): Words {
  return {
    ...(ADMINISTRATOR_WORDS[action] ?? { did: `wrote down “${action}” of` }),
    changes: changesBetween(before, after).filter(({ to }) => to !== subject),
  }
}

const FIELD_NAMES: Record<string, string> = {
  title: 'Title',
  type: 'Board or exam',
  grade: 'Class',
  subject: 'Subject',
  month: 'Month',
  year: 'Year',
  referenceLink: 'Reference link',
  answers: 'Answers',
  thumbnail: 'Thumbnail',
  file: 'PDF',
  pages: 'Pages',
  bytes: 'Size',
  scriptsRemoved: 'Scripts taken out',
  lockRemoved: 'Print lock removed',
}

function changesBetween(
  before: Fields | null,
  after: Fields | null,
  nameOf = (name: string) => FIELD_NAMES[name] ?? capitalized(name),
): DescribedChange[] {
  const names = Object.keys({ ...before, ...after }).filter((name) => name !== 'key')
  return names.map((name) => ({
    field: nameOf(name),
    from: valueLabel(name, before?.[name]),
    to: valueLabel(name, after?.[name]),
  }))
}

const PICTURE = /^[0-9a-f]{32}$/

function valueLabel(name: string, value: Fields[string] | undefined): string {
  if (isNothing(value)) return 'nothing'
  if (name === 'type') return typeLabel(value as PaperType) ?? String(value)
  if (name === 'grade') return gradeLabel(value as Grade)
  if (name === 'subject' && value === 'all') return 'All subjects'
  if (name === 'bytes') return sizeLabel(Number(value))
  // The site's own pictures are named by digests; a few letters tell one from the next.
  if (PICTURE.test(String(value))) return `picture ${String(value).slice(0, 6)}`
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return String(value)
}

function isNothing(value: Fields[string] | undefined) {
  return value === null || value === undefined || value === ''
}

function priceOf(fields: Fields | null): string {
  const rupees = fields?.rupees
  return priceLabel(typeof rupees === 'number' ? rupees : null)
}

function capitalized(text: string) {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
