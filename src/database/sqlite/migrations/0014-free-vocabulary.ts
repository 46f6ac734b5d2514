import { type Kysely, sql } from 'kysely'

type Part = { type: string; sql: string }

/** Recreates `papers` without its checks of boards, exams and classes: the application validates those. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<Part>`select type, sql from sqlite_schema
    where tbl_name = 'papers' and sql is not null order by type = 'table' desc`.execute(db)
  const [table, ...others] = rows
  const columns = await sql<{ name: string }>`select name from pragma_table_xinfo('papers')
    where hidden = 0`.execute(db)
  const names = sql.join(columns.rows.map(({ name }) => sql.ref(name)))
  await sql.raw(withoutChecks(table?.sql ?? '')).execute(db)
  await sql`insert into papers_anew (${names}) select ${names} from papers`.execute(db)
  // A deleted paper's serial number is never given again.
  await sql`delete from sqlite_sequence where name = 'papers_anew'`.execute(db)
  await sql`insert into sqlite_sequence (name, seq)
    select 'papers_anew', seq from sqlite_sequence where name = 'papers'`.execute(db)
  await sql`drop table papers`.execute(db)
  await sql`alter table papers_anew rename to papers`.execute(db)
  for (const other of others) await sql.raw(other.sql).execute(db)
}

function withoutChecks(table: string) {
  const made = table
    .replace(/^create table "?papers"?/i, 'create table papers_anew')
    .replace(/(\btype text not null) check \(type in \([^)]*\)\)/, '$1')
    .replace(/(\bgrade text not null) check \(\s*\(type in [\s\S]*?grade = 'previous-years'\)\s*\)/, '$1')
  if (!made.includes('papers_anew') || /check \(\s*\(?type/.test(made))
    throw new Error('The table of papers is not as it was left by the migration before.')
  return made
}
