/** Bytes that no row named, by their name in the store, moved on this day (2026-11-28) to removed/<day>/. */
export type Aside = { name: string; day: string }

/** Where a store keeps what a sweep moved: never served, and deleted by `discardAside` alone. */
export type AsideStore = {
  /** False when it is not there, or something lies there already under the same day and name. */
  setAside(name: string, day: string): Promise<boolean>
  listAside(): AsyncIterable<Aside>
  /** False when its place in the store is taken. */
  putBack(aside: Aside): Promise<boolean>
  discardAside(aside: Aside): Promise<void>
}

const DAY = /^\d{4}-\d\d-\d\d$/

/** Whether a folder's name is a day on which something was moved there. */
export function isAsideDay(name: string): boolean {
  return DAY.test(name) && !Number.isNaN(Date.parse(name))
}
