import { LRUCache } from 'lru-cache'
import { encode } from 'uqr'
import type { QrCode } from './qr-path.ts'

/** Choosing the clearest of eight patterns takes a tenth of what the page takes; kept, some 600 bytes. */
const CACHE_SIZE = 4_000
const cached = new LRUCache<string, QrCode>({ max: CACHE_SIZE })

/** Error correction M survives 15 % of damage. */
export function qrCode(text: string): QrCode {
  const known = cached.get(text)
  if (known) return known
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const bits = data.flat().map((dark) => (dark ? '1' : '0'))
  const code = { size, squares: BigInt(`0b${bits.join('')}`).toString(16) }
  cached.set(text, code)
  return code
}
