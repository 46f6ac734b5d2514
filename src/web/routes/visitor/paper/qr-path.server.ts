import { LRUCache } from 'lru-cache'
import { encode } from 'uqr'

/** `path` is one SVG path in units of squares; `size` is its width with the quiet border. */
export type QrCode = { path: string; size: number }

/** Choosing the clearest of eight patterns takes a tenth of what the page takes. */
const MOST_KEPT = 500
const kept = new LRUCache<string, QrCode>({ max: MOST_KEPT })

/** Error correction M survives 15 % of damage; a run of dark squares is one stroke. */
export function qrPath(text: string): QrCode {
  const known = kept.get(text)
  if (known) return known
  const drawn = drawPath(text)
  kept.set(text, drawn)
  return drawn
}

function drawPath(text: string): QrCode {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const path = data.map((row, y) => {
    const cells = row.map((dark) => (dark ? '1' : '0')).join('')
    return [...cells.matchAll(/1+/g)].map((run) => `M${run.index} ${y}h${run[0].length}v1h-${run[0].length}z`)
  })
  return { path: path.flat().join(''), size }
}
