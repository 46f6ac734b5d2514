import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { bareEnvironment, ConfigError, isLocalOnly, readConfig } from '#server/config.ts'

test('an empty environment is complete', () => {
  const config = readConfig({})
  expect(config).toEqual({
    port: 3000,
    host: '127.0.0.1',
    siteUrl: null,
    dataDir: resolve('data'),
    database: { kind: 'sqlite', path: resolve('data/thervu.db') },
    files: { kind: 'disk', dir: resolve('data/files'), setting: 'DATA_DIR' },
    adminEmail: null,
    adminPassword: null,
    authSecret: null,
    acceptedSecret: null,
    samplePapers: true,
    requireSecondFactor: false,
    trustedProxy: [],
    logLevel: 'info',
    pageCacheBytes: 48 * 2 ** 20,
    sharedCacheSeconds: 0,
    siteContent: 'desk',
    backupTo: null,
    backupPassphrase: null,
    webhook: null,
    smtp: null,
    alertMail: null,
    metricsToken: null,
    scanLanguages: ['eng', 'hin', 'tam'],
    settings: {},
    withoutEffect: [],
  })
  expect(readConfig(Object.fromEntries(Object.keys(process.env).map((name) => [name, ''])))).toEqual(config)
})

test('every setting is read', () => {
  const config = readConfig({
    PORT: '8080',
    HOST: '0.0.0.0',
    SITE_URL: 'https://papers.example.in',
    DATA_DIR: '/srv/thervu',
    DATABASE_URL: 'sqlite:/srv/db/papers.db',
    FILES_URL: 'file:///srv/my%20files',
    ADMIN_EMAIL: 'Priya@Centre.Example',
    ADMIN_PASSWORD: ' fifteen letters ',
    AUTH_SECRET: 's'.repeat(32),
    AUTH_SECRET_ACCEPTED: 'f'.repeat(40),
    SAMPLE_PAPERS: 'off',
    REQUIRE_SECOND_FACTOR: 'on',
    TRUSTED_PROXY: '10.0.0.0/8, ::1,fd00::/8',
    LOG_LEVEL: 'warn',
    PAGE_CACHE_MIB: '0',
    SHARED_CACHE_SECONDS: '60',
    SITE_CONTENT: 'file',
    SCAN_LANGUAGES: 'eng,tam',
    BACKUP_TO: '/mnt/usb/backups',
    BACKUP_PASSPHRASE: 'twelve letters',
    ALERT_URL: 'https://ntfy.sh/my-centre',
    ALERT_URL_PRIVATE: 'off',
    SMTP_URL: 'smtp://127.0.0.1:25',
    MAIL_FROM: 'site@centre.example',
    METRICS_TOKEN: 'sixteen-letters!',
    ALERT_MAIL: 'owner@centre.example, priya@centre.example',
  })
  expect({ ...config, siteUrl: config.siteUrl?.href }).toEqual({
    port: 8080,
    host: '0.0.0.0',
    siteUrl: 'https://papers.example.in/',
    dataDir: '/srv/thervu',
    database: { kind: 'sqlite', path: '/srv/db/papers.db' },
    files: { kind: 'disk', dir: '/srv/my files', setting: 'FILES_URL' },
    adminEmail: 'priya@centre.example',
    adminPassword: ' fifteen letters ',
    authSecret: 's'.repeat(32),
    acceptedSecret: 'f'.repeat(40),
    samplePapers: false,
    requireSecondFactor: true,
    trustedProxy: ['10.0.0.0/8', '::1', 'fd00::/8'],
    logLevel: 'warn',
    pageCacheBytes: 0,
    sharedCacheSeconds: 60,
    siteContent: 'file',
    scanLanguages: ['eng', 'tam'],
    backupTo: { kind: 'folder', dir: '/mnt/usb/backups/encrypted' },
    backupPassphrase: 'twelve letters',
    webhook: { url: new URL('https://ntfy.sh/my-centre'), form: 'ntfy', mayBePrivate: false },
    smtp: { host: '127.0.0.1', port: 25, secure: false, auth: null, from: 'site@centre.example' },
    alertMail: ['owner@centre.example', 'priya@centre.example'],
    metricsToken: 'sixteen-letters!',
    settings: expect.objectContaining({ SITE_URL: 'https://papers.example.in', PAGE_CACHE_MIB: '0' }),
    withoutEffect: [],
  })
  expect(readConfig({ FILES_URL: 'memory:' }).files).toEqual({ kind: 'memory' })
})

test('a setting that only earlier versions read stops no start, whatever it says, and is named', () => {
  for (const value of ['2', 'auto', 'many'])
    expect(readConfig({ WORKERS: value }).withoutEffect).toEqual([
      expect.stringMatching(/^WORKERS has no effect any more/),
    ])
})

test.each([
  ['BACKUP_PASSPHRASE', ['too short']],
  ['BACKUP_TO', ['ftp://host/folder', 'data', 'data/backups']],
  ['PAGE_CACHE_MIB', ['much', '-1', '4097', '1.5']],
  ['SHARED_CACHE_SECONDS', ['long', '-1', '3601']],
  ['PORT', ['http', '-1', '65536', '80.5', '0x50', '99999999999']],
  [
    'SITE_URL',
    [
      'papers',
      'ftp://a.example',
      'https://a.example/path',
      'https://a.example?x',
      'http://a.example',
      'https://',
    ],
  ],
  ['DATABASE_URL', ['postgres://a', 'sqlite:', 'thervu.db', 'mysql://a/b']],
  ['FILES_URL', ['file://host/x', '/srv/files', 'memory', 'file:///%zz', 'file:///a%2fb']],
  [
    'FILES_URL',
    [
      ...['s3:', 's3://', 's3://a', 's3:bucket', 's3://bucket:9000/x', 's3://bucket/x#y', 's3://%zz/x'],
      ...['s3://bucket/a//b', 's3://bucket/.hidden', 's3://bucket/தேர்வு', 's3://bucket/a%20b'],
      ...['s3://bucket?region=', 's3://bucket?region=Ap_South', 's3://bucket?colour=red'],
      ...['s3://bucket?endpoint=minio:9000', 's3://bucket?endpoint=https://a.example/path'],
      ...['s3://bucket?endpoint=https://key:tiny-secret@a.example', 's3://bucket?pathStyle=yes'],
      ...['s3://key:tiny-secret@bucket/x'],
    ],
  ],
  ['FILES_PUBLIC', ['redirect', 'yes', 'STREAM']],
  ['ADMIN_EMAIL', ['priya', 'priya@', '@centre', 'a b@c.d', 'a@b']],
  ['ADMIN_PASSWORD', ['short', 'fourteen chars', 'a'.repeat(129)]],
  ['AUTH_SECRET', ['short', 's'.repeat(31)]],
  ['AUTH_SECRET_ACCEPTED', ['short', 's'.repeat(31)]],
  ['SAMPLE_PAPERS', ['yes', 'true', '0', 'ON']],
  [
    'TRUSTED_PROXY',
    [
      'proxy',
      '999.1.1.1',
      '10.0.0.0/33',
      '::1/129',
      '10.0.0.0/',
      '10.0.0.0/8/8',
      'fe80::1%eth0',
      '10.0.0.1;10.0.0.2',
    ],
  ],
  ['LOG_LEVEL', ['loud', 'INFO', 'constructor']],
])('a wrong %s stops the start with one sentence that names it', (name, values) => {
  for (const value of values) {
    const read = () => readConfig({ ADMIN_EMAIL: 'a@b.example', [name]: value })
    expect(read, value).toThrow(ConfigError)
    expect(read, value).toThrow(new RegExp(`^${name} [^\\n]+\\.$`))
  }
})

test('a bucket is read with its prefix, region, endpoint and style of address', () => {
  const files = (FILES_URL: string, FILES_PUBLIC = '') => readConfig({ FILES_URL, FILES_PUBLIC }).files
  const place = { bucket: 'my-papers', prefix: '', region: null, endpoint: null, pathStyle: false }
  expect(files('s3://my-papers')).toEqual({ kind: 's3', place, redirects: false })
  expect(files('s3://my-papers/site/papers/?region=ap-south-1', 'redirect')).toEqual({
    kind: 's3',
    place: { ...place, prefix: 'site/papers/', region: 'ap-south-1' },
    redirects: true,
  })
  expect(files('s3://my-papers/p?endpoint=http://127.0.0.1:9000/')).toMatchObject({
    place: { prefix: 'p/', region: 'us-east-1', endpoint: 'http://127.0.0.1:9000', pathStyle: true },
  })
  expect(files('s3://my-papers?endpoint=https://s3.example.com&pathStyle=false', 'stream')).toMatchObject({
    place: { endpoint: 'https://s3.example.com', pathStyle: false },
    redirects: false,
  })
})

test('a password without an email address is refused by name', () => {
  expect(() => readConfig({ ADMIN_PASSWORD: 'fifteen letters or more' })).toThrow(
    /^ADMIN_EMAIL .*ADMIN_PASSWORD\.$/,
  )
})

test('no message repeats a password or a secret', () => {
  for (const [name, secret] of [
    ['ADMIN_PASSWORD', 'tiny-secret'],
    ['AUTH_SECRET', 'tiny-secret'],
    ['FILES_URL', 's3://key:tiny-secret@bucket/x'],
    ['FILES_URL', 's3://bucket?endpoint=https://key:tiny-secret@a.example'],
  ] as const) {
    expect(() => readConfig({ ADMIN_EMAIL: 'a@b.example', [name]: secret })).toThrow(/^(?!.*tiny-secret)/)
  }
})

test('a process that reads files of strangers gets no setting of the site', () => {
  const secrets = {
    AUTH_SECRET: 's',
    AUTH_SECRET_ACCEPTED: 's',
    ADMIN_PASSWORD: 's',
    AWS_SECRET_ACCESS_KEY: 's',
  }
  const harmless = { PATH: '/bin', TZ: 'Asia/Kolkata', LC_ALL: 'C' }
  expect(bareEnvironment({ ...secrets, DATABASE_URL: 'postgres://a:b@c/d', ...harmless })).toEqual(harmless)
})

test('only a site that nobody else can reach is local', () => {
  const local = (env: Record<string, string>) => isLocalOnly(readConfig(env))
  expect([
    local({}),
    local({ HOST: '::1' }),
    local({ SITE_URL: 'http://localhost:3000' }),
    local({ SITE_URL: 'http://[::1]' }),
  ]).toEqual([true, true, true, true])
  expect([local({ HOST: '0.0.0.0' }), local({ SITE_URL: 'https://a.example' })]).toEqual([false, false])
})
