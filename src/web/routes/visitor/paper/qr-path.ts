/** `size` is the width in squares with the quiet border; `squares` has a bit for each, row by row, as one number in hex. */
export type QrCode = { size: number; squares: string }

/** One path in units of squares: a run of dark squares is one stroke. A tenth of its length is sent to the browser. */
export function qrPath({ size, squares }: QrCode): string {
  const bits = BigInt(`0x${squares}`)
    .toString(2)
    .padStart(size * size, '0')
  let path = ''
  for (let y = 0; y < size; y++) {
    for (const run of bits.slice(y * size, (y + 1) * size).matchAll(/1+/g))
      path += `M${run.index} ${y}h${run[0].length}v1h-${run[0].length}z`
  }
  return path
}
