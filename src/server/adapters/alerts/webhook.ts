import { lookup } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import type { Alert } from '#domain/alerts/alerts.ts'
import type { Webhook } from '#server/settings/alert-settings.ts'

const TIME_LIMIT_MS = 10_000
/** ntfy takes 4,096 bytes, Telegram as many characters. */
const TEXT_LIMIT = 3_000

/** Posts an alert; what went wrong as a sentence, or null. Follows no redirect, and reads no more than the head of an answer. */
export async function postAlert(
  webhook: Webhook,
  alert: Alert & { about: string },
  siteAddress: string,
  timeLimitMs = TIME_LIMIT_MS,
): Promise<string | null> {
  const { target, body } = shape(webhook, alert, siteAddress)
  try {
    const status = await post(target, JSON.stringify(body), webhook.mayBePrivate, timeLimitMs)
    if (status < 300) return null
    if (status < 400)
      return 'ALERT_URL leads to another address, which is not followed: set it to where the messages are to go.'
    return `ALERT_URL answered with ${status}: look whether the address is right and still valid.`
  } catch (error) {
    return describeFault(error as NodeJS.ErrnoException)
  }
}

/** Each form has the fields of its kind and no other: some services refuse what they do not know. */
function shape({ url, form }: Webhook, { title, sentence, about }: Alert & { about: string }, site: string) {
  const target = new URL(url)
  target.hash = ''
  const heading = `${about}: ${title}`
  const message = `${sentence.slice(0, TEXT_LIMIT)}\n\n${site}`
  if (form === 'ntfy') {
    const topic = url.pathname.replaceAll('/', '')
    target.pathname = '/'
    return { target, body: { topic, title: heading, message, click: site } }
  }
  const text = `${heading}\n\n${message}`
  if (form === 'slack') return { target, body: { text } }
  target.search = ''
  return { target, body: { chat_id: url.searchParams.get('chat_id'), text } }
}

class PrivateAddress extends Error {}
class TooLate extends Error {}

function post(target: URL, body: string, mayBePrivate: boolean, timeLimitMs: number): Promise<number> {
  const { request } = target.protocol === 'https:' ? https : http
  const { username, password } = target
  return new Promise((resolve, reject) => {
    if (!mayBePrivate && isPrivate(target.hostname.replace(/^\[|\]$/g, '')))
      return reject(new PrivateAddress())
    const asked = request(target, {
      method: 'POST',
      agent: false,
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        'User-Agent': 'Thervu',
      },
      ...((username || password) && { auth: [username, password].map(decodeURIComponent).join(':') }),
      ...(!mayBePrivate && { lookup: lookUpPublic }),
    })
    const timer = setTimeout(() => asked.destroy(new TooLate()), timeLimitMs)
    asked.once('close', () => clearTimeout(timer))
    asked.once('error', reject)
    asked.once('response', (answer) => {
      answer.destroy()
      resolve(answer.statusCode ?? 0)
    })
    asked.end(body)
  })
}

/** The address that is connected to is the one that was looked at: a name may lead elsewhere the next time it is asked for. */
const lookUpPublic: LookupFunction = (name, options, found) => {
  lookup(name, { ...options, all: true }, (error, addresses) => {
    if (error) return found(error, '')
    if (addresses.some(({ address }) => isPrivate(address))) return found(new PrivateAddress(), '')
    if (options.all) return found(null, addresses)
    const [first] = addresses
    found(null, first?.address ?? '', first?.family)
  })
}

/** Of this machine or its network, or of no single machine. */
const INSIDE = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  INSIDE.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  // Neither of them is one of the public internet, and the last two wrap an address of IPv4.
  ['::', 96],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
  ['64:ff9b::', 32],
  ['2002::', 16],
] as const)
  INSIDE.addSubnet(network, prefix, 'ipv6')

/** Whether an address is inside; a name is not. */
export function isPrivate(address: string): boolean {
  const version = isIP(address)
  return version !== 0 && INSIDE.check(address, version === 6 ? 'ipv6' : 'ipv4')
}

function describeFault(error: NodeJS.ErrnoException) {
  if (error instanceof PrivateAddress)
    return 'ALERT_URL leads to an address inside the network of the server, which is refused; ALERT_URL_PRIVATE=on allows it.'
  if (error instanceof TooLate) return `ALERT_URL did not answer within ${TIME_LIMIT_MS / 1000} seconds.`
  return `ALERT_URL could not be reached (${error.code ?? error.name}).`
}
