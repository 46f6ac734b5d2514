import type { Alerts, Mailer } from '#domain/alerts/alerts.ts'
import type { App } from '#domain/app.ts'
import type { Config } from '#server/config.ts'
import { postAlert } from './webhook.ts'

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
