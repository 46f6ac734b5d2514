import { PICK_LIMIT } from './picked.ts'

/** The format. It comes last, so that no address ends in "-" or "_", which messengers leave out of the link. */
const VERSION = 'a'
const CODE = /^([A-Za-z0-9_-]{4,400})a$/
const SERIAL_LIMIT = 2 ** 32
const CHECK_BYTES = 2

/** Serial numbers as deltas with a checksum: nothing is stored; 3 papers take 9–17 characters, 50 take 70–200. */
export function packList(serials: readonly number[]): string {
  const bytes: number[] = []
  let before = 0
  for (const serial of serials) {
    const step = serial - before
    // Zigzag: forward steps become even numbers, backward ones odd.
    writeVarint(bytes, step < 0 ? -2 * step - 1 : 2 * step)
    before = serial
  }
  return toText([...checkOf(bytes), ...bytes]) + VERSION
}

/** In their order; null for anything that `packList` did not make. */
export function unpackList(code: string): number[] | null {
  const packed = CODE.exec(code)?.[1]
  const all = packed && fromText(packed)
  if (!all) return null
  const bytes = all.slice(CHECK_BYTES)
  if (checkOf(bytes).some((byte, at) => byte !== all[at])) return null
  const serials: number[] = []
  let before = 0
  for (let at = 0; at < bytes.length; ) {
    const read = readVarint(bytes, at)
    if (!read) return null
    const serial = before + (read.value % 2 === 0 ? read.value / 2 : -(read.value + 1) / 2)
    if (serial < 1 || serial >= SERIAL_LIMIT) return null
    serials.push(serial)
    before = serial
    at = read.end
  }
  const isList = serials.length > 0 && serials.length <= PICK_LIMIT && packList(serials) === code
  return isList && new Set(serials).size === serials.length ? serials : null
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
