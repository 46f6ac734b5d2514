import type { CustomTypesConfig } from 'pg'

type Parse = (text: string) => unknown

/** PostgreSQL's numbers of types, and what the schema has in their place: flags as 0 or 1, times as ISO 8601. */
const PARSERS = new Map<number, Parse>([
  [16, (text) => (text === 't' ? 1 : 0)],
  [20, readWholeNumber],
  [21, Number],
  [23, Number],
  [700, Number],
  [701, Number],
  [1184, readTime],
  [1700, Number],
])

/** Everything else stays the text that PostgreSQL sends: days as 2026-11-21, JSON unparsed. */
export const valueTypes: CustomTypesConfig = {
  getTypeParser: (type: number) => PARSERS.get(type) ?? ((text: string) => text),
}

/** Beyond 2^53 a number would silently be another one. */
function readWholeNumber(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} is too large for a number`)
  return number
}

const TIME = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/

/** The session's time zone is UTC. */
function readTime(text: string): string {
  const [, day, time, part = ''] = TIME.exec(text) ?? []
  if (!day) throw new RangeError(`${text} is no time of the years 1 to 9999`)
  return `${day}T${time}.${part.slice(0, 3).padEnd(3, '0')}Z`
}

/** As it is sent: no text of PostgreSQL holds the character U+0000. */
export function toParameter(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value
}
