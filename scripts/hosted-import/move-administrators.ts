import type { App } from '#domain/app.ts'
import { isEmail, normalizeEmail } from '#domain/identity/administrators.server.ts'
import type { HostedFolder } from './hosted-folder.ts'
import { readCollection } from './read-collection.ts'
import { asText } from './read-fields.ts'
import { lineOf, type ReportLine } from './report.ts'

/** Everybody who could sign in there is invited: a password for the first sign-in, at which another is chosen. */
export async function* moveAdministrators(
  { identity }: Pick<App, 'identity'>,
  folder: HostedFolder,
  { applies }: { applies: boolean },
): AsyncGenerator<ReportLine> {
  const users = await readCollection(folder, ['users'])
  const known = new Set((await identity.administrators.list()).map(({ email }) => email))
  for (const { id, fields } of users ?? []) {
    const email = normalizeEmail(asText(fields.email))
    const line = (rest: Parameters<typeof lineOf>[3]) =>
      lineOf('administrator', email || asText(fields.localId) || id, '', rest)
    const isLeft = fields.disabled === true
    if (!isEmail(email)) yield line({ outcome: 'stays behind', why: 'there is no email address' })
    else if (isLeft) yield line({ outcome: 'stays behind', why: 'the account was disabled' })
    else if (known.has(email)) yield line({ outcome: 'is here already' })
    else {
      known.add(email)
      const password = applies ? await identity.administrators.invite(email) : null
      yield line({ outcome: 'comes', ...(password && { password }) })
    }
  }
}
