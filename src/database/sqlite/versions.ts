import { DatabaseSync } from 'node:sqlite'
import type { Versions } from '../versions.ts'

/** A connection of its own, since `data_version` tells of other connections' commits only. */
export function openVersions(path: string): { read(): Versions; close(): void } {
  const sqlite = new DatabaseSync(path, { readOnly: true, timeout: 0 })
  const data = sqlite.prepare('pragma data_version')
  const content = sqlite.prepare('select version from content_version')
  let known: Versions = { data: -1, content: -1 }
  let isRead = false
  return {
    /** Read once per turn of the event loop: what is asked in the same turn was sent before any answer to it. */
    read() {
      if (isRead) return known
      const version = Number(data.get()?.data_version)
      // In this order: a commit between the two reads is seen again by the next.
      if (version !== known.data) known = { data: version, content: Number(content.get()?.version) }
      isRead = true
      setImmediate(() => {
        isRead = false
      })
      return known
    },
    close: () => sqlite.close(),
  }
}
