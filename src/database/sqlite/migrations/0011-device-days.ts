import { type Kysely, sql } from 'kysely'

/** Better Auth neither reads nor writes what is added here. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const plain = db.withoutPlugins()
  await sql`create table device_days (
    administrator_id text not null references "user" ("id") on delete cascade,
    device_id text not null,
    device text not null,
    days text not null check (length(days) <= 1024),
    last_day text not null,
    primary key (administrator_id, device_id)
  ) strict, without rowid`.execute(plain)
  await sql`alter table "session" add column "deviceId" text`.execute(plain)
  await sql`alter table "session" add column "notedDay" text`.execute(plain)
  // Live sessions stay signed in, each as a device of its own.
  await sql`update "session" set "deviceId" = lower(hex(randomblob(16)))`.execute(plain)
  await sql`alter table "user" add column "lastSignInAt" text`.execute(plain)
  await sql`update "user" set "lastSignInAt" =
    (select max("createdAt") from "session" where "userId" = "user"."id")`.execute(plain)
}
