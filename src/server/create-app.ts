import { dirname } from 'node:path'
import { createSearchCounter } from '#domain/activity/count-searches.server.ts'
import type { App, Clock, Log } from '#domain/app.ts'
import { createContentCache } from '#domain/centre/versions/content-cache.server.ts'
import { ensureExams } from '#domain/exam-sets.server.ts'
import { createFileChecks } from '#domain/file-checks/doubted-files.server.ts'
import type { ChapterTable } from '#domain/questions/chapters/chapters-file.ts'
import { ensureIndexed, ensureQuestions } from '#domain/search/indexing/reindex.server.ts'
import type { Vocabulary } from '#domain/search/understanding/vocabulary.ts'
import { site } from '#site'
import { createAlerts, createMailer } from './adapters/alerts.ts'
import { createIdentity } from './adapters/auth/identity.ts'
import type { PasswordHashing } from './adapters/auth/password-hash.ts'
import { claimFiles } from './adapters/files/claim-files.ts'
import type { Adoption } from './adapters/files/claim-store.ts'
import { openFileStores } from './adapters/files/open-file-stores.ts'
import { shareInbox } from './adapters/files/shared-inbox.ts'
import { createInspector } from './adapters/pdf/inspector.ts'
import { createPictures } from './adapters/pictures/pictures.ts'
import { createRecogniser } from './adapters/recognition/recogniser.ts'
import { createAdminBackups } from './backup/admin-backups.ts'
import { readBackups } from './backup/nightly-backups.ts'
import { type Config, isLocalOnly } from './config.ts'
import { createLog } from './create-log.ts'
import type { OpenDatabase } from './engines/engine.ts'
import { openDatabase } from './engines/open-database.ts'
import { makeFolder, privateFolder } from './folders/make-folder.ts'
import { createJobs, type Jobs } from './jobs/jobs.ts'
import { changeSecret, claimSecret, readAuthSecrets } from './process/auth-secret.ts'
import { readChapterTable, readVocabulary, restrictAccess, warnOfLongTexts } from './process/prepare-site.ts'
import { unlessFull } from './uploading/write-file.ts'

export type RunningApp = App & Pick<OpenDatabase, 'isShared'> & { jobs: Jobs; close(): Promise<void> }

type AppOptions = {
  indexes?: boolean
  /** Takes over what is where files are kept, whosever it was. */
  adoption?: Adoption | null
  clock?: Clock
  log?: Log
  hashing?: PasswordHashing
  jobs?: Jobs
  vocabulary?: Vocabulary
  chapters?: ChapterTable
}

const systemClock: Clock = { now: () => new Date(), monotonic: () => performance.now() }

/** Chooses every backend, migrates, and builds a missing search index unless `indexes` is false. */
export async function createApp(
  config: Config,
  { indexes = true, adoption = null, ...parts }: AppOptions = {},
): Promise<RunningApp> {
  makeFolder(config.dataDir, 'DATA_DIR')
  if (config.database.kind === 'sqlite') makeFolder(dirname(config.database.path), 'DATABASE_URL')
  if (config.files.kind === 'disk') makeFolder(config.files.dir, 'FILES_URL')
  const { log: written, logRequest } = createLog(config)
  const log = parts.log ?? written
  restrictAccess(config, log)
  const clock = parts.clock ?? systemClock
  const {
    close: closeDatabase,
    isShared,
    ...database
  } = await openDatabase(config.database, true, parts.chapters ?? readChapterTable())
  const { db } = database
  const stores = await openFileStores(config.files, { dataDir: privateFolder(config), now: clock.now })
  const jobs = parts.jobs ?? createJobs({ log })
  const inspector = createInspector({}, jobs)
  const recogniser = createRecogniser({ languages: config.scanLanguages, log })
  const secrets = readAuthSecrets(config)
  const secureCookies = config.siteUrl?.protocol === 'https:' || !isLocalOnly(config)
  warnOfLongTexts(log)
  const centre = createContentCache(site, config.siteContent === 'file', { ...database, log })
  const mailer = config.smtp && createMailer(config.smtp)
  const about = async () => (await centre.read()).centre.name
  const identity = createIdentity({
    db,
    clock,
    log,
    ...{ secrets, secureCookies, reserve: database.reserve, mailer },
    siteOrigin: config.siteUrl?.origin ?? null,
    issuer: about,
    hashing: parts.hashing,
    requireSecondFactor: config.requireSecondFactor,
  })
  const adminBackups = createAdminBackups(config, { db, clock, log })
  const backups = { ...readBackups(config, database.readDb, log), ...adminBackups.backups }
  const app: App = {
    ...database,
    files: stores.files,
    checks: createFileChecks({ db, files: stores.files, clock, log, backups }),
    inbox: isShared ? shareInbox(stores.inbox, database.locks) : stores.inbox,
    pageStore: stores.pageStore,
    vocabulary: parts.vocabulary ?? readVocabulary(),
    searches: createSearchCounter({ db, log }),
    inspector,
    centre,
    recogniser,
    identity,
    pictures: createPictures(centre, jobs, { files: stores.files, log }),
    backups,
    alerts: createAlerts({ config, mailer, about, administrators: identity.administrators }),
    clock,
    log,
    logRequest,
  }
  async function close() {
    mailer?.close()
    await adminBackups.stop()
    await Promise.all([app.searches.settle(), app.identity.settle(), app.checks.stop()])
    await Promise.all([inspector.close(), recogniser.close()])
    stores.close()
    await closeDatabase()
  }
  try {
    // Servers of one database that start at once do this one after the other.
    await app.locks.alone('start', async () => {
      if (isShared) await claimSecret(app, secrets)
      await unlessFull(app, 'changing the secret', () => changeSecret(app, secrets, config))
      await unlessFull(app, 'claiming the files', () =>
        app.reserve.use(() => claimFiles(stores, app, config.database, adoption)),
      )
      if (indexes) await ensureExams(app)
      if (indexes) await ensureQuestions(app)
      if (indexes) await unlessFull(app, 'making the search index', () => ensureIndexed(app))
    })
    return { ...app, isShared, jobs, close }
  } catch (error) {
    await close()
    throw error
  }
}
