import { type Kysely, sql } from 'kysely'

/** Every state of what the centre says of itself that was ever published, as documents. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table centre_versions (
    id integer primary key,
    schema_version integer not null,
    document text not null,
    at text not null,
    author_id text,
    author text not null,
    note text not null
  ) strict`.execute(db)
  for (const change of ['insert', 'update', 'delete'])
    await sql
      .raw(`create trigger content_version_centre_versions_${change} after ${change} on centre_versions begin
        update content_version set version = version + 1;
      end`)
      .execute(db)
}
