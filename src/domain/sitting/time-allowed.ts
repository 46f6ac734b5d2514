/** Safe in the browser. Minutes that page 1 of a paper allows for writing, and for reading it before. */
export type TimeAllowed = { minutes: number; reading: number }

const LEAST_MINUTES = 10
const MOST_MINUTES = 360
/** Of a page, in UTF-16 units: further down stand questions, some of which speak of hours. */
const HEAD = 3_000

const ONES: Record<string, number> = { one: 1, two: 2, three: 3, four: 4, एक: 1, दो: 2, तीन: 3 }
const NUMBER = String.raw`(?:\d{1,3}(?:[.:]\d{1,2})?|${Object.keys(ONES).join('|')})(?:\s*(?:½|1/2))?`
const HOUR = String.raw`(?:hours?\b|hrs?\b\.?|h\b|घंट[ेाो]|घण्ट[ेाो]|மணி(?!த்)(?:\s*நேரம்)?)`
const MINUTE = String.raw`(?:minutes?\b|mins?\b\.?|मिनट|நிமிடங்கள்|நிமிடம்)`
const TIME = String.raw`(?:\btime\b|\bduration\b|समय|अवधि|நேரம்|கால\s*அளவு)`
/** Right after its name: "Time allowed : 3 hours", "Time : [15 minutes + 3.00 hours]". */
const ALLOWED = new RegExp(
  String.raw`${TIME}[^\d]{0,24}?(?:(?<first>\d{1,2})\s*${MINUTE}\s*\+\s*)?(?:(?<hours>${NUMBER})\s*${HOUR}(?:\s*(?:and|,|और)?\s*(?<rest>\d{1,2})\s*${MINUTE})?|(?<minutes>\d{2,3})\s*${MINUTE})`,
  'iu',
)
const READING = new RegExp(
  String.raw`(?<before>\d{1,2})\s*[-–]?\s*${MINUTE}[^.]{0,60}?(?:\bread(?:ing)?\b|पढ़ने|வாசிக்க|படித்து)|(?:\breading\s+time\b|படித்து\s*பார்க்க)[^\d]{0,20}(?<after>\d{1,2})\s*${MINUTE}`,
  'iu',
)
const MOST_READING = 30

/** Null where the page does not say it, or says what no exam allows. */
export function findTimeAllowed(page: string): TimeAllowed | null {
  const text = page.slice(0, HEAD).normalize('NFC').replace(/\s+/g, ' ')
  const said = ALLOWED.exec(text)?.groups
  if (!said) return null
  const minutes = said.minutes
    ? Number(said.minutes)
    : hoursIn(said.hours ?? '') * 60 + Number(said.rest ?? 0)
  if (!(minutes >= LEAST_MINUTES && minutes <= MOST_MINUTES)) return null
  const { before, after } = READING.exec(page.normalize('NFC').replace(/\s+/g, ' '))?.groups ?? {}
  const reading = Number(said.first ?? before ?? after ?? 0)
  return { minutes: Math.round(minutes), reading: reading <= MOST_READING ? reading : 0 }
}

/** "3", "2½", "3.00" and "1.30", which is an hour and a half, as Tamil Nadu's papers write it; "2.5" is two and a half. */
function hoursIn(said: string): number {
  const half = /(?:½|1\/2)\s*$/.test(said) ? 0.5 : 0
  const [whole = '', part = ''] = said.replace(/\s*(?:½|1\/2)\s*$/, '').split(/[.:]/)
  const hours = ONES[whole.toLowerCase()] ?? Number(whole)
  return hours + half + (part.length === 2 ? Number(part) / 60 : Number(part || 0) / 10)
}
