import type { Hints } from '#domain/reading/hints.ts'

/** Files that have arrived, were judged, and wait on the desk's tray for their fields. Safe in the browser. */

/** `size` in bytes, `arrivedAt` UTC in ISO 8601, `sha256` in hexadecimal. */
export type TrayFile = {
  uploadId: string
  name: string
  size: number
  sha256: string
  pages: number
  /** Whether it was written anew here, without the scripts that came with it. */
  scriptsRemoved: boolean
  arrivedAt: string
  hints: Hints
}

export type { Twin } from '#domain/catalogue/twin.ts'

/** How long a file waits on the tray before it is swept away. In milliseconds. */
export const TRAY_LIFE_MS = 7 * 24 * 60 * 60 * 1000
/** Most files of one administrator on the tray at once. */
export const TRAY_LIMIT = 500
