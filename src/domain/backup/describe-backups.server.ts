import type { App } from '#domain/app.ts'
import type { Author } from '#domain/journal/entry.ts'
import { recordChange } from '#domain/journal/journal.server.ts'
import type { BackupState, Backups } from './backup-retention.ts'

const OVERDUE_MS = 2 * 24 * 60 * 60 * 1000

/** The state as it is told to administrators; `overdue` after two days without a good backup, if nightly ones are set up. */
export async function describeBackups({
  backups,
  clock,
}: Pick<App, 'clock'> & { backups: Pick<Backups, 'state'> }): Promise<
  Omit<BackupState, 'since'> & { nightly: boolean; overdue: boolean }
> {
  const { since, ...state } = await backups.state()
  const from = since === null ? null : Date.parse(state.lastGood?.at ?? since)
  return {
    ...state,
    nightly: since !== null,
    overdue: from !== null && clock.now().getTime() - from > OVERDUE_MS,
  }
}

/** Makes nightly backups there from now on, or nowhere for null; why it was refused, or null. */
export async function nameNightlyPlace(
  app: Pick<App, 'backups' | 'db' | 'clock'>,
  to: string | null,
  author: NonNullable<Author>,
): Promise<{ refused: string } | null> {
  const was = await app.backups.place()
  if (!was.canSet) return { refused: 'The place of nightly backups is set on the server, with BACKUP_TO.' }
  const refusal = await app.backups.setPlace(to)
  if (refusal || was.to === to) return refusal
  const entry = { action: 'place of backups set', before: { place: was.to }, after: { place: to } }
  await recordChange(app.db, app, author, { ...entry, ...ownEntry(author) })
  return null
}

/** What opens the backup for this session, and a line in the journal: it holds all that the site has. Null when there is none. */
export async function downloadBackup(
  app: Pick<App, 'backups' | 'db' | 'clock'>,
  administrator: NonNullable<Author> & { sid: string },
): Promise<string | null> {
  const ticket = app.backups.issueTicket(administrator.sid)
  if (ticket === null) return null
  const entry = { action: 'backup downloaded', before: null, after: null }
  await recordChange(app.db, app, administrator, { ...entry, ...ownEntry(administrator) })
  return ticket
}

function ownEntry({ id, email }: NonNullable<Author>) {
  return { kind: 'administrator' as const, subjectId: id, subject: email }
}
