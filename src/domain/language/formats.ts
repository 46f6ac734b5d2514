import { shortDay as englishDay } from '#domain/time/india-time.ts'
import { LANGUAGES, type Language } from './languages.ts'

/** As the language writes them; days are those of India. */
export type Formats = {
  number: (value: number) => string
  /** "March", of 1 to 12. */
  month: (month: number) => string
  /** "March 2026". */
  monthYear: (year: number, month: number) => string
  /** "23 November 2026". */
  day: (day: Date) => string
  /** "23 November". */
  dayOfMonth: (day: Date) => string
  /** "Nov", of 1 to 12. */
  shortMonth: (month: number) => string
  /** "Physics, Chemistry and Mathematics". */
  list: (parts: string[]) => string
  /** "30 days, 6 months or 12 months". */
  either: (parts: string[]) => string
  /** Of a time in ISO 8601: "5 Mar 2026". */
  shortDay: (time: string) => string
  /** For sorting names. */
  compare: (one: string, other: string) => number
}

const made = new Map<Language, Formats>()

/** Made once for each language: to make a format costs a hundred times its use. */
export function formatsOf(language: Language): Formats {
  const formats = made.get(language) ?? makeFormats(LANGUAGES[language].locale)
  made.set(language, formats)
  return formats
}

function makeFormats(locale: string): Formats {
  const timeZone = 'Asia/Kolkata'
  const number = new Intl.NumberFormat(locale)
  const longMonth = new Intl.DateTimeFormat(locale, { month: 'long', timeZone })
  const monthYear = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone })
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone })
  const dayOfMonth = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone })
  // English cuts every month at three letters, September too.
  const shortMonth =
    locale === LANGUAGES.en.locale
      ? { format: (at: Date) => longMonth.format(at).slice(0, 3) }
      : new Intl.DateTimeFormat(locale, { month: 'short', timeZone })
  // Every card names one.
  const [months, shortMonths] = [longMonth, shortMonth].map(({ format }) =>
    Array.from({ length: 12 }, (_, at) => format(midMonth(2000, at + 1))),
  ) as [string[], string[]]
  const either = new Intl.ListFormat(locale, { type: 'disjunction' })
  const list = new Intl.ListFormat(locale, { type: 'conjunction' })
  const shortDay = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone,
  })
  const collator = new Intl.Collator(locale, { numeric: true })
  return {
    number: (value) => number.format(value),
    month: (at) => months[at - 1] ?? '',
    monthYear: (year, at) => monthYear.format(midMonth(year, at)),
    day: (at) => day.format(at),
    dayOfMonth: (at) => dayOfMonth.format(at),
    shortMonth: (at) => shortMonths[at - 1] ?? '',
    either: (parts) => either.format(parts),
    list: (parts) => list.format(parts),
    shortDay: (time) =>
      locale === LANGUAGES.en.locale ? englishDay(time) : shortDay.format(Date.parse(time)),
    compare: (one, other) => collator.compare(one, other),
  }
}

function midMonth(year: number, month: number) {
  return new Date(Date.UTC(year, month - 1, 15))
}

/** "372 KB", "1.2 MB" (powers of 1024). */
export function sizeLabel(bytes: number): string {
  const kilobytes = bytes / 1024
  if (kilobytes < 1000) return `${Math.max(1, Math.round(kilobytes))} KB`
  return `${(kilobytes / 1024).toFixed(1)} MB`
}
