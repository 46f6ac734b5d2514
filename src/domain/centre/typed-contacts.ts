/** Contacts as people write them, brought into the form that the schema asks for. What cannot be read stays as it is. Safe in the browser. */

const INDIA = '91'

/** Tamil and Hindi digits as 0 to 9, without invisible signs. */
function plain(text: string) {
  return text
    .normalize('NFKC')
    .replace(/[\u0be6-\u0bef\u0966-\u096f]/g, (digit) => String(((digit.codePointAt(0) ?? 0) - 6) % 16))
    .replace(/\p{Cf}/gu, '')
    .trim()
}

/** "09840012345", "98400-12345" and "0091 98400 12345" as "+91 98400 12345"; a landline keeps its groups. */
export function readPhone(text: string): string {
  const bare = plain(text).replace(/^(?:tel|ph|phone|mob|mobile|cell)[\s.:]+/i, '')
  if (!/^[+\d][\d\s().\-–/]*$|^\([\d\s().\-–/]*$/.test(bare)) return text.trim()
  const groups = bare.split(/\D+/).filter(Boolean)
  const digits = groups.join('')
  const known = ofIndia(bare, digits)
  if (known === null) return bare.startsWith('+') ? `+${groups.join(' ')}` : text.trim()
  if (/^[6-9]/.test(known)) return `+${INDIA} ${known.slice(0, 5)} ${known.slice(5)}`
  return `+${INDIA} ${lastDigits(groups, known.length)}`
}

/** The ten digits within India, or null for a number of elsewhere or none at all. */
function ofIndia(bare: string, digits: string): string | null {
  const rest = digits.replace(/^00/, '')
  const hasCountry = bare.startsWith('+') || rest !== digits
  if (hasCountry || rest.length === 12) {
    const national = rest.startsWith(INDIA) ? rest.slice(INDIA.length).replace(/^0/, '') : ''
    return national.length === 10 ? national : null
  }
  const national = digits.replace(/^0/, '')
  return national.length === 10 ? national : null
}

/** As many digits from the end, in the groups in which they were typed. */
function lastDigits(groups: string[], count: number): string {
  let left = count
  const kept: string[] = []
  for (const group of groups.toReversed()) {
    if (left <= 0) break
    kept.unshift(group.slice(-left))
    left -= group.length
  }
  return kept.join(' ')
}

/** Digits alone with the country's code, of a number or of a wa.me link. */
export function readWhatsapp(text: string): string {
  const [, linked] = /(?:wa\.me\/|phone=)\+?(\d+)/.exec(plain(text)) ?? []
  const phone = readPhone(linked ? `+${linked}` : text)
  return phone.startsWith('+') ? phone.replace(/\D/g, '') : text.trim()
}

const ACCOUNTS: Record<string, (name: string) => string> = {
  instagram: (name) => `https://www.instagram.com/${name}`,
  x: (name) => `https://x.com/${name}`,
  youtube: (name) => `https://www.youtube.com/@${name}`,
  telegram: (name) => `https://t.me/${name}`,
  facebook: (name) => `https://www.facebook.com/${name}`,
}

/** "facebook.com/kaveri" gets its https://, "@kaveri" the channel's address, and WhatsApp's may be a number. */
export function readWebAddress(text: string, channel = ''): string {
  const typed = plain(text)
  const [, account] = /^@([\w.-]+)$/.exec(typed) ?? []
  if (account && ACCOUNTS[channel]) return ACCOUNTS[channel](account)
  if (channel === 'whatsapp' && /^[+\d][\d\s()-]{8,}$/.test(typed)) {
    const number = readWhatsapp(typed)
    if (/^\d+$/.test(number)) return `https://wa.me/${number}`
  }
  if (/^http:\/\//i.test(typed)) return `https://${typed.slice('http://'.length)}`
  if (/^[\w-]+(\.[\w-]+)+([/?#:]\S*)?$/.test(typed)) return `https://${typed}`
  return typed
}

/** A page of this site as it is, such as "/practice"; anything else as an address of another site. */
export function readLink(text: string): string {
  const typed = plain(text)
  return typed.startsWith('/') ? typed : readWebAddress(typed)
}

type Position = { latitude: number; longitude: number }

const NUMBER = String.raw`(-?\d{1,3}(?:\.\d+)?)`
/** In maps' links; the place that was searched for before the middle of what is shown. */
const IN_LINKS = [
  new RegExp(`!3d${NUMBER}!4d${NUMBER}`),
  new RegExp(`mlat=${NUMBER}&mlon=${NUMBER}`),
  new RegExp(`[?&](?:q|ll|query|center|destination|daddr)=(?:loc:)?${NUMBER}(?:,|%2C)\\+?${NUMBER}`),
  new RegExp(`/(?:search|place|dir(?:/[^/@]*)*)/${NUMBER},\\+?${NUMBER}`),
  new RegExp(`#map=[\\d.]+/${NUMBER}/${NUMBER}`),
  new RegExp(`@${NUMBER},${NUMBER}`),
  new RegExp(`^geo:${NUMBER},${NUMBER}`),
]
/** In what Google gives to put a map into a page, the other way round. */
const EMBEDDED = new RegExp(`!2d${NUMBER}!3d${NUMBER}`)
/** A link of Google Maps that has the place as it was typed. */
const TYPED_PLACE = /\/maps\/place\/([^/@?]*\d[^/@?]*)/
const PLAIN = new RegExp(`^${NUMBER}\\s*°?\\s*([NS])?[\\s,;]+${NUMBER}\\s*°?\\s*([EW])?$`, 'i')
const PART = String.raw`(\d{1,3})(?:\s*[°d]\s*|[\s-]+)(\d{1,2}(?:\.\d+)?)\s*['′’m-]?\s*(?:(\d{1,2}(?:\.\d+)?)\s*(?:["”s]|['′’]{2})?)?\s*`
const MINUTES = new RegExp(`^${PART}([NS])[\\s,;]*${PART}([EW])$`, 'i')

/** Of degrees ("10.8273, 78.6928"), degrees and minutes (10°49'38"N 78°41'34"E), or a link of a map; null for others. */
export function readPosition(text: string): Position | null {
  const typed = sidesLast(plain(text.replaceAll('º', '°')).replace(/^\((.*)\)$/, '$1'))
  for (const pattern of IN_LINKS) {
    const [, latitude, longitude] = pattern.exec(typed) ?? []
    if (latitude !== undefined) return withinBounds(Number(latitude), Number(longitude))
  }
  const [, longitude, latitude] = EMBEDDED.exec(typed) ?? []
  if (longitude !== undefined) return withinBounds(Number(latitude), Number(longitude))
  const [, place] = TYPED_PLACE.exec(typed) ?? []
  if (place !== undefined) return readPosition(decoded(place))
  const [, north, ns, east, ew] = PLAIN.exec(typed) ?? []
  if (north !== undefined) return withinBounds(signed(Number(north), ns), signed(Number(east), ew))
  const parts = MINUTES.exec(typed)
  if (!parts) return null
  return withinBounds(degreesOf(parts.slice(1, 5)), degreesOf(parts.slice(5, 9)))
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '))
  } catch {
    return ''
  }
}

/** "N 10°49′, E 78°41′" as "10°49′N 78°41′E". A sign of inches is two of feet by now. */
function sidesLast(typed: string) {
  return typed.replace(/^([NS])\s*(\d.*?)[\s,;]*([EW])\s*(\d.*)$/i, '$2$1 $4$3')
}

function degreesOf([degrees, minutes, seconds, side]: (string | undefined)[]) {
  const value = Number(degrees) + Number(minutes ?? 0) / 60 + Number(seconds ?? 0) / 3600
  return Math.round(signed(value, side) * 1e6) / 1e6
}

function signed(value: number, side: string | undefined) {
  return /[sw]/i.test(side ?? '') ? -value : value
}

function withinBounds(latitude: number, longitude: number): Position | null {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null
}
