import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'

const OLDEST = 15

/** Throws when the server is too old or keeps texts in another encoding. */
export async function checkServer(db: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ version: number; encoding: string }>`
    select current_setting('server_version_num')::int as version, getdatabaseencoding() as encoding`.execute(
    db,
  )
  const [{ version, encoding } = { version: 0, encoding: '' }] = rows
  const major = Math.floor(version / 10_000)
  if (major < OLDEST) throw new Error(`it is PostgreSQL ${major}, and ${OLDEST} or newer is needed`)
  if (encoding !== 'UTF8')
    throw new Error(`its encoding is ${encoding}: make one with "create database … encoding 'UTF8'"`)
}

const REASONS: Record<string, string> = {
  '28P01': 'the user or the password is wrong',
  '28000': 'the server lets this user in from here in no way',
  '3D000': 'there is no such database',
  '42501': 'the user may not make tables there; it needs "grant create on schema public"',
  ECONNREFUSED: 'nothing answers there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host could not be looked up',
}

/** One sentence that names the variable, without the password. */
export function describeStart(error: unknown, url: string): string {
  const { message, cause, code = codeOf(cause) } = error as Error & { code?: string }
  const { hostname, host, pathname, username } = new URL(url)
  const where = `postgres://${username}@${host || hostname}${pathname}`
  return `DATABASE_URL cannot be used (${where}): ${REASONS[code] ?? message}.`
}

function codeOf(cause: unknown) {
  return (cause as { code?: string } | undefined)?.code ?? ''
}
