import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import { z } from 'zod'
import {
  listSearches,
  readActivity,
  readCoverage,
  readPaperActivity,
} from '#domain/activity/activity.server.ts'
import { COVERAGES, PERIODS, type Period } from '#domain/activity/activity.ts'
import type { App } from '#domain/app.ts'
import { ENTRY_KINDS, type EntryKind } from '#domain/journal/entry.ts'
import { listChanges } from '#domain/journal/journal.server.ts'
import {
  postponeOnboarding,
  readOnboarding,
  resumeStep,
  skipStep,
} from '#domain/onboarding/onboarding.server.ts'
import { FIRST_STEP_IDS } from '#domain/onboarding/onboarding-steps.ts'
import { PLAN_IDS } from '#domain/pricing/plan.ts'
import { setPrices } from '#domain/pricing/prices.server.ts'
import { dismissWish, listWanted } from '#domain/wanted/wanted.server.ts'
import { adminGuard } from '#server/middleware/admin-guard.ts'
import { roleGuard } from '#server/middleware/admin-roles.ts'
import { siteWarnings } from '#server/serving/health.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { paperNotFound, problem } from '#server/serving/problem.ts'
import type { Quarantine } from '#server/uploading/quarantine.ts'
import { valid } from '../api.ts'
import { describeFields, describeInvalid, idSchema, noQuery, somePricesSchema } from '../schemas.ts'
import { accountApi } from './account.ts'
import { backupsApi } from './backups.ts'
import { inboxApi, inboxChangesApi } from './inbox/inbox.ts'
import { createTakeUpload, uploadsApi } from './inbox/uploads.ts'
import { paperChangesApi } from './papers/paper-changes.ts'
import {
  adminPapersApi,
  answerMatchesApi,
  duplicatesApi,
  pageTurnsApi,
  renderJobsApi,
} from './papers/papers.ts'
import { adminQuestionsApi } from './papers/questions.ts'
import { replacementsApi } from './papers/replacements.ts'
import { siteContentApi, siteContentFileApi, sitePicturesApi } from './site.ts'

/** Who is there, and what that one may do, is looked at once, at the root, for every method and path. */
export function adminApi(app: App, quarantine: Quarantine) {
  const takeUpload = createTakeUpload(app, quarantine)
  return new Hono<HttpEnv>()
    .use('*', adminGuard(app.identity))
    .use('*', roleGuard(app))
    .route('/', adminPapersApi(app))
    .route('/', paperChangesApi(app))
    .route('/', inboxChangesApi(app))
    .route('/', uploadsApi(app, quarantine))
    .route('/', inboxApi(app, takeUpload))
    .route('/', replacementsApi(app, quarantine, takeUpload))
    .route('/', pageTurnsApi(app))
    .route('/', adminQuestionsApi(app))
    .route('/', duplicatesApi(app))
    .route('/', adminPricesApi(app))
    .route('/', answerMatchesApi(app))
    .route('/', activityApi(app))
    .route('/', journalApi(app))
    .route('/', renderJobsApi(app))
    .route('/', accountApi(app))
    .route('/', backupsApi(app))
    .route('/', warningsApi(app, quarantine))
    .route('/', siteContentApi(app))
    .route('/', sitePicturesApi(app, takeUpload))
    .route('/', siteContentFileApi(app, quarantine, takeUpload))
    .route('/', onboardingApi(app))
}

export type AdminApi = ReturnType<typeof adminApi>

const periodRule = `must be one of ${PERIODS.join(', ')}`
const period = z.strictObject({
  days: z
    .enum(PERIODS.map(String) as [string, ...string[]], periodRule)
    .transform((days) => Number(days) as Period)
    .default(30),
})
const dismissal = z.strictObject({ wish: z.string().min(1).max(500), isDismissed: z.boolean() })
const coverage = z.strictObject({ type: z.enum(COVERAGES, `must be one of ${COVERAGES.join(', ')}`) })

function activityApi(app: App) {
  return new Hono<HttpEnv>()
    .get('/activity', valid('query', period), async (c) =>
      c.json(await readActivity(app, c.req.valid('query').days), 200),
    )
    .get('/activity/searches', valid('query', period), async (c) =>
      c.json({ searches: await listSearches(app, c.req.valid('query').days) }, 200),
    )
    .get('/activity/wanted', valid('query', period), async (c) =>
      c.json({ wanted: await listWanted(app, c.req.valid('query').days) }, 200),
    )
    .put('/activity/wanted', valid('json', dismissal), async (c) => {
      const { wish, isDismissed } = c.req.valid('json')
      await dismissWish(app, wish, isDismissed)
      return c.body(null, 204)
    })
    .get('/activity/coverage', valid('query', coverage), async (c) =>
      c.json({ covered: await readCoverage(app, c.req.valid('query').type) }, 200),
    )
    .get('/activity/papers/:id', valid('param', idSchema), valid('query', period), async (c) => {
      const found = await readPaperActivity(app, c.req.valid('param').id, c.req.valid('query').days)
      if (found) return c.json(found, 200)
      return paperNotFound(c)
    })
}

const ENTRIES_AT_ONCE = 50
/** Sign-ins, devices and second factors of others are for owners. */
const OWNERS_KINDS: EntryKind[] = ['administrator']

const idRule = 'must be the id of an entry'
const journalQuery = z.strictObject({
  kind: z.enum(ENTRY_KINDS, `must be one of ${ENTRY_KINDS.join(', ')}`).optional(),
  subjectId: z.string().max(100, 'is too long').optional(),
  before: z
    .string(idRule)
    .regex(/^\d{1,15}$/, idRule)
    .transform(Number)
    .optional(),
})

function journalApi(app: App) {
  return new Hono<HttpEnv>().get('/journal', valid('query', journalQuery), async (c) => {
    const hidden = c.var.administrator.role === 'owner' ? [] : OWNERS_KINDS
    const found = await listChanges(app, { ...c.req.valid('query'), hidden, limit: ENTRIES_AT_ONCE + 1 })
    return c.json({ entries: found.slice(0, ENTRIES_AT_ONCE), more: found.length > ENTRIES_AT_ONCE }, 200)
  })
}

const step = z.strictObject({ step: z.enum(FIRST_STEP_IDS, `must be one of ${FIRST_STEP_IDS.join(', ')}`) })

/** What of the site is still a sample. A step that is skipped has a skip. */
function onboardingApi(app: App) {
  return new Hono<HttpEnv>()
    .get('/onboarding', async (c) => c.json(await readOnboarding(app), 200))
    .put('/onboarding/postponement', async (c) => {
      await postponeOnboarding(app)
      return c.json(await readOnboarding(app), 200)
    })
    .put('/onboarding/:step/skip', valid('param', step), async (c) => {
      await skipStep(app, c.req.valid('param').step)
      return c.json(await readOnboarding(app), 200)
    })
    .delete('/onboarding/:step/skip', valid('param', step), async (c) => {
      await resumeStep(app, c.req.valid('param').step)
      return c.json(await readOnboarding(app), 200)
    })
}

function warningsApi(app: App, quarantine: Pick<Quarantine, 'isFull'>) {
  return new Hono<HttpEnv>()
    .get('/warnings', valid('query', noQuery), async (c) =>
      c.json({ warnings: await siteWarnings(app, quarantine) }, 200),
    )
    .get('/alerts', valid('query', noQuery), (c) => c.json({ ways: app.alerts.ways }, 200))
    .post('/alerts/test', async (c) => {
      const outcomes = await app.alerts.send(TEST_ALERT, c.var.siteOrigin)
      const { requestId, administrator } = c.var
      app.log.info({ requestId, administrator: administrator.id, outcomes }, 'a test of alerts was sent')
      return c.json({ outcomes }, 200)
    })
}

const TEST_ALERT = {
  title: 'a test',
  sentence:
    'This is a test from the admin area: alerts arrive here. Nothing is wrong, and there is nothing to do.',
}

/** `was` holds the sender's prices: when one is out of date, nothing is set. */
const pricesSchema = somePricesSchema
  .extend({ was: somePricesSchema.optional() })
  .refine((sent) => PLAN_IDS.some((id) => sent[id] !== undefined), 'needs at least one price')

/** Names all wrong prices, where other routes name the first fault. */
const validPrices = zValidator('json', pricesSchema, (result, c) => {
  if (result.success) return
  const fields = describeFields(result.error)
  const { detail } = describeInvalid(result.error)
  return problem(c, 422, 'invalid-request', detail, { field: Object.keys(fields)[0], fields })
})

function adminPricesApi(app: App) {
  return new Hono<HttpEnv>().put('/prices', validPrices, async (c) => {
    const { was, ...wanted } = c.req.valid('json')
    const { administrator, requestId } = c.var
    const outcome = await setPrices(app, wanted, administrator, was)
    if ('conflict' in outcome) {
      return problem(
        c,
        409,
        'changed-meanwhile',
        'A price was changed meanwhile; look at the present prices, then set yours again.',
        { current: outcome.conflict },
      )
    }
    app.log.info({ requestId, administrator: administrator.id, prices: wanted }, 'prices changed')
    return c.json(outcome, 200)
  })
}
