/** Safe in the browser. Numbers in an address: with a checksum, so that most mistyped addresses are seen as such. */
const CHECK_BYTES = 2

/** `version` is one letter and comes last, so that no address ends in "-" or "_", which messengers leave out of the link. */
export function encodeNumbers(numbers: readonly number[], version: string): string {
  const bytes: number[] = []
  for (const number of numbers) writeVarint(bytes, number)
  return toText([...checkOf(bytes), ...bytes]) + version
}

/** Null for anything that `encodeNumbers` did not make, or that has more than `most` characters. */
export function decodeNumbers(code: string, version: string, most: number): number[] | null {
  if (code.length > most || !/^[\w-]{4,}$/.test(code) || code.at(-1) !== version) return null
  const all = fromText(code.slice(0, -1))
  if (!all) return null
  const bytes = all.slice(CHECK_BYTES)
  if (checkOf(bytes).some((byte, at) => byte !== all[at])) return null
  const numbers: number[] = []
  for (let at = 0; at < bytes.length; ) {
    const read = readVarint(bytes, at)
    if (!read) return null
    numbers.push(read.value)
    at = read.end
  }
  return encodeNumbers(numbers, version) === code ? numbers : null
}

/** Forward steps become even numbers, backward ones odd. */
export function zigzag(step: number): number {
  return step < 0 ? -2 * step - 1 : 2 * step
}

export function unzigzag(number: number): number {
  return number % 2 === 0 ? number / 2 : -(number + 1) / 2
}

/** Seven bits a byte, lowest first; by division, since numbers may pass 2^32. */
function writeVarint(bytes: number[], value: number) {
  let rest = value
  while (rest >= 128) {
    bytes.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  bytes.push(rest)
}

function readVarint(bytes: number[], start: number) {
  let value = 0
  for (let at = start, weight = 1; weight < 2 ** 49; at++, weight *= 128) {
    const byte = bytes[at]
    if (byte === undefined) return null
    value += (byte % 128) * weight
    if (byte < 128) return { value, end: at + 1 }
  }
  return null
}

/** FNV-1a, folded to 16 bits: one mistyped link in 65,536 passes for another. */
function checkOf(bytes: number[]) {
  let hash = 0x811c9dc5
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  const folded = (hash >>> 16) ^ (hash & 0xffff)
  return [folded >> 8, folded & 0xff]
}

function toText(bytes: number[]) {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

function fromText(text: string) {
  try {
    const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return Array.from(bytes, (letter) => letter.charCodeAt(0))
  } catch {
    return null
  }
}
