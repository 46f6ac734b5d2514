/** Safe in the browser. In degrees, clockwise: by which a page is turned from how its file shows it. */
export type Turn = 0 | 90 | 180 | 270
/** Of turned pages alone, by their numbers. */
export type Turns = Record<number, Turn>

/** What the addresses of a page's pictures and texts begin with: "3", or "3r90" for one that is turned, since a picture is
 * cached for ever. */
export function pageName(page: number, turn: Turn = 0): string {
  return turn === 0 ? `${page}` : `${page}r${turn}`
}

/** Whether height and width change places. */
export function isSideways(turn: Turn): boolean {
  return turn === 90 || turn === 270
}
