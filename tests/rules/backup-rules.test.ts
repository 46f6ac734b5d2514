import { expect, test } from 'vitest'
import { isBackupDue, retainedBackups } from '#domain/backup/backup-retention.ts'
import { describeBackups } from '#domain/backup/describe-backups.server.ts'
import { keptSettings } from '#server/config.ts'
import { encryptedIn, placeName, readBackupPlace } from '#server/settings/files-settings.ts'

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR
const at = (time: string) => new Date(`${time}Z`)
const ms = (time: string) => at(time).getTime()

/** One backup a night at 2:30 in India, the last of them on this day in India. */
function nights(count: number, lastDay: string) {
  const last = ms(`${lastDay}T00:00`) - 3 * HOUR
  return Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    countsFor: new Date(last - (count - 1 - index) * DAY),
  }))
}

const daysOf = (backups: ReturnType<typeof nights>) => {
  const kept = retainedBackups(backups)
  return backups
    .filter(({ number }) => kept.has(number))
    .map(({ countsFor }) => new Date(countsFor.getTime() + 5.5 * HOUR).toISOString().slice(0, 10))
    .reverse()
}

test('of two years of nights seven days, four weeks and twelve months are kept', () => {
  expect(daysOf(nights(730, '2026-11-22'))).toEqual([
    ...['2026-11-22', '2026-11-21', '2026-11-20', '2026-11-19', '2026-11-18', '2026-11-17', '2026-11-16'],
    // Sundays, and the last days of months.
    ...['2026-11-15', '2026-11-08', '2026-11-01'],
    ...['2026-10-31', '2026-09-30', '2026-08-31', '2026-07-31', '2026-06-30', '2026-05-31', '2026-04-30'],
    ...['2026-03-31', '2026-02-28', '2026-01-31', '2025-12-31'],
  ])
})

test('made night after night and pruned each time, the same are kept', () => {
  const all = nights(400, '2026-11-22')
  let kept: typeof all = []
  for (const backup of all) {
    kept.push(backup)
    const numbers = retainedBackups(kept)
    kept = kept.filter(({ number }) => numbers.has(number))
  }
  expect(daysOf(kept)).toEqual(daysOf(all))
})

test('the days are those of India, and the last backup of a day stays', () => {
  // 23:50 and 0:10 in India are two days, though one in UTC.
  const evening = { number: 1, countsFor: at('2026-11-21T18:20') }
  const night = { number: 2, countsFor: at('2026-11-21T18:40') }
  const morning = { number: 3, countsFor: at('2026-11-22T02:00') }
  expect(retainedBackups([evening, night, morning])).toEqual(new Set([1, 3]))
})

test('a pause of a year removes nothing', () => {
  const before = nights(7, '2025-11-22')
  const after = { number: 8, countsFor: at('2026-11-22T00:00') }
  expect(retainedBackups([...before, after]).size).toBe(8)
})

test('a clock that leaps empties no list, and the last backup always stays', () => {
  const all = nights(60, '2026-11-22')
  const ahead = { number: 61, countsFor: at('2099-01-01T00:00') }
  const behind = { number: 62, countsFor: at('1980-01-01T00:00') }
  const kept = retainedBackups([...all, ahead, behind])
  expect(kept.has(62)).toBe(true)
  expect([...kept].filter((number) => number <= 60).length).toBeGreaterThanOrEqual(7)
  expect(retainedBackups([behind])).toEqual(new Set([62]))
  expect(retainedBackups([])).toEqual(new Set())
})

test('a backup is due once a night, from half past two in India on', () => {
  const evening = ms('2026-11-22T16:00')
  const due = (now: string, madeAt = evening, jitter = 0) =>
    isBackupDue({ madeAt, failedAt: null }, ms(now), jitter)
  expect(due('2026-11-22T20:59')).toBe(false)
  expect(due('2026-11-22T21:00')).toBe(true)
  expect(due('2026-11-22T21:00', evening, 60_000)).toBe(false)
  expect(due('2026-11-22T21:01', evening, 60_000)).toBe(true)
  expect(due('2026-11-23T20:59', ms('2026-11-22T21:02'))).toBe(false)
  expect(due('2026-11-23T21:00', ms('2026-11-22T21:02'))).toBe(true)
})

test('a missed night is made up for, a failed try an hour later, and a time to come is not believed', () => {
  const now = ms('2026-11-22T10:00')
  expect(isBackupDue({ madeAt: null, failedAt: null }, now, 0)).toBe(true)
  expect(isBackupDue({ madeAt: ms('2026-11-20T21:02'), failedAt: null }, now, 0)).toBe(true)
  const failed = (failedAt: number) => isBackupDue({ madeAt: null, failedAt }, now, 0)
  expect([failed(now - HOUR + 1), failed(now - HOUR), failed(now + DAY)]).toEqual([false, true, true])
  expect(isBackupDue({ madeAt: now + 30 * DAY, failedAt: null }, now, 0)).toBe(true)
})

test('two days without a good backup are overdue, where backups are made by night', async () => {
  const good = { at: '2026-11-20T21:05:00Z', to: '/backup', papers: 1, files: 2, bytes: 3 }
  const since = '2026-11-01T00:00:00Z'
  const overdue = async (now: string, state: { since: string | null; lastGood: typeof good | null }) => {
    const clock = { now: () => at(now), monotonic: () => 0 }
    const told = { failure: null, isOfFilesOnly: false, ...state }
    const backups = { state: async () => told, holding: async () => null }
    return (await describeBackups({ backups, clock })).overdue
  }
  expect(await overdue('2026-11-22T21:05', { since, lastGood: good })).toBe(false)
  expect(await overdue('2026-11-22T21:06', { since, lastGood: good })).toBe(true)
  expect(await overdue('2026-11-02T23:00', { since, lastGood: null })).toBe(false)
  expect(await overdue('2026-11-03T00:01', { since, lastGood: null })).toBe(true)
  expect(await overdue('2026-12-22T00:00', { since: null, lastGood: good })).toBe(false)
})

test('a place for backups is a bucket, or a folder outside of the data', () => {
  expect(readBackupPlace('s3://bucket/backups?region=ap-south-1', '/srv/data', 'BACKUP_TO')).toMatchObject({
    ...{ kind: 's3', place: { bucket: 'bucket', prefix: 'backups/', region: 'ap-south-1' } },
  })
  expect(readBackupPlace('/mnt/usb/site', '/srv/data', 'BACKUP_TO')).toEqual({
    kind: 'folder',
    dir: '/mnt/usb/site',
  })
  expect(readBackupPlace('/srv/data-copies', '/srv/data', 'BACKUP_TO')).toEqual({
    kind: 'folder',
    dir: '/srv/data-copies',
  })
  for (const place of ['/srv/data', '/srv/data/', '/srv/data/backups', 'ftp://host/folder', 's3://'])
    expect(readBackupPlace(place, '/srv/data', 'BACKUP_TO'), place).toMatch(/^BACKUP_TO .+\.$/)
})

test('a backup keeps the settings that were made, without secrets', () => {
  const settings = {
    ...{
      SITE_URL: 'https://papers.example.in',
      DATABASE_URL: 'postgres://thervu:hush@db/site',
      PAGE_CACHE_MIB: ' 64 ',
    },
    ...{ AUTH_SECRET: 'x'.repeat(32), ADMIN_PASSWORD: 'hush', HOME: '/root', TRUSTED_PROXY: '' },
  }
  expect(keptSettings(settings)).toEqual({
    SITE_URL: 'https://papers.example.in',
    DATABASE_URL: 'postgres://thervu@db/site',
    PAGE_CACHE_MIB: '64',
  })
})

test.each([
  ['/mnt/usb/site', '/mnt/usb/site/encrypted'],
  ['/mnt/usb/encrypted', '/mnt/usb/encrypted'],
  ['s3://bucket?region=ap-south-1', 's3://bucket/encrypted/'],
  ['s3://bucket/not-encrypted', 's3://bucket/not-encrypted/encrypted/'],
  ['s3://bucket/site/encrypted/', 's3://bucket/site/encrypted/'],
])('encrypted backups to %s are in %s', (to, expected) => {
  const place = readBackupPlace(to, '/srv/data', 'BACKUP_TO')
  expect(typeof place === 'string' ? place : placeName(encryptedIn(place))).toBe(expected)
})
