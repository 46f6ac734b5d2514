import { inRupees, PRICE_LIMIT_RUPEES } from './plan.ts'

/** Safe in the browser. */

const QUOTED_CHARACTERS = 24
/** Written around a price, not part of it: "Rs." before, "/-" or "only" after. */
const BEFORE = /^(₹|rs\.?|inr)\s*/i
const AFTER = /(?<=\d)(\s*(\/\s*[-–=]|rupees|only))+$/i
/** Grouped as in India (1,00,000) or in thousands (100,000), with commas or spaces. */
const GROUPED = /^(\d{1,2}([, ]\d{2})*[, ]\d{3}|\d{1,3}([, ]\d{3})+)$/

/** Null for an empty text; `fault` says what is wrong and what to do. */
export function readPrice(text: string): { rupees: number | null } | { fault: string } {
  const bare = bareNumber(text)
  if (bare === '') return { rupees: null }
  if (/^\d+$/.test(bare) || GROUPED.test(bare)) {
    const rupees = Number(bare.replace(/[, ]/g, ''))
    if (rupees <= PRICE_LIMIT_RUPEES) return { rupees }
    return { fault: `“${quoted(text)}” is more than ${inRupees(PRICE_LIMIT_RUPEES)}; type less.` }
  }
  return { fault: `“${quoted(text)}” is not a price in whole rupees; ${adviceOn(bare)}` }
}

/** Null when empty; undefined when it is no price. */
export function parseRupees(text: string): number | null | undefined {
  const read = readPrice(text)
  return 'fault' in read ? undefined : read.rupees
}

/** Without what is written around a price; Tamil and Hindi digits as 0 to 9. */
function bareNumber(text: string) {
  return text
    .normalize('NFKC')
    .replace(/[\u0be6-\u0bef\u0966-\u096f]/g, (digit) => String(((digit.codePointAt(0) ?? 0) - 6) % 16))
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(BEFORE, '')
    .replace(AFTER, '')
    .replace(/\.0{1,2}$/, '')
    .replace(/ ?, ?/g, ',')
}

function adviceOn(bare: string) {
  if (/^(free|nil|no charge)$/i.test(bare))
    return 'type 0 if it costs nothing, or leave it empty for no price.'
  if (/^[-–−]/.test(bare)) return 'it cannot be less than 0.'
  const broken = /^(\d[\d,]*)\.(\d{1,2})$/.exec(bare)
  if (broken) {
    const floor = Number(broken[1]?.replaceAll(',', ''))
    return `type ${floor.toLocaleString('en-IN')} or ${(floor + 1).toLocaleString('en-IN')}.`
  }
  const digits = bare.replace(/[, ]/g, '')
  if (/^\d{1,8}$/.test(digits)) return `is it ${Number(digits).toLocaleString('en-IN')}?`
  return 'type a number such as 1,499.'
}

function quoted(text: string) {
  const short = [...text.trim()]
  return short.length > QUOTED_CHARACTERS ? `${short.slice(0, QUOTED_CHARACTERS).join('')}…` : short.join('')
}
