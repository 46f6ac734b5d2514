import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv6 } from 'node:net'
import type { Context, MiddlewareHandler } from 'hono'
import { HEALTH_PATHS } from '#server/addresses.ts'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { problem, wantsHtml } from '#server/serving/problem.ts'

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS']
const URL_LIMIT = 2 * 1024
/** Some proxies write the visitor's port, too, and then IPv6 in brackets. */
const WITH_PORT = /^(?:\[(.*)\]|([\d.]+))(?::\d+)?$/

type ClientSettings = { siteUrl: URL | null; trustedProxy: string[] }

/** What a client's identity is read from: headers in lower case, and the connection's two ends. */
type Contact = {
  header: (name: string) => string | undefined
  /** Undefined without a socket, as in tests: then the client counts as local. */
  socket: Ends | undefined
}
type Ends = { remoteAddress?: string; localAddress?: string }
type Client = {
  address: string
  host: string
  /** Whether the site was asked under one of its own names. */
  isOurHost: boolean
  siteOrigin: string
}

/** Proxies may go by another of them than we do. Node keeps the first. */
function namesTwoHosts({ rawHeaders }: { rawHeaders: string[] }): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts += 1
  return hosts > 1
}

/** Reads who asks, and under which of its names the site was asked. */
function createClientReader(settings: ClientSettings): (contact: Contact) => Client {
  const proxies = listProxies(settings.trustedProxy)
  return ({ header, socket }) => {
    const peer = plainAddress(socket?.remoteAddress ?? '127.0.0.1')
    const behindProxy = settings.trustedProxy.length > 0 && isListed(proxies, peer)
    const host = (header('host') ?? '').toLowerCase()
    const secure = behindProxy && header('x-forwarded-proto')?.split(',')[0]?.trim() === 'https'
    return {
      address: behindProxy ? forwardedAddress(header('x-forwarded-for') ?? '', proxies, peer) : peer,
      host,
      isOurHost: isOurHost(settings.siteUrl, host, socket?.localAddress),
      siteOrigin: settings.siteUrl?.origin ?? `${secure ? 'https' : 'http'}://${host}`,
    }
  }
}

/** Sets `address` and `siteOrigin`; refuses unknown hosts, two at once, foreign origins and overlong addresses. */
export function identifyClient(settings: ClientSettings): MiddlewareHandler<HttpEnv> {
  const readClient = createClientReader(settings)
  return async (c, next) => {
    const { incoming, cacheFill } = c.env ?? {}
    const plain = incoming?.url?.startsWith('/') && !cacheFill ? incoming : undefined
    const { pathname, length, header } = plain ? ofConnection(plain) : ofRequest(c)
    if (incoming && namesTwoHosts(incoming))
      return problem(c, 400, 'two-hosts', 'This request names its host twice; send one Host header.')
    if (length > URL_LIMIT) {
      return problem(c, 414, 'address-too-long', (m) => m.refused_address_too_long({ limit: URL_LIMIT }))
    }
    // A person gets the site's own error page, which a later handler makes.
    if (!isDecodable(pathname) && !(wantsHtml(c) && ['GET', 'HEAD'].includes(c.req.method)))
      return problem(c, 400, 'bad-address', (m) => m.refused_bad_address())
    const { address, host, isOurHost, siteOrigin } = readClient({ header, socket: incoming?.socket })
    c.set('address', address)
    if (!isOurHost && !HEALTH_PATHS.includes(pathname)) {
      return problem(
        c,
        421,
        'wrong-site',
        `This is not the site for "${host}". If it is, set SITE_URL to its address.`,
      )
    }
    c.set('siteOrigin', siteOrigin)
    const origin = header('origin')
    if (origin !== undefined && !SAFE_METHODS.includes(c.req.method) && origin !== c.var.siteOrigin) {
      return problem(c, 403, 'foreign-origin', (m) => m.refused_foreign())
    }
    await next()
  }
}

/** As Node read it: a Request's URL and headers would be made for it alone, which takes as long as a cached answer. */
function ofConnection({ url = '', headers }: IncomingMessage) {
  const mark = url.indexOf('?')
  return {
    pathname: mark < 0 ? url : url.slice(0, mark),
    length: url.length,
    header: (name: string) => headers[name]?.toString(),
  }
}

function ofRequest({ req }: Context<HttpEnv>) {
  const { pathname, search, host } = new URL(req.url)
  return {
    pathname,
    length: pathname.length + search.length,
    header: (name: string) => req.header(name) ?? (name === 'host' ? host : undefined),
  }
}

export function isDecodable(pathname: string) {
  try {
    return decodeURIComponent(pathname).startsWith('/')
  } catch {
    return false
  }
}

function plainAddress(address: string) {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}

function listProxies(entries: string[]) {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return list
}

function isListed(list: BlockList, address: string) {
  const version = isIP(address)
  return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4')
}

/** The last address in X-Forwarded-For that is not a trusted proxy: the client can forge those before it. */
function forwardedAddress(forwarded: string, proxies: BlockList, peer: string) {
  const parts = forwarded.split(',')
  const chain = parts.map((part) => plainAddress(part.trim().replace(WITH_PORT, '$1$2')))
  for (const address of chain.reverse()) {
    if (isIP(address) === 0) return peer
    if (!isListed(proxies, address)) return address
  }
  return peer
}

function isOurHost(siteUrl: URL | null, host: string, localAddress = 'localhost') {
  if (siteUrl) return host === siteUrl.host
  const name = host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')
  if (['localhost', '127.0.0.1', '::1'].includes(name)) return true
  return name === plainAddress(localAddress)
}

/** What counts as one client: an IPv4 address, also IPv4-mapped, or the /64 that one IPv6 customer gets. */
export function networkOf(address: string): string {
  const plain = address.split('%')[0] ?? ''
  if (!isIPv6(plain)) return address
  const groups = expand(new URL(`http://[${plain}]`).hostname.slice(1, -1))
  const [high, low] = [groups[6] ?? 0, groups[7] ?? 0]
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** What one customer may have many networks of: an IPv4 /24, as 203.0.113.x, or an IPv6 /48. */
export function neighbourhoodOf(address: string): string {
  const network = networkOf(address)
  if (isIP(network) === 4) return network.replace(/\d+$/, 'x')
  return network.endsWith('::/64') ? `${network.split(':').slice(0, 3).join(':')}::/48` : network
}

function expand(address: string): number[] {
  const [left = '', right] = address.split('::')
  const [start, end] = [readGroups(left), readGroups(right ?? '')]
  return [...start, ...Array<number>(8 - start.length - end.length).fill(0), ...end]
}

function readGroups(text: string) {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
}
