import type { App } from '#domain/app.ts'
import { adminGuard } from '#server/middleware/admin-guard.ts'
import type { Quarantine } from '#server/quarantine.ts'
import { accountApi } from './account.ts'
import { activityApi } from './activity.ts'
import { answerMatchesApi } from './answer-matches.ts'
import { newApi } from './api.ts'
import { deskChangesApi } from './desk-changes.ts'
import { deskPapersApi } from './desk-papers.ts'
import { deskPricesApi } from './desk-prices.ts'
import { mountFirstPages } from './first-pages.ts'
import { journalApi } from './journal.ts'
import { readingsApi } from './readings.ts'
import { mountReplacements } from './replacements.ts'
import { createTakeIn } from './take-in.ts'
import { trayApi } from './tray.ts'
import { trayChangesApi } from './tray-changes.ts'
import { twinsApi } from './twins.ts'
import { mountUploads } from './uploads.ts'

/** The administrator's API: one guard at its root, for every method and path below it. */
export function adminApi(app: App, quarantine: Quarantine) {
  const api = newApi()
  api.use('*', adminGuard(app.identity))
  const takeIn = createTakeIn(app, quarantine)
  mountUploads(api, app, takeIn)
  mountReplacements(api, app, quarantine, takeIn)
  mountFirstPages(api, app, takeIn)
  return api
    .route('/', deskPapersApi(app))
    .route('/', deskChangesApi(app))
    .route('/', trayChangesApi(app))
    .route('/', trayApi(app, takeIn))
    .route('/', twinsApi(app))
    .route('/', deskPricesApi(app))
    .route('/', answerMatchesApi(app))
    .route('/', activityApi(app))
    .route('/', journalApi(app))
    .route('/', readingsApi(app))
    .route('/', accountApi(app))
}

export type AdminApi = ReturnType<typeof adminApi>
