import type { App } from '#domain/app.ts'
import { hasReached, markReached, ofThisPlace } from '#domain/milestones.server.ts'
import { type FileStores, PlaceAway } from './file-stores.ts'

const FOUND = ofThisPlace('files were found in their bucket')

/**
 * Makes sure that the files are this database's. Throws ConfigError when they are not, or were never found: once they were,
 * a site whose store is away opens without it, since lists and pages need none.
 */
export async function claimFiles(
  { claim }: Pick<FileStores, 'claim'>,
  { db, clock, log }: Pick<App, 'db' | 'clock' | 'log'>,
): Promise<void> {
  const milestone = (place: string) => ofThisPlace(`files are kept in ${place}`)
  try {
    await claim({
      has: (place) => hasReached(db, milestone(place)),
      add: (place) => markReached(db, milestone(place), clock.now()),
    })
    await markReached(db, FOUND, clock.now())
  } catch (error) {
    if (!(error instanceof PlaceAway) || !(await hasReached(db, FOUND))) throw error
    log.error({ err: error }, 'the site opens although its files cannot be reached')
  }
}
