import { type Kysely, sql } from 'kysely'
import type { Versions } from '../locks.ts'
import type { Schema } from '../schema.ts'

/** How soon another server's change is seen. */
const POLL_MS = 250

/**
 * Known at once: what this process commits is noted before it is answered, what others commit is asked for four times
 * a second. Numbers only grow, whatever order the answers come in. While the database does not answer, they stay the same.
 */
export function createVersions(): {
  read(): Versions
  committed(versions: Versions): void
  poll(readDb: Kysely<Schema>): { stop(): void }
} {
  let known: Versions = { content: 0, prepared: 0, counts: 0 }
  const committed = ({ content, prepared, counts }: Versions) => {
    known = {
      content: Math.max(known.content, content),
      prepared: Math.max(known.prepared, prepared),
      counts: Math.max(known.counts, counts),
    }
  }

  async function ask(readDb: Kysely<Schema>) {
    const { rows } = await sql<Versions>`
      select version as content, prepared, counts from content_version`.execute(readDb)
    if (rows[0]) committed(rows[0])
  }

  return {
    read: () => known,
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
