/** What whoever runs the site is told of: `title` in a few words, the sentence says what is wrong and what to do. */
export type Alert = { title: string; sentence: string }

/** By which way an alert went; `fault` is a sentence where it did not arrive. Neither holds a secret. */
export type AlertOutcome = { way: string; fault: string | null }

/** Null where no way is set; never throws. */
export type Alerts = {
  /** In words, such as "ALERT_URL (ntfy.sh)". */
  ways: string[]
  /** `siteAddress` ends the message. One outcome for each way. */
  send(alert: Alert, siteAddress: string): Promise<AlertOutcome[]>
}

type Mail = { to: string[]; subject: string; text: string }

/** Mails by SMTP_URL; null where it is not set. Returns what went wrong as a sentence, or null; never throws. */
export type Mailer = { send(mail: Mail): Promise<string | null>; close(): void }
