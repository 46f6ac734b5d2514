/** Rows of a page's picture, 1440 wide, that are looked at on both sides of a question's edge: so far a tilted line rises. */
export const REACH = 64
/** How far outside the box the cut is at best. */
export const OUTSIDE = 4
/** How far it goes round letters. */
const AROUND = 14
/** Ink is so much darker than the lightest pixel so near: paper in a shadow is not. */
const [DARKER, NEAR] = [0.75, 6]
/** A pixel of ink costs as much as an end of the line that is so many rows off; on the way round letters more. */
const [INK, INK_AROUND] = [2, 1_000]
const STEP = 2

type Raw = { data: Uint8Array; width: number; height: number; channels: number }
/** Column by column, 1 where ink is. */
type Ink = { ink: Uint8Array; width: number; rows: number }

/**
 * Makes white what is above and below a question whose edges are at these rows: beyond the straight line near an edge, level
 * or tilted, that has the least ink on it, and there round the letters on both sides.
 */
export function cutAlongLines(raw: Raw, { top, bottom }: { top: number; bottom: number }): void {
  cutBeyond(raw, top, -1)
  cutBeyond(raw, bottom, 1)
}

function cutBeyond(raw: Raw, edge: number, out: 1 | -1): void {
  const { data, width, height, channels } = raw
  const [from, to] = [Math.max(0, edge - REACH), Math.min(height, edge + REACH)]
  const level = edge - from + out * OUTSIDE
  if (level < 0 || level >= to - from) return
  const line = data.subarray((from + level) * width * channels, (from + level + 1) * width * channels)
  // Where nothing is on it no other one is better, and most pages are white there.
  const path = line.every((shade) => shade >= 255 * DARKER)
    ? null
    : pathAlong(inkIn(raw, from, to), level, out)
  for (let x = 0; x < width; x++) {
    const at = from + (path?.[x] ?? level)
    const [first, end] = out < 0 ? [0, at] : [at + 1, height]
    for (let y = first; y < end; y++)
      data.fill(255, (y * width + x) * channels, (y * width + x + 1) * channels)
  }
}

function inkIn({ data, width, channels }: Raw, from: number, to: number): Ink {
  const rows = to - from
  const shades = new Uint8Array(width * rows)
  for (let x = 0; x < width; x++)
    for (let y = 0; y < rows; y++)
      shades[x * rows + y] = data[((from + y) * width + x) * channels + Math.min(1, channels - 1)] ?? 255
  const paper = lightestNear(lightestNear(shades, 1, rows), rows, width)
  return { ink: shades.map((shade, at) => (shade < (paper[at] ?? 255) * DARKER ? 1 : 0)), width, rows }
}

/** Along lines of `count` pixels that are `apart`. */
function lightestNear(shades: Uint8Array, apart: number, count: number): Uint8Array {
  return shades.map((_, at) => {
    const place = Math.floor(at / apart) % count
    let most = 0
    for (let near = Math.max(-NEAR, -place); near <= NEAR && place + near < count; near++)
      most = Math.max(most, shades[at + near * apart] ?? 0)
    return most
  })
}

/** Which row it has in a column: that of the line with the least ink, near to the level one and rather within the box. */
function lineNear({ ink, width, rows }: Ink, level: number, out: 1 | -1): (x: number) => number {
  const away = (end: number) => ((end - level) * out > 0 ? 2 : 1) * Math.abs(end - level)
  const rowOf = (left: number, right: number, x: number) => Math.round(left + ((right - left) * x) / width)
  let best = { cost: Number.POSITIVE_INFINITY, left: level, right: level }
  const look = (left: number, right: number) => {
    let cost = away(left) + away(right)
    for (let x = 0; x < width && cost < best.cost; x += STEP)
      cost += INK * STEP * (ink[x * rows + rowOf(left, right, x)] ?? 0)
    if (cost < best.cost) best = { cost, left, right }
  }
  look(level, level)
  for (let left = level % STEP; left < rows; left += STEP)
    for (let right = level % STEP; right < rows; right += STEP) look(left, right)
  return (x) => rowOf(best.left, best.right, x)
}

/** For each column the row of the way along that line that crosses the least ink, rather round signs of the question. */
function pathAlong(band: Ink, level: number, out: 1 | -1): Int32Array {
  const { ink, width, rows } = band
  const rowOf = lineNear(band, level, out)
  const steps = new Int8Array(width * rows)
  let before = new Float64Array(rows)
  for (let x = 0; x < width; x++) {
    const now = new Float64Array(rows).fill(Number.POSITIVE_INFINITY)
    const [line, column] = [rowOf(x), x * rows]
    const [first, last] = [Math.max(0, line - AROUND), Math.min(rows - 1, line + AROUND)]
    const costOf = (y: number) =>
      1 +
      Math.abs(y - line) / ((y - line) * out > 0 ? 2 * AROUND : AROUND) +
      INK_AROUND * (ink[column + y] ?? 0)
    const follow = (y: number, other: number) => {
      const cost = (now[other] ?? 0) + costOf(y)
      if (cost < (now[y] ?? 0)) [now[y], steps[column + y]] = [cost, other - y]
    }
    for (let y = first; y <= last; y++) now[y] = (before[y] ?? 0) + costOf(y)
    for (let y = first + 1; y <= last; y++) follow(y, y - 1)
    for (let y = last - 1; y >= first; y--) follow(y, y + 1)
    before = now
  }
  const path = new Int32Array(width)
  let y = before.indexOf(Math.min(...before))
  for (let x = width - 1; x >= 0; x--) {
    path[x] = y
    for (let step = steps[x * rows + y]; step; step = steps[x * rows + y]) y += step
  }
  return path
}
