import type { App } from '#domain/app.ts'
import { hasReached, markReached, ofThisPlace } from '#domain/milestones.server.ts'
import { secretCheckOf } from '../adapters/archive/secret-check.ts'
import { ConfigError } from '../settings/config-error.ts'

const MARK = ofThisPlace('signed with ')

/** Servers of one database sign with one secret, which the first one marks. Throws ConfigError when this one has another. */
export async function claimSecret({ db, clock }: Pick<App, 'db' | 'clock'>, secret: string): Promise<void> {
  const own = `${MARK}${secretCheckOf(secret).slice(0, 16)}`
  if (await hasReached(db, own)) return
  const other = await db
    .selectFrom('milestones')
    .select('name')
    .where('name', 'like', `${MARK}%`)
    .executeTakeFirst()
  if (!other) return await markReached(db, own, clock.now())
  throw new ConfigError(
    "AUTH_SECRET is not the one that this database's site was begun with: set it to the same on every server, or copy DATA_DIR/auth-secret from one of them. Is it lost, let a new one in with: npm run admin -- forget-secret",
  )
}

/** The next server to start marks its own: everybody signs in anew, and codes of authenticator apps are dead. */
export async function forgetSecret(db: App['db']): Promise<void> {
  await db.deleteFrom('milestones').where('name', 'like', `${MARK}%`).execute()
}
