import { type Kysely, sql } from 'kysely'

/** Accounts, passwords, second factors and live sessions stay; the rest of Better Auth's tables, and its keys, go. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const plain = db.withoutPlugins()
  await keepAdministrators(plain)
  await keepSessions(plain)
  for (const table of ['account', 'session', 'verification', 'jwks'])
    await sql`drop table ${sql.table(table)}`.execute(plain)
}

/** Renamed, not recreated: the tables that refer to it follow. */
async function keepAdministrators(db: Kysely<unknown>) {
  await sql`alter table "user" rename to administrators`.execute(db)
  await sql`alter table administrators rename column "createdAt" to created_at`.execute(db)
  await sql`alter table administrators rename column "mustChangePassword" to must_change_password`.execute(db)
  await sql`alter table administrators rename column "lastSignInAt" to last_sign_in_at`.execute(db)
  await sql`alter table administrators add column password_hash text not null default ''`.execute(db)
  await sql`alter table administrators add column disabled integer not null default 0
    check (disabled in (0, 1))`.execute(db)
  // Accounts with another role could never sign in, and stay disabled.
  await sql`update administrators set
    disabled = case when coalesce("banned", 0) = 0 and coalesce("role", '') = 'admin' then 0 else 1 end,
    password_hash = coalesce((select "password" from "account" where "userId" = administrators.id), '')`.execute(
    db,
  )
  for (const column of [
    'name',
    'emailVerified',
    'image',
    'updatedAt',
    'role',
    'banned',
    'banReason',
    'banExpires',
  ])
    await sql`alter table administrators drop column ${sql.ref(column)}`.execute(db)
}

type FormerSession = Record<
  'token' | 'userId' | 'device' | 'deviceId' | 'createdAt' | 'updatedAt',
  string
> & {
  confirmedAt: string | null
  notedDay: string | null
}

/** A session is found by the hash of its cookie's token, so that a copy of the database lets nobody in. */
async function keepSessions(db: Kysely<unknown>) {
  await sql`create table sessions (
    serial integer primary key,
    sid text not null unique,
    administrator_id text not null references administrators (id) on delete cascade,
    device text not null,
    device_id text not null,
    created_at text not null,
    used_at text not null,
    confirmed_at text,
    noted_day text
  ) strict`.execute(db)
  await sql`create index sessions_by_administrator on sessions (administrator_id)`.execute(db)
  const { rows } = await sql<FormerSession>`select "token", "userId", "createdAt", "updatedAt", "confirmedAt",
    "notedDay", coalesce("userAgent", 'A browser') as device,
    coalesce("deviceId", lower(hex(randomblob(16)))) as "deviceId" from "session" order by rowid`.execute(db)
  for (const { token, userId, device, deviceId, createdAt, updatedAt, confirmedAt, notedDay } of rows) {
    const values = [await hash(token), userId, device, deviceId, createdAt, updatedAt, confirmedAt, notedDay]
    await sql`insert into sessions (sid, administrator_id, device, device_id, created_at, used_at, confirmed_at,
      noted_day) values (${sql.join(values)})`.execute(db)
  }
}

async function hash(text: string) {
  return Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(text))).toString('base64url')
}
