/** A file that has arrived whole and lies in quarantine, not yet believed. `size` in bytes. */
export type ReceivedFile = {
  path: string
  /** What the sender called it: kept as a name, never as a path. */
  originalName: string
  size: number
  md5: string
  sha256: string
  /** Whether it was written anew here, without the scripts that came with it. */
  scriptsRemoved?: boolean
}
