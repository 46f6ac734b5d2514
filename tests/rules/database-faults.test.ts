import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { retryConflicts } from '#database/postgres/open-postgres.ts'
import { isConflict, isConnectionLost, markFault } from '#database/postgres/session-locks.ts'
import type { Database } from '#database/schema.ts'
import { markFault as markSqliteFault } from '#database/sqlite/mark-fault.ts'
import { retryStale, StaleRead } from '#domain/retry-stale.ts'

const describeOf = (mark: (error: unknown) => void, error: object) => {
  mark(error)
  return (error as { fault?: string }).fault
}

test.each<[code: string, fault: string | undefined, then: string]>([
  ['40001', 'busy', 'run again'],
  ['40P01', 'busy', 'run again'],
  ['55P03', 'busy', ''],
  ['57014', 'busy', ''],
  ['53300', 'busy', ''],
  ['57P01', 'busy', 'connection lost'],
  ['08006', 'busy', 'connection lost'],
  ['25006', 'busy', 'connection lost'],
  ['ECONNRESET', 'busy', 'connection lost'],
  ['53100', 'full', ''],
  ['23505', undefined, ''],
  ['', undefined, ''],
])('PostgreSQL’s %s is %s: %s', (code, fault, then) => {
  const said = [isConflict({ code }) && 'run again', isConnectionLost({ code }) && 'connection lost']
  expect([describeOf(markFault, { code }), said.filter(Boolean).join(', ')]).toEqual([fault, then])
})

test('errors of the driver have no code, and are told by their words', () => {
  for (const message of ['Connection terminated unexpectedly', 'cached plan must not change result type'])
    expect([describeOf(markFault, { message }), isConnectionLost({ message })]).toEqual(['busy', true])
  expect([isConflict(null), isConnectionLost(undefined)]).toEqual([false, false])
})

test.each([
  [5, 'busy'],
  [517, 'busy'],
  [13, 'full'],
  [4874, 'full'],
  [19, undefined],
])('SQLite’s %i is %s', (errcode, fault) => {
  expect(describeOf(markSqliteFault, { errcode })).toBe(fault)
})

test.each([
  ['40P01', 1, 'done after 2'],
  ['40001', 4, 'done after 5'],
  ['40P01', 5, '40P01 after 5'],
  ['23505', 1, '23505 after 1'],
])('a transaction that fails with %s %i times is %s', async (code, failures, outcome) => {
  let tries = 0
  const execute = async () => {
    if (++tries <= failures) throw Object.assign(new Error(), { code })
    return 'done'
  }
  const db = retryConflicts({ transaction: () => ({ execute }) } as unknown as Kysely<object>)
  const said = await db
    .transaction()
    .execute(async () => 'done')
    .catch((error) => error.code)
  expect(`${said} after ${tries}`).toBe(outcome)
})

test('what another connection has changed since it was read is tried five times, another fault once', async () => {
  const db = { transaction: () => ({ execute: (run: () => unknown) => run() }) } as unknown as Database
  for (const [fault, most] of [
    [new StaleRead(), 5],
    [new Error('the disk is full'), 1],
  ] as const) {
    let tries = 0
    const failing = retryStale(db, async () => {
      tries += 1
      throw fault
    })
    await expect(failing).rejects.toBe(fault)
    expect(tries).toBe(most)
  }
  let tries = 0
  const second = async () => {
    tries += 1
    if (tries < 2) throw new StaleRead()
    return 'saved'
  }
  expect(await retryStale(db, second)).toBe('saved')
})
