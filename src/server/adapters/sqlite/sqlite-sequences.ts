import { sql } from 'kysely'
import type { Sequences } from '#domain/archive/archive.ts'

const TABLES = ['papers', 'journal'] as const

export const sqliteSequences: Sequences = {
  async read(db) {
    const { rows } = await sql<{ name: string; seq: number }>`select name, seq from sqlite_sequence`.execute(
      db,
    )
    const of = (name: string) => rows.find((row) => row.name === name)?.seq ?? 0
    return { papers: of('papers'), journal: of('journal') }
  },
  async set(db, values) {
    for (const name of TABLES) {
      await sql`delete from sqlite_sequence where name = ${name}`.execute(db)
      await sql`insert into sqlite_sequence (name, seq) values (${name}, ${values[name]})`.execute(db)
    }
  },
}
