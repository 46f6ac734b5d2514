import type { TrayGone } from '#domain/tray/tray.ts'
import type { TrayRow } from './tray-row.ts'

/** A row that is gone, and what was typed here that did not get into the paper. */
export type News = TrayGone & { lost: string }

/** The rows in the order in which they came, and what is to be said besides. */
export type Tray = {
  order: string[]
  rows: Record<string, TrayRow>
  /** Whether the server has been asked for everything that lies on it. */
  isMet: boolean
  /** By how many milliseconds the server's clock is ahead of this one. */
  ahead: number
  /** What others did with rows that are gone from here. */
  news: News[]
}

export const EMPTY_TRAY: Tray = { order: [], rows: {}, isMet: false, ahead: 0, news: [] }

/** The tray with some rows changed; those that are not there any more are left alone. */
export function change(tray: Tray, ids: string[], how: (row: TrayRow) => TrayRow): Tray {
  const rows = { ...tray.rows }
  for (const id of ids) if (rows[id]) rows[id] = how(rows[id])
  return { ...tray, rows }
}

/** The tray with these rows behind the others; those that are there stay as they are. */
export function lay(tray: Tray, laid: TrayRow[]): Tray {
  const unknown = laid.filter(({ uploadId }) => !tray.rows[uploadId])
  if (unknown.length === 0) return tray
  const rows = { ...tray.rows }
  for (const row of unknown) rows[row.uploadId] = row
  return { ...tray, order: [...tray.order, ...unknown.map(({ uploadId }) => uploadId)], rows }
}

/** What was held back as a copy of a row that goes is no copy any more. */
export function freeCopies(tray: Tray, ids: string[]): Tray {
  const copies = tray.order.filter((id) => ids.includes(tray.rows[id]?.copyOf ?? ''))
  return change(tray, copies, (row) => ({
    ...row,
    copyOf: null,
    step: row.step === 'held' ? 'hashed' : row.step,
  }))
}

/** The tray without these rows. */
export function forget(tray: Tray, ids: string[]): Tray {
  const gone = new Set(ids)
  const rows = Object.fromEntries(Object.entries(tray.rows).filter(([id]) => !gone.has(id)))
  return { ...tray, order: tray.order.filter((id) => !gone.has(id)), rows }
}
