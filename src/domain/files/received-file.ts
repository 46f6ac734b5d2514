/** A file in quarantine, complete but not yet checked. `size` in bytes. */
export type ReceivedFile = {
  path: string
  /** As the sender called it: only ever a name, never a path. */
  originalName: string
  size: number
  md5: string
  sha256: string
  scriptsRemoved?: boolean
  lockRemoved?: boolean
  /** What another store kept about it. */
  customMetadata?: Record<string, string>
}
