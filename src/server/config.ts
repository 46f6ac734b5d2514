import { resolve } from 'node:path'
import { LEAST_PASSPHRASE } from '#domain/backup/backup-retention.ts'
import { PASSWORD_LENGTH } from '#domain/identity/session-limits.ts'
import {
  readMailAddresses,
  readSmtp,
  readWebhook,
  type SmtpServer,
  type Webhook,
} from './settings/alert-settings.ts'
import { type DatabaseSettings, readDatabase } from './settings/database-settings.ts'
import {
  type BackupPlace,
  encryptedIn,
  type FilesConfig,
  readBackupPlace,
  readFilesUrl,
} from './settings/files-settings.ts'
import { ConfigError, parseNetworks, readNumber } from './settings/read-number.ts'

/** Every setting, complete when the environment is empty. The only place that reads process.env. */
export type Config = {
  port: number
  host: string
  /** The site's public address; null: localhost names and the address that the request came to. */
  siteUrl: URL | null
  dataDir: string
  database: DatabaseSettings
  files: FilesConfig
  adminEmail: string | null
  adminPassword: string | null
  authSecret: string | null
  /** What it signed and sealed is accepted, while AUTH_SECRET is being changed. */
  acceptedSecret: string | null
  samplePapers: boolean
  requireSecondFactor: boolean
  /** Addresses or networks (CIDR) of the proxies whose X-Forwarded-* headers are believed. */
  trustedProxy: string[]
  logLevel: string
  /** Bytes of whole answers that are kept in memory; 0 makes each answer again. */
  pageCacheBytes: number
  /** How long a cache in front of the server may keep pages; 0: it asks each time. */
  sharedCacheSeconds: number
  /** `file`: the site says what site.config.ts has, and the admin area cannot change it. */
  siteContent: 'desk' | 'file'
  /** Where a backup is made every night; null: nowhere. */
  backupTo: BackupPlace | null
  /** With it backups are encrypted. */
  backupPassphrase: string | null
  /** Where alerts are posted to; null: nowhere. */
  webhook: Webhook | null
  smtp: SmtpServer | null
  /** Who is told by mail; null: the administrators who can sign in. */
  alertMail: string[] | null
  /** Who has it may read /metrics; null: this machine may. */
  metricsToken: string | null
  /** In which scans are read, as Tesseract names them; none: they are not read. */
  scanLanguages: string[]
  /** As they were written, without secrets. */
  settings: Record<string, string>
  /** What somebody set that only earlier versions read, and what to do instead, as a sentence each. */
  withoutEffect: string[]
}

export { ConfigError }

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']
/** They must not stop the start of a site that has had them for long. */
const FORMER_SETTINGS: Record<string, string> = {
  WORKERS: 'has no effect any more: for more than one core, start several servers on PostgreSQL.',
}
const LOCAL_HOSTS = ['127.0.0.1', '::1', 'localhost']

/** Throws ConfigError for the first setting that cannot be used. */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const text = (name: string) => env[name]?.trim() || null
  const dataDir = resolve(text('DATA_DIR') ?? 'data')
  const backupPassphrase = readPassphrase(text('BACKUP_PASSPHRASE'))
  const siteUrl = readSiteUrl(text('SITE_URL'))
  const config: Config = {
    port: readNumber('PORT', text('PORT'), 3_000, 65_535),
    host: text('HOST') ?? '127.0.0.1',
    siteUrl,
    dataDir,
    database: readDatabase(text, dataDir),
    files: readFiles(text('FILES_URL'), text('FILES_PUBLIC'), dataDir),
    adminEmail: readEmail(text('ADMIN_EMAIL')),
    adminPassword: readPassword(env.ADMIN_PASSWORD || null),
    authSecret: readSecret('AUTH_SECRET', text('AUTH_SECRET')),
    acceptedSecret: readSecret('AUTH_SECRET_ACCEPTED', text('AUTH_SECRET_ACCEPTED')),
    samplePapers: readSwitch('SAMPLE_PAPERS', text('SAMPLE_PAPERS'), true),
    requireSecondFactor: readSwitch('REQUIRE_SECOND_FACTOR', text('REQUIRE_SECOND_FACTOR'), false),
    trustedProxy: readProxies(text('TRUSTED_PROXY')),
    logLevel: readLogLevel(text('LOG_LEVEL')),
    pageCacheBytes: readNumber('PAGE_CACHE_MIB', text('PAGE_CACHE_MIB'), 48, 4_096) * 2 ** 20,
    sharedCacheSeconds: readNumber('SHARED_CACHE_SECONDS', text('SHARED_CACHE_SECONDS'), 0, 3_600),
    siteContent: readSiteContent(text('SITE_CONTENT')),
    backupTo: readBackupTo(text('BACKUP_TO'), dataDir, backupPassphrase !== null),
    backupPassphrase,
    webhook: readWebhook(
      text('ALERT_URL'),
      readSwitch('ALERT_URL_PRIVATE', text('ALERT_URL_PRIVATE'), false),
    ),
    smtp: readSmtp(text('SMTP_URL'), readMailFrom(text('MAIL_FROM')), siteUrl),
    metricsToken: readToken(text('METRICS_TOKEN')),
    alertMail: readMailAddresses('ALERT_MAIL', text('ALERT_MAIL')),
    scanLanguages: readScanLanguages(text('READ_SCANS'), text('SCAN_LANGUAGES')),
    settings: keptSettings(env),
    withoutEffect: Object.keys(FORMER_SETTINGS).flatMap((name) =>
      text(name) ? `${name} ${FORMER_SETTINGS[name]}` : [],
    ),
  }
  if (config.adminPassword && !config.adminEmail) {
    throw new ConfigError('ADMIN_EMAIL must be set together with ADMIN_PASSWORD.')
  }
  if (config.acceptedSecret && !config.authSecret)
    throw new ConfigError('AUTH_SECRET must be set together with AUTH_SECRET_ACCEPTED.')
  return config
}

/** What programs, the C library and fonts read; no setting of ours, so no secret. */
const BARE =
  /^(PATH|HOME|TMPDIR|TZ|LANG|(LC|LD|XDG|FONTCONFIG|MALLOC)_\w+|NODE_COMPILE_CACHE|UV_THREADPOOL_SIZE)$/

/** The environment for a process that reads files of strangers. */
export function bareEnvironment(env: Record<string, string | undefined> = process.env) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => BARE.test(name)))
}

/** Whether the site is reachable only from this machine, where plain http is acceptable for signing in. */
export function isLocalOnly(config: Pick<Config, 'host' | 'siteUrl'>): boolean {
  const host = config.siteUrl ? config.siteUrl.hostname.replace(/^\[|\]$/g, '') : config.host
  return LOCAL_HOSTS.includes(host)
}

/** Whether the site is behind a proxy (https) and none is trusted, so that all visitors look like one client. */
export function lacksClientAddress(config: Pick<Config, 'siteUrl' | 'trustedProxy'>): boolean {
  return config.siteUrl?.protocol === 'https:' && config.trustedProxy.length === 0
}

function readSiteUrl(value: string | null) {
  if (value === null) return null
  const url = URL.canParse(value) ? new URL(value) : null
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.pathname !== '/' || url.search || url.hash) {
    throw new ConfigError(
      `SITE_URL must be an address like https://papers.example.in without a path, not "${value}".`,
    )
  }
  if (url.protocol === 'http:' && !LOCAL_HOSTS.includes(url.hostname.replace(/^\[|\]$/g, ''))) {
    throw new ConfigError(
      `SITE_URL must begin with https:// unless it is localhost: signing in over "${value}" would send the password in the clear.`,
    )
  }
  return url
}

function readFiles(...asked: Parameters<typeof readFilesUrl>) {
  const files = readFilesUrl(...asked)
  if (typeof files === 'string') throw new ConfigError(files)
  return files
}

function readBackupTo(value: string | null, dataDir: string, isEncrypted: boolean) {
  const place = value === null ? null : readBackupPlace(value, dataDir, 'BACKUP_TO')
  if (typeof place === 'string') throw new ConfigError(place)
  return place && isEncrypted ? encryptedIn(place) : place
}

function readMailFrom(value: string | null) {
  return readMailAddresses('MAIL_FROM', value)?.[0] ?? null
}

function readEmail(value: string | null) {
  if (value !== null && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)) {
    throw new ConfigError(`ADMIN_EMAIL must be an email address, not "${value}".`)
  }
  return value?.toLowerCase() ?? null
}

function readPassword(value: string | null) {
  if (value === null) return null
  const length = [...value].length
  if (length < PASSWORD_LENGTH.least || length > PASSWORD_LENGTH.most) {
    throw new ConfigError(
      `ADMIN_PASSWORD must have ${PASSWORD_LENGTH.least} to ${PASSWORD_LENGTH.most} characters; it has ${length}.`,
    )
  }
  return value
}

function readSecret(name: string, value: string | null) {
  if (value !== null && value.length < 32) {
    throw new ConfigError(`${name} must have at least 32 characters; it has ${value.length}.`)
  }
  return value
}

function readPassphrase(value: string | null) {
  if (value === null || value.length >= LEAST_PASSPHRASE) return value
  throw new ConfigError(
    `BACKUP_PASSPHRASE must have at least ${LEAST_PASSPHRASE} characters; it has ${value.length}.`,
  )
}

function readToken(value: string | null) {
  if (value !== null && !/^\S{16,}$/.test(value))
    throw new ConfigError('METRICS_TOKEN must have at least 16 characters and no spaces.')
  return value
}

function readSwitch(name: string, value: string | null, unset: boolean) {
  if (value === null) return unset
  if (value === 'on') return true
  if (value === 'off') return false
  throw new ConfigError(`${name} must be on or off, not "${value}".`)
}

function readSiteContent(value: string | null) {
  if (value === null || value === 'desk') return 'desk'
  if (value === 'file') return 'file'
  throw new ConfigError(`SITE_CONTENT must be desk or file, not "${value}".`)
}

function readScanLanguages(reads: string | null, value: string | null) {
  const languages = (value ?? 'eng,hin,tam').split(',').map((language) => language.trim())
  const wrong = languages.find((language) => !/^[a-z]{3}(_[a-z]+)?$/.test(language))
  if (wrong !== undefined)
    throw new ConfigError(`SCAN_LANGUAGES must list languages such as eng,hin,tam, not "${wrong}".`)
  return readSwitch('READ_SCANS', reads, true) ? languages : []
}

function readProxies(value: string | null) {
  const proxies = parseNetworks(value ?? '')
  if (typeof proxies !== 'string') return proxies
  throw new ConfigError(
    `TRUSTED_PROXY must list addresses or networks such as 127.0.0.1 or 10.0.0.0/8, not "${proxies}".`,
  )
}

function readLogLevel(value: string | null) {
  if (value === null) return 'info'
  if (!LOG_LEVELS.includes(value)) {
    throw new ConfigError(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not "${value}".`)
  }
  return value
}

const NAMES = [
  ...[
    'PORT',
    'HOST',
    'SITE_URL',
    'DATABASE_URL',
    'FILES_URL',
    'REQUIRE_SECOND_FACTOR',
    'SAMPLE_PAPERS',
    'SITE_CONTENT',
  ],
  ...['TRUSTED_PROXY', 'PAGE_CACHE_MIB', 'SHARED_CACHE_SECONDS', 'BACKUP_TO', 'LOG_LEVEL'],
]

/** The settings that were made and are needed to go on elsewhere, as they were written but for passwords. */
export function keptSettings(env: Record<string, string | undefined>): Record<string, string> {
  const made = NAMES.flatMap((name) => {
    const value = env[name]?.trim()
    return value ? [[name, withoutPassword(value)]] : []
  })
  return Object.fromEntries(made)
}

function withoutPassword(value: string) {
  if (!value.includes('@') || !URL.canParse(value)) return value
  const url = new URL(value)
  url.password = ''
  return url.href
}
