import { setTimeout as wait } from 'node:timers/promises'
import type { Site } from './site.ts'

const LATE_MS = 300_000

/** Waits until no page of any paper is left to be rendered. */
export async function untilRendered({ app }: Pick<Site, 'app'>): Promise<void> {
  const left = () =>
    app.readDb.selectFrom('drawingJobs').select('fileKey').where('state', '=', 'waiting').execute()
  for (const late = Date.now() + LATE_MS; (await left()).length > 0; await wait(100))
    if (Date.now() > late) throw new Error('Pages are still not rendered')
}
