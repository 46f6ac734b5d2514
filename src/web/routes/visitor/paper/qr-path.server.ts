import { encode } from 'uqr'

/** A QR code as one SVG path, in units of its squares, and how many squares wide it is, quiet border included. */
export type QrCode = { path: string; size: number }

/** The text as a QR code that survives a smudge (15 %): a run of dark squares is one stroke of the path. */
export function qrPath(text: string): QrCode {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const path = data.map((row, y) => {
    const cells = row.map((dark) => (dark ? '1' : '0')).join('')
    return [...cells.matchAll(/1+/g)].map((run) => `M${run.index} ${y}h${run[0].length}v1h-${run[0].length}z`)
  })
  return { path: path.flat().join(''), size }
}
