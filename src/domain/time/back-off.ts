/** How long to wait after this many failures in a row, in the unit of `first`: it doubles up to `most`. */
export function backOff(failures: number, { first, most }: { first: number; most: number }): number {
  return Math.min(first * 2 ** (failures - 1), most)
}
