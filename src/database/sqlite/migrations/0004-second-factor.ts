import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const plain = db.withoutPlugins()
  // When the password was last typed in this session; Better Auth neither reads nor writes these two columns.
  await sql`alter table "session" add column "confirmedAt" text`.execute(plain)
  await sql`alter table "user" add column "mustChangePassword" integer not null default 0`.execute(plain)
  await createSecondFactors(plain)
  await createChallenges(plain)
}

/** The key is sealed with AUTH_SECRET; recovery codes are kept as their first characters and a slow hash of the rest. */
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

/** Sign-ins whose password was right and whose code is still to come. */
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
