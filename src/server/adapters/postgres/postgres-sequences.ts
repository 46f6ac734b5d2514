import { sql } from 'kysely'
import type { Database } from '#database/schema.ts'
import type { Sequences } from '#domain/archive/archive.ts'

const SERIALS = { papers: 'papers_serial_seq', journal: 'journal_id_seq' } as const

export const postgresSequences: Sequences = {
  async read(db) {
    return { papers: await lastOf(db, SERIALS.papers), journal: await lastOf(db, SERIALS.journal) }
  },
  async set(db, values) {
    // Without a last one, the next is the first.
    for (const name of ['papers', 'journal'] as const)
      await sql`select setval(${SERIALS[name]}, ${Math.max(1, values[name])}::bigint, ${values[name] > 0}::boolean)`.execute(
        db,
      )
  },
}

async function lastOf(db: Database, sequence: string): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select case when is_called then last_value else 0 end as last from ${sql.table(sequence)}`.execute(db)
  return rows[0]?.last ?? 0
}
