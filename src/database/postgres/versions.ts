import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'
import type { Versions } from '../versions.ts'

/** How soon another server's change is seen. */
const POLL_MS = 250

/**
 * Known at once: what this process commits is noted before it is answered, what others commit is asked for four times
 * a second. Numbers only grow, whatever order the answers come in. While the database does not answer, they stand.
 */
export function createVersions(): {
  read(): Versions
  committed(version: number): void
  poll(readDb: Kysely<Schema>): { stop(): void }
} {
  let [content, data] = [0, 0]
  let seen = ''
  const committed = (version: number) => {
    content = Math.max(content, version)
    data += 1
  }

  async function ask(readDb: Kysely<Schema>) {
    const { rows } = await sql<{ version: number; snapshot: string }>`
      select version, pg_current_snapshot()::text as snapshot from content_version`.execute(readDb)
    const [row] = rows
    if (!row) return
    content = Math.max(content, row.version)
    // Any transaction of anybody; counts on pages are at most a second behind it.
    if (row.snapshot !== seen) data += 1
    seen = row.snapshot
  }

  return {
    read: () => ({ content, data }),
    committed,
    poll(readDb) {
      let isStopped = false
      let timer: NodeJS.Timeout
      const next = () => {
        if (isStopped) return
        timer = setTimeout(
          () =>
            void ask(readDb)
              .catch(() => {})
              .then(next),
          POLL_MS,
        )
        timer.unref()
      }
      next()
      return {
        stop() {
          isStopped = true
          clearTimeout(timer)
        },
      }
    },
  }
}
