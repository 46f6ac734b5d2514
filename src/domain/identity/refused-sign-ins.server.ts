import type { Database, ReadDatabase } from '#database/schema.ts'
import { daysBefore } from '#domain/activity/activity.ts'
import type { App } from '#domain/app.ts'
import { indiaDay } from '#domain/time/india-time.ts'
import { shareCommits } from '#domain/visits/share-commits.server.ts'
import type { RefusedSignIns } from './account.ts'

const RETENTION_DAYS = 30
/** Rows of an administrator's day; what comes from more networks is one row for each sign-in between. */
const ROWS_A_DAY = 50
const NETWORKS_SHOWN = 8
const WRITING_LIMIT = 200
/** Of one account within a day; whoever has forgotten a password gives up sooner. */
const MANY = { passwords: 20, codes: 5 }
const DAY_MS = 24 * 60 * 60 * 1000

/** `network` is shortened; `since` is the account's last sign-in, `codes` those refused after a right password. */
type RefusedSignIn = {
  administratorId: string
  network: string
  since: string | null
  step: 'password' | 'code'
  at: Date
}

export type RefusalNotes = { note(refusal: RefusedSignIn): void; settle(): Promise<void> }

/** Counts after the answer: a sign-in to a known account takes no longer than one to an unknown. */
export function createRefusalNotes({ db, log }: Pick<App, 'db' | 'log'>): RefusalNotes {
  const writing = new Set<Promise<void>>()
  const write = shareCommits(db, async (tx, refusals: RefusedSignIn[]) => {
    for (const row of sumsOf(refusals)) await addRow(tx, row)
    return refusals
  })
  return {
    note(refusal) {
      if (writing.size >= WRITING_LIMIT) return
      const written = write(refusal)
        .catch((error: unknown) => log.warn({ err: error }, 'a refused sign-in was not counted'))
        .then(() => void writing.delete(written))
      writing.add(written)
    },
    async settle() {
      while (writing.size > 0) await Promise.all(writing)
    },
  }
}

/** `since` is the sign-in before this session's, or null. */
export async function readRefusedSignIns(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  administratorId: string,
  since: string | null,
): Promise<RefusedSignIns> {
  const rows = await selectRecent(db, clock.now())
    .select(['network', 'since', 'passwords', 'codes', 'lastAt'])
    .where('administratorId', '=', administratorId)
    .orderBy('lastAt', 'desc')
    .orderBy('network')
    .execute()
  const networks = [...Map.groupBy(rows, ({ network }) => network)].map(([network, its]) => ({
    network,
    ...sum(its),
    lastAt: its[0]?.lastAt ?? '',
  }))
  const after = sum(rows.filter((row) => row.since >= (since ?? '')))
  return {
    days: RETENTION_DAYS,
    since,
    passwordsSince: after.passwords,
    codesSince: after.codes,
    ...sum(rows),
    networks: networks.slice(0, NETWORKS_SHOWN),
    moreNetworks: Math.max(0, networks.length - NETWORKS_SHOWN),
  }
}

/** Of the last 30 days, by administrator; who has none is not in it. */
export async function countRefusedSignIns({
  db,
  clock,
}: Pick<App, 'db' | 'clock'>): Promise<Map<string, number>> {
  const rows = await selectRecent(db, clock.now())
    .select(['administratorId', ({ fn }) => fn.sum<number>('passwords').as('passwords')])
    .select(({ fn }) => fn.sum<number>('codes').as('codes'))
    .groupBy('administratorId')
    .execute()
  return new Map(
    rows.map(({ administratorId, passwords, codes }) => [administratorId, Number(passwords) + Number(codes)]),
  )
}

/** Administrators whose sign-in was refused often in the last 24 hours, with how often. */
export async function listManyRefused({ readDb, clock }: Pick<App, 'readDb' | 'clock'>) {
  const now = clock.now()
  const rows = await selectRecent(readDb, now)
    .innerJoin('administrators', 'administrators.id', 'refusedSignIns.administratorId')
    .select(['administratorId', 'email', 'passwords', 'codes', 'lastAt'])
    .execute()
  const ofDay = rows.filter(({ lastAt }) => now.getTime() - Date.parse(lastAt) < DAY_MS)
  return [...Map.groupBy(ofDay, ({ administratorId }) => administratorId)]
    .map(([administratorId, its]) => ({ administratorId, email: its[0]?.email ?? '', ...sum(its) }))
    .filter(({ passwords, codes }) => passwords >= MANY.passwords || codes >= MANY.codes)
}

export async function sweepRefusedSignIns({ db }: Pick<App, 'db'>, asOf: Date): Promise<void> {
  const day = daysBefore(indiaDay(asOf), RETENTION_DAYS)
  await db.deleteFrom('refusedSignIns').where('day', '<', day).execute()
}

type Row = {
  administratorId: string
  day: string
  network: string
  since: string
  passwords: number
  codes: number
  lastAt: string
}

/** In one order, so that servers that count at once never wait for each other crosswise. */
function sumsOf(refusals: RefusedSignIn[]): Row[] {
  const sums = new Map<string, Row>()
  for (const { administratorId, network, since, step, at } of refusals) {
    const day = indiaDay(at)
    const key = `${administratorId} ${day} ${network} ${since}`
    const before = sums.get(key) ?? { passwords: 0, codes: 0 }
    sums.set(key, {
      ...{ administratorId, day, network, since: since ?? '' },
      passwords: before.passwords + (step === 'password' ? 1 : 0),
      codes: before.codes + (step === 'code' ? 1 : 0),
      lastAt: at.toISOString(),
    })
  }
  return [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
}

async function addRow(tx: Database, row: Row) {
  const ofDay = await tx
    .selectFrom('refusedSignIns')
    .select(['network', 'since'])
    .where('administratorId', '=', row.administratorId)
    .where('day', '=', row.day)
    .execute()
  const isThere = ofDay.some(({ network, since }) => network === row.network && since === row.since)
  const network = isThere || ofDay.length < ROWS_A_DAY ? row.network : ''
  await tx
    .insertInto('refusedSignIns')
    .values({ ...row, network })
    .onConflict((conflict) =>
      conflict.columns(['administratorId', 'day', 'network', 'since']).doUpdateSet((eb) => ({
        passwords: eb('refusedSignIns.passwords', '+', eb.ref('excluded.passwords')),
        codes: eb('refusedSignIns.codes', '+', eb.ref('excluded.codes')),
        lastAt: eb.ref('excluded.lastAt'),
      })),
    )
    .execute()
}

/** As many days as are kept, today's among them; the sweep, which trusts no clock at once, may be late. */
function selectRecent(db: ReadDatabase, now: Date) {
  return db.selectFrom('refusedSignIns').where('day', '>', daysBefore(indiaDay(now), RETENTION_DAYS))
}

function sum(rows: { passwords: number; codes: number }[]) {
  const total = (of: 'passwords' | 'codes') => rows.reduce((before, row) => before + row[of], 0)
  return { passwords: total('passwords'), codes: total('codes') }
}
