import type { Transporter } from 'nodemailer'
import type { Mailer } from '#domain/alerts/alerts.ts'
import { isLocalServer, type SmtpServer } from '#server/settings/alert-settings.ts'

const TIME_LIMIT_MS = 20_000

/** Sends by one connection for each mail; what hangs is broken off after 20 seconds. */
export function createMailer(server: SmtpServer, timeLimitMs = TIME_LIMIT_MS): Mailer {
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
