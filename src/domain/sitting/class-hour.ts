import { decodeNumbers, encodeNumbers, unzigzag, zigzag } from '#domain/bundles/encode-numbers.ts'

/**
 * Safe in the browser. When a class sits a paper at once, in milliseconds as of `Date.now()`; `offset` is by how many minutes
 * the clock where the link was made is ahead of UTC.
 */
export type ClassHour = { begins: number; ends: number; offset: number }

/** Another letter for another format. */
const VERSION = 'c'
const LONGEST_CODE = 20
const LONGEST_NOTE = 80
export const MOST_HOURS = 10
/** Codes count minutes from here. */
const [FIRST, LAST] = [Date.UTC(2026, 0, 1), Date.UTC(2076, 0, 1)]
const [MINUTE_MS, MOST_OFFSET, OFFSET_STEP] = [60_000, 14 * 60, 15]

/** Some ten characters; nothing of it is stored. */
export function packClassHour({ begins, ends, offset }: ClassHour): string {
  const minutes = [begins - FIRST, ends - begins].map((ms) => Math.round(ms / MINUTE_MS))
  return encodeNumbers([...minutes, zigzag(Math.round(offset / OFFSET_STEP))], VERSION)
}

/** Null for anything that `packClassHour` did not make. */
export function unpackClassHour(code: string): ClassHour | null {
  const [from = 0, minutes = 0, zone = 0, ...more] = decodeNumbers(code, VERSION, LONGEST_CODE) ?? []
  const begins = FIRST + from * MINUTE_MS
  const offset = unzigzag(zone) * OFFSET_STEP
  const isOne =
    more.length === 0 &&
    minutes >= 1 &&
    minutes <= MOST_HOURS * 60 &&
    begins < LAST &&
    Math.abs(offset) <= MOST_OFFSET
  return isOne ? { begins, ends: begins + minutes * MINUTE_MS, offset } : null
}

/** What a link for a class asks for; `hour` is null where the link was not copied whole. */
export type AskedClass = { hour: ClassHour | null; note: string }

/** Null for an address that is of no class. */
export function readAskedClass(params: URLSearchParams): AskedClass | null {
  const code = params.get('class')
  return code === null ? null : { hour: unpackClassHour(code), note: noteOf(params.get('note') ?? '') }
}

function noteOf(text: string): string {
  return [...text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()].slice(0, LONGEST_NOTE).join('')
}

/** What a link for a class adds to an address. */
export function askForClass(address: URLSearchParams, hour: ClassHour, note: string): URLSearchParams {
  const params = new URLSearchParams(address)
  params.set('class', packClassHour(hour))
  params.delete('note')
  if (noteOf(note)) params.set('note', noteOf(note))
  return params
}

/** As somebody chooses it: a day such as 2026-12-05 and times such as 10:00, by the clock where it is chosen. */
export type ChosenHour = { day: string; from: string; to: string }

/** `empty`, `order` and `past` say why it is none: something is missing, it ends too soon or too late, or is over. */
export function hourOf({ day, from, to }: ChosenHour, now: number): ClassHour | 'empty' | 'order' | 'past' {
  const [begins, ends] = [from, to].map((time) => new Date(`${day}T${time}`).getTime()) as [number, number]
  if (Number.isNaN(begins + ends) || begins < FIRST || begins >= LAST) return 'empty'
  if (ends <= begins || ends - begins > MOST_HOURS * 60 * MINUTE_MS) return 'order'
  return ends <= now ? 'past' : { begins, ends, offset: -new Date(begins).getTimezoneOffset() }
}

export function phaseOf({ begins, ends }: ClassHour, now: number): 'before' | 'during' | 'after' {
  return now < begins ? 'before' : now < ends ? 'during' : 'after'
}
