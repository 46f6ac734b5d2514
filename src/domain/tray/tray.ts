import type { Paper } from '#domain/catalogue/paper.ts'
import type { Hints } from '#domain/reading/hints.ts'

/** Files that have arrived, were judged, and wait on the desk's tray for their fields. Safe in the browser. */

/** `size` in bytes, `arrivedAt` UTC in ISO 8601, `sha256` in hexadecimal. */
export type TrayFile = {
  uploadId: string
  name: string
  size: number
  sha256: string
  pages: number
  arrivedAt: string
  hints: Hints
}

/** Why a paper is taken for the same one: its bytes, or its class, subject, month, year and a like title. */
export type TwinReason = 'same-file' | 'same-paper'

/** A paper that is there already, published or in the bin. */
export type Twin = { reason: TwinReason; binned: boolean; paper: Paper }

/** How long a file waits on the tray before it is swept away. In milliseconds. */
export const TRAY_LIFE_MS = 7 * 24 * 60 * 60 * 1000
/** Most files on the tray at once. */
export const TRAY_LIMIT = 500
