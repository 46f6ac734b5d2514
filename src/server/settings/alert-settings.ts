import { ConfigError } from './read-number.ts'

/** How the JSON of an alert is shaped: ntfy and Telegram have forms of their own, all others take Slack's. */
export type Webhook = { url: URL; form: 'ntfy' | 'telegram' | 'slack'; mayBePrivate: boolean }

export type SmtpServer = {
  host: string
  port: number
  /** TLS from the first byte; else STARTTLS where the server offers it, and always where a password is sent. */
  secure: boolean
  auth: { user: string; pass: string } | null
  from: string
}

const LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/
const TELEGRAM = /^\/bot\d+:[\w-]+\/sendMessage$/
const SMTP_EXAMPLE = 'smtps://user:password@smtp.example.in'

/** Throws ConfigError, which repeats nothing of the address: it is a secret. */
export function readWebhook(value: string | null, mayBePrivate: boolean): Webhook | null {
  if (value === null) return null
  const url = URL.canParse(value) ? new URL(value) : null
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new ConfigError('ALERT_URL must be an address that begins with https:// or http://.')
  const form = formOf(url)
  if (form === 'ntfy' && !/^\/[\w-]+\/?$/.test(url.pathname))
    throw new ConfigError('ALERT_URL must end in one topic for ntfy, as in https://ntfy.sh/my-centre.')
  if (form === 'telegram' && !url.searchParams.get('chat_id'))
    throw new ConfigError(
      'ALERT_URL must end in ?chat_id=… for Telegram, as in https://api.telegram.org/bot123:abc/sendMessage?chat_id=456.',
    )
  return { url, form, mayBePrivate }
}

/** A server of ntfy under another name is marked by #ntfy, which is not sent. */
function formOf({ hostname, pathname, hash }: URL) {
  if (hash === '#ntfy' || hostname.startsWith('ntfy.')) return 'ntfy'
  return hostname === 'api.telegram.org' || TELEGRAM.test(pathname) ? 'telegram' : 'slack'
}

/** Throws ConfigError, which repeats no password. `from` is MAIL_FROM. */
export function readSmtp(value: string | null, from: string | null, siteUrl: URL | null): SmtpServer | null {
  if (value === null) return null
  const url = URL.canParse(value) ? new URL(value) : null
  const { hostname = '', pathname = '', search = '' } = url ?? {}
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || !hostname || pathname.length > 1 || search)
    throw new ConfigError(
      `SMTP_URL must be an address like ${SMTP_EXAMPLE} or smtp://127.0.0.1:25; signs such as @ or / in the password are written as %40 or %2F.`,
    )
  const secure = url.protocol === 'smtps:'
  const [user, pass] = [decoded(url.username), decoded(url.password)]
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    auth: user || pass ? { user, pass } : null,
    from: from ?? (isAddress(user) ? user : `thervu@${siteUrl?.hostname ?? 'localhost'}`),
  }
}

function decoded(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new ConfigError(
      `SMTP_URL has a % in its user or password that stands for nothing; write it as %25, as in ${SMTP_EXAMPLE}.`,
    )
  }
}

/** Whether a password may be sent to it without TLS. */
export function isLocalServer({ host }: Pick<SmtpServer, 'host'>): boolean {
  return LOCAL.test(host)
}

/** Addresses between commas, or null; throws ConfigError. */
export function readMailAddresses(name: string, value: string | null): string[] | null {
  if (value === null) return null
  const addresses = value.split(',').map((address) => address.trim())
  const wrong = addresses.find((address) => !isAddress(address))
  if (wrong !== undefined) throw new ConfigError(`${name} must be an email address, not "${wrong}".`)
  return addresses
}

function isAddress(text: string) {
  return /^[^\s@<>",;:]+@[^\s@<>",;:]+$/.test(text)
}
