import { BlockList, isIP } from 'node:net'
import type { Context, MiddlewareHandler } from 'hono'
import type { HttpEnv } from '#server/serving/http-env.ts'
import { problem, wantsHtml } from '#server/serving/problem.ts'

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS']
/** Probes name the server by its IP address. */
const HEALTH_PATHS = ['/healthz', '/readyz']
const URL_LIMIT = 2 * 1024
/** Some proxies write the visitor's port, too, and then IPv6 in brackets. */
const WITH_PORT = /^(?:\[(.*)\]|([\d.]+))(?::\d+)?$/

/** Sets `address` and `siteOrigin`; refuses unknown hosts, foreign origins and overlong addresses. */
export function identifyClient(settings: {
  siteUrl: URL | null
  trustedProxy: string[]
}): MiddlewareHandler<HttpEnv> {
  const proxies = listProxies(settings.trustedProxy)
  return async (c, next) => {
    const url = new URL(c.req.url)
    if (url.pathname.length + url.search.length > URL_LIMIT) {
      return problem(c, 414, 'address-too-long', `The address is longer than ${URL_LIMIT} characters.`)
    }
    // A person gets the site's own error page, which a later handler makes.
    if (!isDecodable(url.pathname) && !(wantsHtml(c) && ['GET', 'HEAD'].includes(c.req.method)))
      return problem(c, 400, 'bad-address', 'The address cannot be read; check it for stray % signs.')
    const peer = peerOf(c)
    const behindProxy = isListed(proxies, peer)
    c.set('address', behindProxy ? forwardedAddress(c, proxies, peer) : peer)
    const host = (c.req.header('host') ?? url.host).toLowerCase()
    if (!isOurHost(settings.siteUrl, host, c) && !HEALTH_PATHS.includes(url.pathname)) {
      return problem(
        c,
        421,
        'wrong-site',
        `This is not the site for "${host}". If it is, set SITE_URL to its address.`,
      )
    }
    const secure = behindProxy && c.req.header('x-forwarded-proto')?.split(',')[0]?.trim() === 'https'
    c.set('siteOrigin', settings.siteUrl?.origin ?? `${secure ? 'https' : 'http'}://${host}`)
    const origin = c.req.header('origin')
    if (origin !== undefined && !SAFE_METHODS.includes(c.req.method) && origin !== c.var.siteOrigin) {
      return problem(
        c,
        403,
        'foreign-origin',
        'This was sent from another site; open the page here and try again.',
      )
    }
    await next()
  }
}

export function isDecodable(pathname: string) {
  try {
    return decodeURIComponent(pathname).startsWith('/')
  } catch {
    return false
  }
}

/** Requests without a socket, as in tests, count as local. */
function peerOf(c: Context<HttpEnv>) {
  return plainAddress(c.env?.incoming?.socket?.remoteAddress ?? '127.0.0.1')
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
function forwardedAddress(c: Context<HttpEnv>, proxies: BlockList, peer: string) {
  const parts = (c.req.header('x-forwarded-for') ?? '').split(',')
  const chain = parts.map((part) => plainAddress(part.trim().replace(WITH_PORT, '$1$2')))
  for (const address of chain.reverse()) {
    if (isIP(address) === 0) return peer
    if (!isListed(proxies, address)) return address
  }
  return peer
}

function isOurHost(siteUrl: URL | null, host: string, c: Context<HttpEnv>) {
  if (siteUrl) return host === siteUrl.host
  const name = host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')
  if (['localhost', '127.0.0.1', '::1'].includes(name)) return true
  return name === plainAddress(c.env?.incoming?.socket?.localAddress ?? 'localhost')
}
