import { Hono } from 'hono'
import { z } from 'zod'
import type { App } from '#domain/app.ts'
import {
  postponeOnboarding,
  readOnboarding,
  skipStep,
  takeUpStep,
} from '#domain/onboarding/onboarding.server.ts'
import { FIRST_STEP_IDS } from '#domain/onboarding/onboarding-steps.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { valid } from '../api.ts'

const step = z.strictObject({ step: z.enum(FIRST_STEP_IDS, `must be one of ${FIRST_STEP_IDS.join(', ')}`) })

/** What of the site is still a sample. A step that is skipped has a skip. */
export function onboardingApi(app: App) {
  return new Hono<HttpEnv>()
    .get('/first-minutes', async (c) => c.json(await readOnboarding(app), 200))
    .put('/first-minutes/postponement', async (c) => {
      await postponeOnboarding(app)
      return c.json(await readOnboarding(app), 200)
    })
    .put('/first-minutes/:step/skip', valid('param', step), async (c) => {
      await skipStep(app, c.req.valid('param').step)
      return c.json(await readOnboarding(app), 200)
    })
    .delete('/first-minutes/:step/skip', valid('param', step), async (c) => {
      await takeUpStep(app, c.req.valid('param').step)
      return c.json(await readOnboarding(app), 200)
    })
}
