import type { App } from '#domain/app.ts'
import { ConfigError } from '#server/config.ts'

/** The places of the database's files, each by the name that is kept there. */
export type KnownPlaces = { has(name: string): Promise<boolean>; add(name: string): Promise<void> }

export type FileStores = Pick<App, 'files' | 'inbox' | 'pageStore'> & {
  /**
   * Once at a start. Throws ConfigError when the place cannot be used or holds the files of another database, and
   * PlaceAway when nothing answers there: then it is tried again before the next sweep, which deletes.
   */
  claim(known: KnownPlaces): Promise<void>
  close(): void
}

/** Nothing answers where the files should be. */
export class PlaceAway extends ConfigError {}
