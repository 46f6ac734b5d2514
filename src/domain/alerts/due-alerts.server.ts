import type { App } from '#domain/app.ts'
import { describeBackups } from '#domain/backup/describe-backups.server.ts'
import { listNewDevices } from '#domain/identity/devices.server.ts'
import { listManyRefused } from '#domain/identity/refused-sign-ins.server.ts'
import { listUnread } from '#domain/recognition/recognise-next.server.ts'
import { dayLabel, timeLabel } from '#domain/time/india-time.ts'
import type { Warning } from '#domain/warnings.server.ts'
import type { Alert } from './alerts.ts'

/** `key` is the same for as long as it goes on; then it is told again after so many days. */
type DueAlert = Alert & { key: string; againAfterDays: number }

const DAYS = 3
const MONTH = 30
const NEVER = Infinity
/** A sign-in happens once, and is never over. */
const OF_DEVICE = 'new-device:'
const OF_DISK = 'disk-full:'

const TITLES: Record<string, string> = {
  'disk-full': 'the disk is nearly full',
  'files-damaged': 'stored files are missing or damaged',
  'database-damaged': 'the database is damaged',
  'sweep-refused': 'files that no paper names',
  'inbox-sweep-refused': 'files that no paper names',
}

type Needs = Pick<App, 'db' | 'readDb' | 'clock' | 'backups'>

/** All that whoever runs the site should hear of now; `warnings` are those of the admin area, `server` names this one. */
export async function listDueAlerts(app: Needs, warnings: Warning[], server: string): Promise<DueAlert[]> {
  const warned = warnings.map(({ kind, sentence }) => ({
    // Each server has a disk of its own.
    key: kind === 'disk-full' ? OF_DISK + server : kind,
    title: TITLES[kind] ?? 'something needs a look',
    sentence,
    againAfterDays: DAYS,
  }))
  return [
    ...warned,
    ...(await ofBackups(app)),
    ...(await ofScans(app)),
    ...(await listManyRefused(app)).map(describeRefused),
    ...(await listNewDevices(app)).map(describeDevice),
  ]
}

/** Whether it is over once this server does not see it any more. */
function clearsWhenUnseen(key: string, server: string): boolean {
  if (key.startsWith(OF_DISK)) return key === OF_DISK + server
  return !key.startsWith(OF_DEVICE)
}

async function ofBackups(app: Needs): Promise<DueAlert[]> {
  const { failure, overdue, lastGood } = await describeBackups(app)
  const found: DueAlert[] = []
  if (failure) {
    const sentence = `The backup failed: ${failure.reason} It is tried again every hour; the admin area says under Account, Backups, when one is good again.`
    found.push({ key: 'backup-failed', title: 'the backup failed', sentence, againAfterDays: DAYS })
  }
  if (overdue) {
    const last = lastGood
      ? `The last one was made on ${dayLabel(lastGood.at)} at ${timeLabel(lastGood.at)}.`
      : 'None has been made yet.'
    const sentence = `There has been no good backup for two days or more. ${last} Look in the admin area under Account, Backups, and whether the place of BACKUP_TO can be reached and has room.`
    found.push({
      key: 'backup-overdue',
      title: 'no good backup for two days',
      sentence,
      againAfterDays: DAYS,
    })
  }
  return found
}

async function ofScans(app: Needs): Promise<DueAlert[]> {
  const papers = await listUnread(app)
  const [first] = papers
  if (!first) return []
  const more = papers.length === 1 ? '' : ` and of ${papers.length - 1} more`
  const sentence = `Scanned pages of "${first.title}"${more} could not be read, so that no search finds what is on them. ${first.fault} The admin area lists them under Papers, with a button to try again; a better scan helps, too.`
  return [{ key: 'scans-unread', title: 'scans cannot be read', sentence, againAfterDays: MONTH }]
}

function describeRefused({ administratorId, email, passwords, codes }: ManyRefused): DueAlert {
  const advice =
    codes > 0
      ? `${codes} of them had the right password and a wrong code: if that was not ${email}, change that password now, under Account.`
      : 'The password held. Look under Account, Refused sign-ins, from where they came; a second factor makes guessing hopeless.'
  return {
    key: `refused-sign-ins:${administratorId}`,
    title: 'many refused sign-ins',
    sentence: `${passwords + codes} sign-ins as ${email} were refused within a day. ${advice}`,
    againAfterDays: DAYS,
  }
}

function describeDevice({ deviceId, device, email }: NewDevice): DueAlert {
  return {
    key: OF_DEVICE + deviceId,
    title: 'sign-in from a new device',
    sentence: `${email} signed in with a browser that was not used here in the last 30 days: ${device}. If that was not ${email}: sign out all devices and change the password, under Account; another administrator can disable the account there.`,
    againAfterDays: NEVER,
  }
}

type ManyRefused = Awaited<ReturnType<typeof listManyRefused>>[number]
type NewDevice = Awaited<ReturnType<typeof listNewDevices>>[number]

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** What comes back sooner is the same trouble: a disk at its limit comes and goes. */
const OVER_AFTER_MS = HOUR_MS
/** What never ends: a device that comes back later is new. */
const RETENTION_MS = 400 * DAY_MS

/**
 * Tells what was not told yet, or so many days ago, and forgets what has been over for an hour; returns false when
 * something could not be sent, and the rest waits. `server` names this one, the only one that tells at a time.
 */
export async function sendAlerts(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { trouble, server }: { trouble: DueAlert[]; server: string },
  send: (one: DueAlert) => Promise<boolean>,
): Promise<boolean> {
  const now = clock.now()
  const at = now.toISOString()
  // A time to come was written by a clock that was wrong.
  const since = (time: string) => Math.abs(now.getTime() - Date.parse(time))
  const rows = await db.selectFrom('toldAlerts').selectAll().execute()
  for (const { key, toldAt, clearedAt } of rows) {
    const isOn = trouble.some((one) => one.key === key)
    if (isOn && clearedAt) await setCleared(db, key, null)
    else if (!isOn && !clearedAt && clearsWhenUnseen(key, server)) await setCleared(db, key, at)
    else if (!isOn && (clearedAt ? since(clearedAt) > OVER_AFTER_MS : since(toldAt) > RETENTION_MS))
      await db.deleteFrom('toldAlerts').where('key', '=', key).execute()
  }
  for (const one of trouble) {
    const told = rows.find(({ key }) => key === one.key)
    if (told && since(told.toldAt) < one.againAfterDays * DAY_MS) continue
    if (!(await send(one))) return false
    const values = { toldAt: at, clearedAt: null }
    await db
      .insertInto('toldAlerts')
      .values({ key: one.key, ...values })
      .onConflict((on) => on.column('key').doUpdateSet(values))
      .execute()
  }
  return true
}

async function setCleared(db: App['db'], key: string, clearedAt: string | null) {
  await db.updateTable('toldAlerts').set({ clearedAt }).where('key', '=', key).execute()
}
