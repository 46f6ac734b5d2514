import { UPLOADS_AT_ONCE } from '#domain/files/upload-limits.ts'
import { problemOf } from './row-problem.ts'
import type { Tray } from './tray-queue.ts'
import { type TrayRow, twinsKey } from './tray-row.ts'

/** Most files whose twins are asked in one call. */
const TWINS_AT_ONCE = 20

/** The rows that are still on the tray, in their order: neither taken away nor published. */
export function present({ order, rows }: Tray): TrayRow[] {
  return order.flatMap((id) => {
    const row = rows[id]
    return row && !row.away && row.step !== 'published' ? [row] : []
  })
}

/** The next file to be looked at. */
export function nextToHash(tray: Tray): TrayRow | undefined {
  return present(tray).find(({ step }) => step === 'new')
}

/** The files whose twins are to be asked now. */
export function nextToAsk(tray: Tray): TrayRow[] {
  const due = (row: TrayRow) => {
    const key = twinsKey(row)
    return key !== null && key !== row.twinsAsked && !row.copyOf
  }
  return present(tray).filter(due).slice(0, TWINS_AT_ONCE)
}

/** The files to be sent now, when so many are under way. */
export function nextToSend(tray: Tray, underWay: number): TrayRow[] {
  const waiting = present(tray).filter(({ step }) => step === 'waiting')
  return waiting.slice(0, Math.max(0, UPLOADS_AT_ONCE - underWay))
}

/** The next paper to be published: one that was asked for, has arrived, and whose twins are known. */
export function nextToPublish(tray: Tray): TrayRow | undefined {
  return present(tray).find(
    (row) =>
      row.unsaved.length === 0 &&
      row.step === 'arrived' &&
      row.twinsAsked === twinsKey(row) &&
      problemOf(row).kind === 'publishing',
  )
}

/** The papers that are still to be published of what was asked for. */
export function inPublication(tray: Tray): TrayRow[] {
  return present(tray).filter((row) => problemOf(row).kind === 'publishing')
}

/** The rows whose bytes are not on the server yet, and will go there by themselves. */
export function unsent(tray: Tray): TrayRow[] {
  return present(tray).filter(({ step }) => ['new', 'hashed', 'waiting', 'sending'].includes(step))
}
