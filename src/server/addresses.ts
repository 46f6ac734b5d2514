import { withoutLanguage } from '#domain/language/languages.ts'
import { FACETS, TRAIT_NAMES } from '#domain/paper/filters.ts'

/**
 * What the server knows of addresses beyond who answers them (`web/routes.ts` and the routes in `create-http.ts`): which
 * are kept in memory, wait their turn, carry files or have limits of their own.
 */

/** Probes name the server by its IP address. */
export const HEALTH_PATHS = ['/healthz', '/readyz', '/metrics']
/** Public calls that query the database for each visitor; the first matches /api/papers itself, too. */
export const LOOKED_UP = ['/api/papers/*', '/api/questions/*', '/api/suggestions']
/** Few bytes, which take longer to compress than to send. */
export const COUNTERS = /^\/api\/(?:visits|papers\/[^/]+\/views)$/
/** Pictures are rendered outside of the main thread. */
export const HAS_LIMITS_OF_ITS_OWN = /\/share\.png$/
/** Pages without data that lead to the admin area: administrators get in also when the site is full. */
export const NEVER_REFUSED = /^\/(login|admin)(\.data$|\/|$)/
/** Not logged: many with each page, or asked for by a probe every few seconds. */
export const UNLOGGED = /^\/(?:assets\/|(?:healthz|readyz|metrics)$)/
/** All that a centre says of itself. */
export const SITE_CONTENT = /^\/api\/admin\/site(\/preview|\/content-file)?$/

const UPLOAD = /^\/api\/admin\/uploads\/[^/]+$/
const USE_OF_UPLOAD =
  /^\/api\/admin\/(inbox|inbox\/[^/]+\/publication|first-pages|papers\/[^/]+\/(file|thumbnail|answers)|site\/(pictures|pictures\/[^/]+\/crops|content-files))$/

/** Whether the body is a file: streamed, with limits of its own. */
export function isUpload(path: string): boolean {
  return UPLOAD.test(path)
}

/** Whether a request carries a file or has one inspected. */
export function mayTakeLong(path: string): boolean {
  return UPLOAD.test(path) || USE_OF_UPLOAD.test(path)
}

/** One page in the cache: `path` is the address with its known parameters alone, in a fixed order. */
export type CacheAddress = {
  path: string
  /** Whether counts of views or visits are on the page. */
  hasCounts: boolean
  variesBySaveData: boolean
}

type Kind = {
  path: RegExp
  parameters?: string[]
  /** Refuses parameters that it does not know. */
  isStrict?: boolean
  hasCounts?: boolean
  variesBySaveData?: boolean
}

const LISTED = [...FACETS, ...TRAIT_NAMES, 'q', 'page']
const SHOWN = [...LISTED, 'sets', 'first']
const OF_QUESTIONS = [
  'type',
  'grade',
  'subject',
  'board',
  'chapter',
  'marks',
  'from',
  'to',
  'sort',
  'q',
  'page',
]
/** What client-side navigation asks for in place of a page. */
const DATA = String.raw`(?:\.data)?`

/** Everything that may be cached; whatever matches none is answered again each time. */
const KINDS: Kind[] = [
  { path: new RegExp(`^/(?:_root|_)?${DATA}$`), hasCounts: true },
  { path: new RegExp(`^/(?:practice|search)${DATA}$`), parameters: SHOWN, hasCounts: true },
  { path: new RegExp(`^/questions${DATA}$`), parameters: OF_QUESTIONS },
  { path: new RegExp(`^/questions/weightage${DATA}$`), parameters: ['type', 'grade', 'board', 'course'] },
  {
    path: /^\/resources\/[\w-]+\/[\w-]+\/?(?:(?:_)?\.data)?$/,
    parameters: SHOWN,
    hasCounts: true,
  },
  {
    path: /^\/papers\/[a-z0-9-]{1,40}(?:\/[a-z0-9-]{1,100})?(?:\.data)?$/,
    parameters: ['part', 'go'],
    hasCounts: true,
    variesBySaveData: true,
  },
  {
    path: new RegExp(
      `^/(?:about|why-us|pricing|resources|kept|practice/mine|privacy|terms|accessibility|licenses)${DATA}$`,
    ),
  },
  { path: new RegExp(`^/contact${DATA}$`), hasCounts: true },
  { path: new RegExp(`^/list/(?!picked)[\\w-]+${DATA}$`), hasCounts: true },
  { path: /^\/api\/papers$/, parameters: LISTED, isStrict: true, hasCounts: true },
  { path: /^\/api\/questions$/, parameters: [...OF_QUESTIONS, 'lang'], isStrict: true, hasCounts: true },
  { path: /^\/api\/papers\/latest$/, isStrict: true, hasCounts: true },
  { path: /^\/api\/papers\/[a-z0-9-]{1,40}\/questions$/, isStrict: true },
  { path: /^\/api\/suggestions$/, parameters: ['q', 'lang'], isStrict: true },
  { path: /^\/api\/pricing$/, isStrict: true },
  { path: /^\/(?:sitemap\.xml|sitemaps\/[\w.-]+|feed\.xml)$/ },
  { path: /^\/papers\/[a-z0-9-]{1,40}\/share\.png$/ },
]
/** Of routes that the browser has already; only React Router's own names. */
const ROUTES = /^[\w/.,-]{1,200}$/

/** Some 200 bytes each, and at most 2 KB. */
const KNOWN_ADDRESSES = 1_000

/** All are forgotten when there are too many: to say which was used last takes as long as a tenth of an answer. */
const known = new Map<string, CacheAddress>()

/** The page of a request's path and query, or null where none may be cached. */
export function readCacheAddress(url: string): CacheAddress | null {
  const readBefore = known.get(url)
  if (readBefore) return readBefore
  const address = readAddress(url)
  if (!address) return null
  if (known.size >= KNOWN_ADDRESSES) known.clear()
  known.set(url, address)
  return address
}

function readAddress(url: string): CacheAddress | null {
  const mark = url.indexOf('?')
  const pathname = mark < 0 ? url : url.slice(0, mark)
  const plain = withoutLanguage(pathname)
  const kind = KINDS.find(({ path }) => path.test(plain))
  if (!kind) return null
  const { known, hasUnknown } = readQuery(pathname, mark < 0 ? '' : url.slice(mark + 1), kind)
  if (hasUnknown && kind.isStrict) return null
  return {
    path: known.size > 0 ? `${pathname}?${known}` : pathname,
    hasCounts: kind.hasCounts === true,
    variesBySaveData: kind.variesBySaveData === true,
  }
}

function readQuery(pathname: string, query: string, { parameters = [] }: Kind) {
  const known = new URLSearchParams()
  if (query === '') return { known, hasUnknown: false }
  const asked = new URLSearchParams(query)
  for (const name of pathname.endsWith('.data') ? [...parameters, '_routes'] : parameters) {
    for (const value of asked.getAll(name)) {
      if (name !== '_routes' || ROUTES.test(value)) known.append(name, value)
    }
  }
  return { known, hasUnknown: known.size < asked.size }
}
