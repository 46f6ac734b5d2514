import type { App } from '#domain/app.ts'
import { randomName } from '#domain/files/file-key.ts'
import { countFileRows } from '#domain/files/store.server.ts'
import { countAllNamed, countNamed } from '#domain/inbox/add-file.server.ts'
import { findReached, hasReached, markReached, ofThisPlace } from '#domain/milestones.server.ts'
import type { DatabaseSettings } from '#server/settings/database-settings.ts'
import type { Adoption, Claimant } from './claim-store.ts'
import { type FileStores, PlaceAway } from './file-stores.ts'

const FOUND = ofThisPlace('files were found in their bucket')
const OWN_ID = ofThisPlace('this database is ')
const KEPT_IN = ofThisPlace('files are kept in ')

/**
 * Makes sure that the files are this database's. Throws ConfigError when they are not, or were never found: once they were,
 * a site whose store is away opens without it, since lists and pages need none.
 */
export async function claimFiles(
  { claim }: Pick<FileStores, 'claim'>,
  { db, clock, log }: Pick<App, 'db' | 'clock' | 'log'>,
  database: DatabaseSettings,
  adoption: Adoption | null = null,
): Promise<void> {
  try {
    await claim(await claimantOf({ db, clock }, database), adoption)
    await markReached(db, FOUND, clock.now())
  } catch (error) {
    if (!(error instanceof PlaceAway) || !(await hasReached(db, FOUND))) throw error
    log.error({ err: error }, 'the site opens although its files cannot be reached')
  }
}

/** The database as it claims a place; it gets an id that it keeps, in copies of it, too. */
async function claimantOf(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  settings: DatabaseSettings,
): Promise<Claimant> {
  const id = (await findReached(db, OWN_ID))?.slice(OWN_ID.length) ?? randomName(16)
  await markReached(db, `${OWN_ID}${id}`, clock.now())
  return {
    id,
    address: addressOf(settings),
    has: async (place = '') =>
      place === '' ? (await findReached(db, KEPT_IN)) !== null : await hasReached(db, `${KEPT_IN}${place}`),
    add: (place) => markReached(db, `${KEPT_IN}${place}`, clock.now()),
    count: (kept) => countNamed(db, kept),
    total: () => countAllNamed(db),
    files: () => countFileRows(db),
  }
}

/** Without its password. */
function addressOf(settings: DatabaseSettings): string {
  if (settings.kind === 'sqlite') return settings.path
  const url = new URL(settings.url)
  return `postgres://${url.host}${url.pathname}`
}
