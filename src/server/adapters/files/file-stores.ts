import type { App } from '#domain/app.ts'
import { ConfigError } from '#server/config.ts'
import type { Adoption, Claimant } from './claim-store.ts'

export type FileStores = Pick<App, 'files' | 'inbox' | 'pageStore'> & {
  /**
   * Once at a start. Throws ConfigError when the place cannot be used or holds the files of another database, and
   * PlaceAway when nothing answers there: then it is tried again before the next sweep.
   */
  claim(database: Claimant, adoption?: Adoption | null): Promise<void>
  close(): void
}

/** Nothing answers where the files should be. */
export class PlaceAway extends ConfigError {}
