import { Hono } from 'hono'
import type { App } from '#domain/app.ts'
import { adminGuard } from '#server/middleware/admin-guard.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import type { Quarantine } from '#server/uploading/quarantine.ts'
import { newApi } from '../api.ts'
import { accountApi } from './account/account.ts'
import { activityApi } from './activity.ts'
import { mountFirstPages } from './inbox/first-pages.ts'
import { inboxApi } from './inbox/inbox.ts'
import { inboxChangesApi } from './inbox/inbox-changes.ts'
import { createPaperReceiver } from './inbox/receive-paper.ts'
import { mountUploads } from './inbox/uploads.ts'
import { journalApi } from './journal.ts'
import { answerMatchesApi } from './papers/answer-matches.ts'
import { drawingJobsApi } from './papers/drawing-jobs.ts'
import { duplicatesApi } from './papers/duplicates.ts'
import { paperChangesApi } from './papers/paper-changes.ts'
import { deskPapersApi } from './papers/papers.ts'
import { replacementsApi } from './papers/replacements.ts'
import { deskPricesApi } from './prices.ts'

/** The administrator's API: one guard at its root, for every method and path below it. */
export function adminApi(app: App, quarantine: Quarantine) {
  const receivePaper = createPaperReceiver(app, quarantine)
  const uploads = newApi()
  mountUploads(uploads, app, receivePaper)
  mountFirstPages(uploads, app, receivePaper)
  return new Hono<HttpEnv>()
    .use('*', adminGuard(app.identity))
    .route('/', uploads)
    .route('/', deskPapersApi(app))
    .route('/', paperChangesApi(app))
    .route('/', replacementsApi(app, quarantine, receivePaper))
    .route('/', inboxChangesApi(app))
    .route('/', inboxApi(app, receivePaper))
    .route('/', duplicatesApi(app))
    .route('/', deskPricesApi(app))
    .route('/', answerMatchesApi(app))
    .route('/', activityApi(app))
    .route('/', journalApi(app))
    .route('/', drawingJobsApi(app))
    .route('/', accountApi(app))
}

export type AdminApi = ReturnType<typeof adminApi>
