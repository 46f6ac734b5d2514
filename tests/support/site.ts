import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { App } from '#domain/app.ts'
import type { Paper } from '#domain/paper/paper.ts'
import type { Vocabulary } from '#domain/search/understanding/vocabulary.ts'
import { createArgon2id } from '#server/adapters/auth/password-hash.ts'
import { type Config, readConfig } from '#server/config.ts'
import type { RunningApp } from '#server/create-app.ts'
import type { HttpOptions } from '#server/create-http.ts'
import { readVocabulary } from '#server/process/prepare-site.ts'
import { type RunningSite, type SiteOptions as ServeOptions, serveSite } from '#server/process/serve-site.ts'
import { writeEmptyDatabase } from './empty-database.ts'
import { databaseEnv, dropDatabase } from './engine.ts'
import { withLateAnswers } from './late-answers.ts'
import { plainPdf } from './made-pdfs.ts'
import { rememberVerdicts } from './remember-verdicts.ts'
import { sharedJobs } from './shared-jobs.ts'
import { postPaper, type SentPaper } from './uploads.ts'

export const ADMIN = { email: 'priya@centre.example', password: 'margin-rule-and-ballpoint' }
/** A second administrator, where a test needs one: `site.app.identity.administrators.create(MEENA)`. */
export const MEENA = { email: 'meena@centre.example', password: 'graph-paper-and-set-square' }
const BUILD = join(import.meta.dirname, '../../build')
/** A full hash takes 46 MiB and as long as a page; servers that tests start as processes of their own make such. */
const hashing = createArgon2id({ memory: 64, passes: 1, parallelism: 1 })

/** Reading it takes two thirds of the start of a site, and nothing changes it. */
let vocabulary: Vocabulary | undefined

export type SignedIn = { cookie: string; token: string; headers: Record<string, string> }

export type Site = RunningSite & {
  dataDir: string
  database: Config['database']
  /** A request as a browser on another tab of this site would make it. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Signs in the administrator, or a colleague who was made before. */
  signIn(account?: typeof ADMIN): Promise<SignedIn>
  /** Closes the site and removes its data, unless `keepData`. */
  end(options?: { keepData?: boolean }): Promise<void>
}

export type SiteOptions = {
  env?: Record<string, string>
  dataDir?: string
  http?: Partial<HttpOptions>
  /** Takes the place of parts of the app on its HTTP side. */
  parts?: (app: RunningApp) => Partial<App>
  /** Whether pages of papers are rendered, as on the real site. */
  renders?: ServeOptions['renders']
  /** As `npm start -- --adopt`; is told what was taken over. */
  adopt?: (line: string) => void
}

/** The whole built site on a free port, with data of its own: no samples, one administrator, no log. */
export async function openSite({
  env = {},
  dataDir,
  http = {},
  parts = () => ({}),
  renders = false,
  adopt,
}: SiteOptions = {}): Promise<Site> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'thervu-site-')))
  if (!dataDir) await writeEmptyDatabase(folder)
  const config = readConfig({
    PORT: '0',
    DATA_DIR: folder,
    SAMPLE_PAPERS: 'off',
    LOG_LEVEL: 'silent',
    // The pages of made papers say so little that each would be recognised.
    READ_SCANS: 'off',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    ...(await databaseEnv(folder)),
    ...env,
  })
  const { createHttp } = await import(join(BUILD, 'server/index.js'))
  const serve = (app: RunningApp, options: Pick<HttpOptions, 'config' | 'quarantine' | 'load' | 'jobs'>) => {
    const built = { clientDir: join(BUILD, 'client') }
    const quicker = { ...app, inspector: rememberVerdicts(app.inspector) }
    const seen = { ...quicker, ...parts(quicker) }
    return withLateAnswers(createHttp(seen, { ...options, ...built, ...http }).fetch)
  }
  vocabulary ??= readVocabulary()
  const site = await serveSite(config, serve, {
    ...{ renders, hashing, jobs: sharedJobs(), vocabulary },
    ...(adopt && { adopt: true, say: adopt }),
  })
  return {
    ...site,
    dataDir: folder,
    database: config.database,
    fetch: (path, init) => fetch(new URL(path, site.origin), { redirect: 'manual', ...init }),
    signIn: (account) => signIn(site.origin, account),
    async end({ keepData = false } = {}) {
      await site.close()
      if (keepData) return
      await dropDatabase(folder)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Signs an administrator in at a site, wherever it runs. */
export async function signIn(origin: string, account = ADMIN): Promise<SignedIn> {
  const answer = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: origin },
    body: JSON.stringify(account),
  })
  if (!answer.ok) throw new Error(`Signing in failed: ${answer.status} ${await answer.text()}`)
  const { accessToken } = (await answer.json()) as { accessToken: string }
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return {
    cookie,
    token: accessToken,
    headers: { Cookie: cookie, Authorization: `Bearer ${accessToken}`, Origin: origin },
  }
}

export type UploadFields = Record<string, string>

export const FIELDS: UploadFields = {
  title: 'Half-yearly paper: matrices and vectors',
  degree: '12th-cbse',
  subject: 'Mathematics',
  month: 'December',
  year: '2024',
  referenceLink: '',
}

/** What the page sends for a paper; without a file where it is null. */
export function uploadBody(
  fields: UploadFields = FIELDS,
  {
    file = plainPdf({ pages: 2, text: 'Find the inverse of A.' }),
    fileName = 'paper.pdf',
    thumbnail,
  }: { file?: Uint8Array | null; thumbnail?: Uint8Array; fileName?: string } = {},
): SentPaper {
  return { fields, file, fileName, thumbnail }
}

/** Uploads a paper as the administrator and returns it; throws when it is refused. */
export async function publish(
  site: Pick<Site, 'fetch'>,
  admin: SignedIn,
  fields: UploadFields = {},
  file?: Uint8Array,
): Promise<Paper> {
  const answer = await postPaper(site, admin.headers, uploadBody({ ...FIELDS, ...fields }, { file }))
  if (answer.status !== 201) throw new Error(`Upload refused: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Paper
}
