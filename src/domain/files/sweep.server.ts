import type { App } from '#domain/app.ts'
import { selectKnownKeys } from './store.server.ts'
import {
  type SweepTimes,
  type Swept,
  type SweptStore,
  sweepUnnamed,
  sweptBefore,
} from './sweep-unnamed.server.ts'

/** Files younger than this may belong to an upload that is about to write its row. */
export const SWEEP_AGE_MS = 60 * 60 * 1000

/** The files of papers and of the centre's pictures, with the rows that name them. */
export function storedFiles({ db, files }: Pick<App, 'db' | 'files'>): SweptStore {
  return {
    ...files,
    kind: 'files',
    warning: 'sweep-refused',
    what: 'stored files',
    async *list() {
      for await (const { key, storedAt } of files.list()) yield { name: key, storedAt }
    },
    selectNamed: (keys) => selectKnownKeys(db, keys),
  }
}

/** Moves files without a row aside, as `sweepUnnamed` does, and removes what puts that were cut short left. */
export async function sweepFiles(
  app: Pick<App, 'db' | 'files' | 'clock' | 'log'>,
  { age, asOf = app.clock.now(), days = asOf }: Pick<SweepTimes, 'age'> & Partial<SweepTimes>,
): Promise<Swept> {
  const swept = await sweepUnnamed(app, storedFiles(app), { age, asOf, days })
  await app.files.discardUnfinished(sweptBefore({ age, asOf }))
  return swept
}
