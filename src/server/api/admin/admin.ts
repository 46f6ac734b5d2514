import { Hono } from 'hono'
import type { App } from '#domain/app.ts'
import { adminGuard } from '#server/middleware/admin-guard.ts'
import { roleGuard } from '#server/middleware/admin-roles.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import type { Quarantine } from '#server/uploading/quarantine.ts'
import { accountApi } from './account.ts'
import { activityApi } from './activity.ts'
import { backupsApi } from './backups.ts'
import { inboxApi } from './inbox/inbox.ts'
import { inboxChangesApi } from './inbox/inbox-changes.ts'
import { createTakeUpload } from './inbox/take-upload.ts'
import { uploadsApi } from './inbox/uploads.ts'
import { journalApi } from './journal.ts'
import { onboardingApi } from './onboarding.ts'
import { paperChangesApi } from './papers/paper-changes.ts'
import {
  answerMatchesApi,
  deskPapersApi,
  drawingJobsApi,
  duplicatesApi,
  pageTurnsApi,
} from './papers/papers.ts'
import { deskQuestionsApi } from './papers/questions.ts'
import { replacementsApi } from './papers/replacements.ts'
import { deskPricesApi } from './prices.ts'
import { siteContentApi } from './site.ts'
import { siteContentFileApi } from './site-content-file.ts'
import { sitePicturesApi } from './site-pictures.ts'
import { warningsApi } from './warnings.ts'

/** Who is there, and what that one may do, is looked at once, at the root, for every method and path. */
export function adminApi(app: App, quarantine: Quarantine) {
  const takeUpload = createTakeUpload(app, quarantine)
  return new Hono<HttpEnv>()
    .use('*', adminGuard(app.identity))
    .use('*', roleGuard(app))
    .route('/', deskPapersApi(app))
    .route('/', paperChangesApi(app))
    .route('/', inboxChangesApi(app))
    .route('/', uploadsApi(app, quarantine))
    .route('/', inboxApi(app, takeUpload))
    .route('/', replacementsApi(app, quarantine, takeUpload))
    .route('/', pageTurnsApi(app))
    .route('/', deskQuestionsApi(app))
    .route('/', duplicatesApi(app))
    .route('/', deskPricesApi(app))
    .route('/', answerMatchesApi(app))
    .route('/', activityApi(app))
    .route('/', journalApi(app))
    .route('/', drawingJobsApi(app))
    .route('/', accountApi(app))
    .route('/', backupsApi(app))
    .route('/', warningsApi(app, quarantine))
    .route('/', siteContentApi(app))
    .route('/', sitePicturesApi(app, takeUpload))
    .route('/', siteContentFileApi(app, quarantine, takeUpload))
    .route('/', onboardingApi(app))
}

export type AdminApi = ReturnType<typeof adminApi>
