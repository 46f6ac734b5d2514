import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const plain = db.withoutPlugins()
  // Better Auth neither reads nor writes these two columns.
  await sql`alter table "session" add column "confirmedAt" text`.execute(plain)
  await sql`alter table "user" add column "mustChangePassword" integer not null default 0`.execute(plain)
  await createSecondFactors(plain)
  await createChallenges(plain)
}

/** The key is sealed with AUTH_SECRET; of a recovery code only the beginning and a slow hash of the rest are kept. */
async function createSecondFactors(db: Kysely<unknown>) {
  await sql`create table second_factors (
    administrator_id text not null primary key references "user" ("id") on delete cascade,
    sealed_key text not null,
    last_step integer not null default 0,
    proven_at text
  ) strict, without rowid`.execute(db)
  await sql`create table recovery_codes (
    administrator_id text not null references "user" ("id") on delete cascade,
    beginning text not null,
    hash text not null,
    used_at text,
    primary key (administrator_id, beginning)
  ) strict, without rowid`.execute(db)
}

async function createChallenges(db: Kysely<unknown>) {
  await sql`create table sign_in_challenges (
    hash text not null primary key,
    administrator_id text not null references "user" ("id") on delete cascade,
    tries integer not null default 0,
    expires_at text not null
  ) strict, without rowid`.execute(db)
  await sql`create index sign_in_challenges_by_administrator
    on sign_in_challenges (administrator_id, expires_at)`.execute(db)
}
