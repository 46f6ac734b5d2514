import type { Tray } from './tray-queue.ts'

/** The earlier row on the tray that holds the same bytes, or null. */
export function sameBytes(tray: Tray, id: string, sha256: string | null): string | null {
  if (!sha256) return null
  for (const other of tray.order) {
    const row = tray.rows[other]
    if (other === id) return null
    if (row?.sha256 === sha256 && !row.away && row.step !== 'published') return other
  }
  return null
}
