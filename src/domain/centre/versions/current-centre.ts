import type { Centre } from '../centre.ts'

/** `version` is the number of the published version that is shown, 0 for site.config.ts; `latest` that of the newest, damaged or not. `author` is who published it, '' for site.config.ts. */
export type PublishedCentre = { version: number; latest: number; author: string; centre: Centre }

export type CurrentCentre = {
  /** What is published now, from memory unless something has changed or `isAnew`; the last good one where it cannot be read. */
  read(isAnew?: boolean): Promise<PublishedCentre>
  /** What site.config.ts has. */
  first: Centre
  /** Whether SITE_CONTENT=file keeps the site as site.config.ts has it. */
  isLocked: boolean
}
