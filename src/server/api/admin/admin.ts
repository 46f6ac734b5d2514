import type { App } from '#domain/app.ts'
import { adminGuard } from '#server/middleware/admin-guard.ts'
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
import { deskChangesApi } from './papers/paper-changes.ts'
import { deskPapersApi } from './papers/papers.ts'
import { mountReplacements } from './papers/replacements.ts'
import { deskPricesApi } from './prices.ts'

/** The administrator's API: one guard at its root, for every method and path below it. */
export function adminApi(app: App, quarantine: Quarantine) {
  const api = newApi()
  api.use('*', adminGuard(app.identity))
  const receivePaper = createPaperReceiver(app, quarantine)
  mountUploads(api, app, receivePaper)
  mountReplacements(api, app, quarantine, receivePaper)
  mountFirstPages(api, app, receivePaper)
  return api
    .route('/', deskPapersApi(app))
    .route('/', deskChangesApi(app))
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
