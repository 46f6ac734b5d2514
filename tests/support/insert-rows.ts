import { sql } from 'kysely'
import { openUnlimited } from '#database/postgres/open-postgres.ts'
import type { DatabaseSettings } from '#server/settings/database-settings.ts'

export type SharedDatabase = Extract<DatabaseSettings, { kind: 'postgres' }>
type Made = { paper: object; files: object[]; text: string | null }

/** Many rows a statement, without triggers, of which each paper runs eight: what they keep is made afterwards, at once. */
export async function insertRows(
  settings: SharedDatabase,
  made: Iterable<Made>,
  atOnce: number,
): Promise<void> {
  const db = openUnlimited(settings)
  const insert = async (table: string, rows: object[]) => {
    const [first] = rows
    if (!first) return
    const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    const columns = sql.join(Object.keys(first).map((name) => sql.ref(snake(name))))
    const json = JSON.stringify(
      rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [snake(name), value]))),
    )
    await sql`insert into ${sql.table(table)} (${columns})
      select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`.execute(db)
  }
  try {
    await sql`set session_replication_role = replica`.execute(db)
    await sql`set synchronous_commit = off`.execute(db)
    for (const batch of batches(made, atOnce)) {
      await insert(
        'stored_files',
        batch.flatMap(({ files }) => files),
      )
      await insert(
        'papers',
        batch.map(({ paper }) => paper),
      )
      await insert(
        'page_texts',
        batch.flatMap(({ paper, text }) =>
          text === null ? [] : [{ fileKey: (paper as { fileKey: string }).fileKey, page: 1, text }],
        ),
      )
    }
    await sql`insert into paper_counts (type, grade, subject, year, month, answered, board, papers)
      select type, grade, subject, year, month, answered, board, count(*) from papers group by 1, 2, 3, 4, 5, 6, 7`.execute(
      db,
    )
    await sql`update paper_counts_age set changes = changes + 1`.execute(db)
    await sql`insert into drawing_jobs (file_key, state) select file_key, 'waiting' from papers`.execute(db)
    for (const table of ['papers', 'stored_files', 'paper_counts', 'drawing_jobs'])
      await sql`vacuum analyze ${sql.table(table)}`.execute(db)
  } finally {
    await db.destroy()
  }
}

function* batches<Each>(all: Iterable<Each>, size: number) {
  let batch: Each[] = []
  for (const each of all) {
    batch.push(each)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
