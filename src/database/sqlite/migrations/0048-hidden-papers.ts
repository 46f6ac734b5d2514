import { type Kysely, sql } from 'kysely'

const OTHERS = `serial, id, title, file_key, thumbnail_key, answers_key, reference_link, type, grade, subject, month, year, pages,
  views, is_sample, upload_id, created_at, updated_at, version, thumbnail_given, variant, board, medium`

/** A paper can be off the site without being in the bin: then it is hidden, until a time or for good. SQLite makes a column
 * nullable by making its table again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `create table papers_off (
      serial integer not null primary key,
      id text not null unique,
      title text not null,
      file_key text not null unique references stored_files (full_path),
      thumbnail_key text unique references stored_files (full_path),
      answers_key text unique references stored_files (full_path),
      reference_link text,
      type text not null,
      grade text not null,
      subject text not null,
      month integer not null,
      year integer not null,
      pages integer not null,
      views integer not null,
      is_sample integer not null,
      upload_id text,
      created_at text not null,
      updated_at text not null,
      version integer not null,
      thumbnail_given integer not null,
      variant text not null default '',
      board text not null default '',
      medium text not null default '',
      binned_at text,
      binned_by text,
      hidden_at text,
      show_at text,
      check (coalesce(binned_at, hidden_at) is not null)
    ) strict`,
    `insert into papers_off (${OTHERS}, binned_at, binned_by)
      select ${OTHERS}, binned_at, binned_by from binned_papers`,
    'drop table binned_papers',
    'alter table papers_off rename to binned_papers',
    'create index binned_papers_by_binned_at on binned_papers (binned_at, serial)',
    'create index binned_papers_by_upload on binned_papers (upload_id)',
    'create index hidden_papers_to_show on binned_papers (show_at) where show_at is not null and binned_at is null',
  ])
    await sql.raw(statement).execute(db)
}
