import { type Kysely, sql } from 'kysely'

/** Better Auth names these tables and columns, hence the camel case; it keeps times as ISO 8601 text. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const plain = db.withoutPlugins()
  await createPeople(plain)
  await createSessions(plain)
  await createSecrets(plain)
  await createSignInFailures(plain)
}

async function createPeople(db: Kysely<unknown>) {
  await sql`create table "user" (
    "id" text not null primary key,
    "name" text not null,
    "email" text not null unique,
    "emailVerified" integer not null,
    "image" text,
    "createdAt" text not null,
    "updatedAt" text not null,
    "role" text,
    "banned" integer,
    "banReason" text,
    "banExpires" text
  ) strict`.execute(db)
  await sql`create table "account" (
    "id" text not null primary key,
    "accountId" text not null,
    "providerId" text not null,
    "userId" text not null references "user" ("id") on delete cascade,
    "accessToken" text,
    "refreshToken" text,
    "idToken" text,
    "accessTokenExpiresAt" text,
    "refreshTokenExpiresAt" text,
    "scope" text,
    "password" text,
    "createdAt" text not null,
    "updatedAt" text not null
  ) strict`.execute(db)
  await sql`create index "account_userId_idx" on "account" ("userId")`.execute(db)
}

async function createSessions(db: Kysely<unknown>) {
  await sql`create table "session" (
    "id" text not null primary key,
    "expiresAt" text not null,
    "token" text not null unique,
    "createdAt" text not null,
    "updatedAt" text not null,
    "ipAddress" text,
    "userAgent" text,
    "userId" text not null references "user" ("id") on delete cascade,
    "impersonatedBy" text
  ) strict`.execute(db)
  await sql`create index "session_userId_idx" on "session" ("userId")`.execute(db)
}

async function createSecrets(db: Kysely<unknown>) {
  await sql`create table "verification" (
    "id" text not null primary key,
    "identifier" text not null,
    "value" text not null,
    "expiresAt" text not null,
    "createdAt" text not null,
    "updatedAt" text not null
  ) strict`.execute(db)
  await sql`create index "verification_identifier_idx" on "verification" ("identifier")`.execute(db)
  await sql`create table "jwks" (
    "id" text not null primary key,
    "publicKey" text not null,
    "privateKey" text not null,
    "createdAt" text not null,
    "expiresAt" text,
    "alg" text,
    "crv" text
  ) strict`.execute(db)
}

async function createSignInFailures(db: Kysely<unknown>) {
  await sql`create table sign_in_failures (
    account text not null primary key,
    failures integer not null check (failures > 0),
    blocked_until text,
    updated_at text not null
  ) strict`.execute(db)
  await sql`create index sign_in_failures_updated_at on sign_in_failures (updated_at)`.execute(db)
}
