import { vi } from 'vitest'
import type { Site } from './site.ts'

/** Waits until no page of any paper is left to be drawn. */
export async function untilDrawn({ app }: Pick<Site, 'app'>): Promise<void> {
  const left = () =>
    app.readDb.selectFrom('drawingJobs').select('fileKey').where('state', '=', 'waiting').execute()
  await vi.waitUntil(async () => (await left()).length === 0, { timeout: 120_000, interval: 100 })
}
