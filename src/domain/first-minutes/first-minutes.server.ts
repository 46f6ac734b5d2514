import type { App } from '../app.ts'
import { hasReachedAny, markReached, unmarkReached } from '../milestones.server.ts'
import { listPrices } from '../pricing/prices.server.ts'
import { hasSamples } from '../samples/samples.server.ts'
import { FIRST_STEP_IDS, type FirstStep, type FirstStepId } from './first-steps.ts'
import { isSample } from './sample-values.ts'

const skipped = (id: FirstStepId) => `first step skipped: ${id}`

/** All steps; where the site is locked to its file those alone that the desk can do. */
export async function readFirstMinutes(app: Pick<App, 'db' | 'readDb' | 'centre'>): Promise<FirstStep[]> {
  const [{ centre }, prices, hasSamplePapers, left] = await Promise.all([
    app.centre.read(),
    listPrices(app),
    hasSamples(app),
    hasReachedAny(app.db, FIRST_STEP_IDS.map(skipped)),
  ])
  const isOpen = (id: FirstStepId) => {
    if (id === 'prices') return Object.values(prices).every((rupees) => rupees === null)
    return id === 'papers' ? hasSamplePapers : isSample(centre, id)
  }
  const ids = app.centre.isLocked ? (['prices', 'papers'] as const) : FIRST_STEP_IDS
  return ids.map((id) => ({ id, isSample: isOpen(id), isSkipped: left.has(skipped(id)) }))
}

/** For everybody who works at this site, until it is taken up again. */
export async function skipStep(app: Pick<App, 'db' | 'clock'>, id: FirstStepId): Promise<void> {
  await markReached(app.db, skipped(id), app.clock.now())
}

export async function takeUpStep(app: Pick<App, 'db'>, id: FirstStepId): Promise<void> {
  await unmarkReached(app.db, skipped(id))
}
