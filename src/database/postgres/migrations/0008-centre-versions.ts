import { type Kysely, sql } from 'kysely'

/** Every state of what the centre says of itself that was ever published, as documents. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table centre_versions (
    id integer primary key,
    schema_version integer not null,
    document text collate "C" not null,
    at timestamptz not null,
    author_id text collate "C",
    author text collate "C" not null,
    note text collate "C" not null
  )`.execute(db)
  await sql`create constraint trigger content_version_of_centre after insert or update or delete on centre_versions
    deferrable initially deferred for each row execute function raise_content_version()`.execute(db)
}
