import { basename, join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A bucket, or a part of one: `prefix` is empty or ends in a slash. */
export type S3Place = {
  bucket: string
  prefix: string
  /** Null: as the AWS settings of this machine say. */
  region: string | null
  /** Null: Amazon's own. */
  endpoint: string | null
  /** Whether the bucket is in the path of an address instead of its host name. */
  pathStyle: boolean
}

const BUCKET = /^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/
const PREFIX = /^(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*\/?$/
const PARAMETERS = ['region', 'endpoint', 'pathStyle']
const EXAMPLE = 's3://bucket/prefix?region=ap-south-1'

/** Reads `s3://bucket/prefix?region=…&endpoint=…&pathStyle=…`; a sentence about the setting when it cannot be used. Repeats no
 * secret. */
function readS3Place(value: string, setting = 'FILES_URL'): S3Place | string {
  const url = URL.canParse(value) ? new URL(value) : null
  if (!url) return `${setting} must be an address like ${EXAMPLE}.`
  if (url.username || url.password) {
    return `${setting} must not hold credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or another of the ways that AWS knows.`
  }
  const { hostname: bucket, pathname, searchParams } = url
  if (!BUCKET.test(bucket) || url.port || url.hash) {
    return `${setting} must name a bucket, as in ${EXAMPLE}, not "${bucket}".`
  }
  if (!PREFIX.test(pathname)) {
    return `${setting} must have a prefix of letters, digits, dots, hyphens and underscores, not "${pathname}".`
  }
  const unknown = [...searchParams.keys()].find((name) => !PARAMETERS.includes(name))
  if (unknown !== undefined)
    return `${setting} knows the parameters ${PARAMETERS.join(', ')}, and not "${unknown}".`
  const { region, endpoint, pathStyle } = Object.fromEntries(searchParams)
  if (region !== undefined && !/^[a-z0-9-]{1,40}$/.test(region)) {
    return `${setting} must have a region such as ap-south-1, not "${region}".`
  }
  if (endpoint !== undefined && !isOrigin(endpoint)) {
    return `${setting} must have an endpoint such as https://s3.example.com, without a path or credentials.`
  }
  if (pathStyle !== undefined && !['true', 'false'].includes(pathStyle)) {
    return `${setting} must have pathStyle=true or pathStyle=false, not "${pathStyle}".`
  }
  return {
    bucket,
    prefix: pathname.replace(/^\/|\/$/g, '').replace(/.$/, '$&/'),
    // Stores other than Amazon's mostly ignore it, but it has to be signed.
    region: region ?? (endpoint === undefined ? null : 'us-east-1'),
    endpoint: endpoint?.replace(/\/$/, '') ?? null,
    pathStyle: pathStyle === undefined ? endpoint !== undefined : pathStyle === 'true',
  }
}

function isOrigin(text: string) {
  const url = URL.canParse(text) ? new URL(text) : null
  return (
    url !== null &&
    ['http:', 'https:'].includes(url.protocol) &&
    [url.origin, `${url.origin}/`].includes(text)
  )
}

export type FilesConfig =
  /** `setting` is the one that names the folder. */
  | { kind: 'disk'; dir: string; setting: 'DATA_DIR' | 'FILES_URL' }
  | { kind: 'memory' }
  /** `redirects`: visitors get PDFs from the bucket itself. */
  | { kind: 's3'; place: S3Place; redirects: boolean }

/** What FILES_URL and FILES_PUBLIC say; a sentence when they cannot be used. */
export function readFilesUrl(
  value: string | null,
  served: string | null,
  dataDir: string,
): FilesConfig | string {
  if (served !== null && !['stream', 'redirect'].includes(served)) {
    return `FILES_PUBLIC must be stream or redirect, not "${served}".`
  }
  if (value?.startsWith('s3:')) {
    const place = readS3Place(value)
    return typeof place === 'string' ? place : { kind: 's3', place, redirects: served === 'redirect' }
  }
  if (served === 'redirect') return 'FILES_PUBLIC can be redirect only where FILES_URL begins with s3://.'
  if (value === null) return { kind: 'disk', dir: resolve(dataDir, 'files'), setting: 'DATA_DIR' }
  if (value === 'memory:') return { kind: 'memory' }
  const dir = value.startsWith('file:///') ? folderOf(value) : null
  if (dir) return { kind: 'disk', dir, setting: 'FILES_URL' }
  return 'FILES_URL must be left out, file:///path/to/folder, s3://bucket/prefix or memory: (for tests).'
}

function folderOf(address: string) {
  try {
    return fileURLToPath(address)
  } catch {
    return null
  }
}

const ENCRYPTED = 'encrypted'

/** Where backups go. */
export type BackupPlace = { kind: 'folder'; dir: string } | { kind: 's3'; place: S3Place }

/** A string is a sentence about the setting that named a place which cannot be used. */
export function readBackupPlace(value: string, dataDir: string, setting: string): BackupPlace | string {
  if (value.startsWith('s3:')) {
    const place = readS3Place(value, setting)
    return typeof place === 'string' ? place : { kind: 's3', place }
  }
  if (/^\w+:/.test(value))
    return `${setting} must be the path of a folder or s3://bucket/prefix, not "${value}".`
  const dir = resolve(value)
  if (!`${dir}${sep}`.startsWith(`${dataDir}${sep}`)) return { kind: 'folder', dir }
  return `${setting} must not be inside DATA_DIR (${dataDir}): what destroys the one destroys the other.`
}

/** Where the encrypted backups of a place are, so that they never mix with others. */
export function encryptedIn(to: BackupPlace): BackupPlace {
  if (to.kind === 'folder')
    return basename(to.dir) === ENCRYPTED ? to : { ...to, dir: join(to.dir, ENCRYPTED) }
  const { prefix } = to.place
  if (`/${prefix}`.endsWith(`/${ENCRYPTED}/`)) return to
  return { ...to, place: { ...to.place, prefix: `${prefix}${ENCRYPTED}/` } }
}

/** For people, and for what is written down of a place. */
export function placeName(to: BackupPlace): string {
  return to.kind === 'folder' ? to.dir : `s3://${to.place.bucket}/${to.place.prefix}`
}
