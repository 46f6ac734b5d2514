import { lookup } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import type { Transporter } from 'nodemailer'
import type { Alert, Alerts, Mailer } from '#domain/alerts/alerts.ts'
import type { App } from '#domain/app.ts'
import type { Config } from '../config.ts'
import { isLocalServer, type SmtpServer, type Webhook } from '../settings/alert-settings.ts'

type Parts = {
  config: Pick<Config, 'webhook' | 'smtp' | 'alertMail'>
  mailer: Mailer | null
  /** The centre's name. */
  about: () => Promise<string>
  administrators: Pick<App['identity']['administrators'], 'list'>
}

/** By ALERT_URL, and by mail to ALERT_MAIL or else to every administrator who can sign in. */
export function createAlerts({ config, mailer, about, administrators }: Parts): Alerts {
  const { webhook, smtp, alertMail } = config
  const ways: { way: string; send(...asked: Parameters<Alerts['send']>): Promise<string | null> }[] = []
  if (webhook) {
    ways.push({
      way: `ALERT_URL (${webhook.url.hostname})`,
      send: async (alert, site) => await postAlert(webhook, { ...alert, about: await about() }, site),
    })
  }
  if (mailer && smtp) {
    ways.push({
      way: `Mail to ${alertMail?.join(', ') ?? 'the administrators'}`,
      async send({ title, sentence }, site) {
        const able = (await administrators.list()).filter(({ disabled }) => !disabled)
        const to = alertMail ?? able.map(({ email }) => email)
        return await mailer.send({
          to,
          subject: `${await about()}: ${title}`,
          text: `${sentence}\n\n${site}`,
        })
      },
    })
  }
  return {
    ways: ways.map(({ way }) => way),
    send: (alert, site) =>
      Promise.all(
        ways.map(async ({ way, send }) => {
          const fault = await send(alert, site).catch(
            (error: Error) => `It could not be sent: ${error.message}`,
          )
          return { way, fault }
        }),
      ),
  }
}

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
    const outgoing = request(target, {
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
    const timer = setTimeout(() => outgoing.destroy(new TooLate()), timeLimitMs)
    outgoing.once('close', () => clearTimeout(timer))
    outgoing.once('error', reject)
    outgoing.once('response', (answer) => {
      answer.destroy()
      resolve(answer.statusCode ?? 0)
    })
    outgoing.end(body)
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

const MAIL_LIMIT_MS = 20_000

/** Sends by one connection for each mail; what hangs is broken off after 20 seconds. */
export function createMailer(server: SmtpServer, timeLimitMs = MAIL_LIMIT_MS): Mailer {
  const stopping = new AbortController()

  async function transport(): Promise<Transporter> {
    // Not before it is needed: most sites send nothing for days.
    const { createTransport } = await import('nodemailer')
    const { host, port, secure, auth } = server
    const waits = { connectionTimeout: timeLimitMs, greetingTimeout: timeLimitMs, socketTimeout: timeLimitMs }
    return createTransport({
      ...{ host, port, secure, ...waits, disableFileAccess: true, disableUrlAccess: true },
      ...(auth && { auth, requireTLS: !secure && !isLocalServer(server) }),
    })
  }

  return {
    async send({ to, subject, text }) {
      if (to.length === 0) return 'There is nobody to write to: set ALERT_MAIL to an email address.'
      try {
        const sender = await transport()
        const { promise: late, reject } = Promise.withResolvers<never>()
        const timer = setTimeout(() => reject(new Error('it did not answer in time')), timeLimitMs)
        const stop = () => reject(new Error('the site is being closed'))
        stopping.signal.addEventListener('abort', stop, { once: true })
        if (stopping.signal.aborted) stop()
        try {
          await Promise.race([sender.sendMail({ from: server.from, to, subject, text }), late])
        } finally {
          clearTimeout(timer)
          stopping.signal.removeEventListener('abort', stop)
          sender.close()
        }
        return null
      } catch (error) {
        return `The mail server of SMTP_URL (${server.host}) did not take the mail: ${(error as Error).message}.`
      }
    },
    close: () => stopping.abort(),
  }
}
