import { DatabaseSync } from 'node:sqlite'
import { NO_VERSIONS, type Versions } from '../locks.ts'

/** A connection of its own, since `data_version` tells of other connections' commits only. */
export function openVersions(path: string): { read(isAnew?: boolean): Versions; close(): void } {
  const sqlite = new DatabaseSync(path, { readOnly: true, timeout: 0 })
  const data = sqlite.prepare('pragma data_version')
  // It is read with nearly each request: a row as an object takes twice as long.
  data.setReturnArrays(true)
  const all = sqlite.prepare('select version as content, prepared, counts from content_version')
  let known = NO_VERSIONS
  let knownData = -1
  let isRead = false
  return {
    /**
     * Read once for all requests that arrive in the same turn of the event loop: they were sent before any answer to it.
     * `isAnew` reads in any case. Whoever is called by anything else than an arriving request must say so, since a
     * number that was read after the requests of a turn would still be known to those of the next.
     */
    read(isAnew = false) {
      if (isRead && !isAnew) return known
      const version = Number((data.get() as unknown as number[])[0])
      // In this order: a commit between the two reads is seen again by the next.
      if (version !== knownData) known = { ...(all.get() as Versions) }
      knownData = version
      if (isRead || isAnew) return known
      isRead = true
      setImmediate(() => {
        isRead = false
      })
      return known
    },
    close: () => sqlite.close(),
  }
}
