import type { App } from '#domain/app.ts'
import { clearWarning, raiseWarning, type WarningKind } from '#domain/warnings.server.ts'
import { startOfRetention } from './confirm-time.server.ts'
import type { Aside, AsideStore } from './file-store.ts'
import { selectKnownKeys } from './store.server.ts'
import { selectUnsettled, settle, type UnsettledKind } from './unsettled-store.server.ts'

/** Files younger than this may belong to an upload that is about to write its row. */
export const SWEEP_AGE_MS = 60 * 60 * 1000

/** The files of papers and of the centre's pictures, with the rows that name them. */
export function storedFiles({ db, files }: Pick<App, 'db' | 'files'>): SweptStore {
  return {
    ...files,
    kind: 'files',
    warning: 'sweep-refused',
    what: 'stored files',
    async *list() {
      for await (const { key, storedAt } of files.list()) yield { name: key, storedAt }
    },
    selectNamed: (keys) => selectKnownKeys(db, keys),
  }
}

/** Moves files without a row aside, as `sweepUnnamed` does, and removes what puts that were cut short left. */
export async function sweepFiles(
  app: Pick<App, 'db' | 'files' | 'clock' | 'log'>,
  { age, asOf = app.clock.now(), days = asOf }: Pick<SweepTimes, 'age'> & Partial<SweepTimes>,
): Promise<Swept> {
  const swept = await sweepUnnamed(app, storedFiles(app), { age, asOf, days })
  await app.files.discardUnfinished(sweptBefore({ age, asOf }))
  return swept
}

/** What is moved aside is deleted so many days later. */
const ASIDE_DAYS = 30
/** A sweep that would take more than either moves nothing: the database is probably the wrong one. */
const SWEEP_LIMIT = { files: 20, share: 0.05 }
const DAY_MS = 24 * 60 * 60 * 1000
const BATCH = 200
const NAMED_IN_WARNING = 3
const END_OF_TIME = new Date(8.64e15)

type SweepApp = Pick<App, 'db' | 'clock' | 'log'>

/** A store and the rows that name what is in it. */
export type SweptStore = AsideStore & {
  kind: UnsettledKind
  warning: WarningKind
  /** For sentences: "stored files". */
  what: string
  list(): AsyncIterable<{ name: string; storedAt: Date }>
  selectNamed(names: string[]): Promise<Set<string>>
}

export type SweepTimes = {
  /** Younger ones, in ms, may belong to an upload that is about to write its row; 0: even the youngest may go, which is
   * right only at the start of a data folder's one server. */
  age: number
  /** By which the age is measured. */
  asOf: Date
  /** The confirmed time, which says what was moved 30 days ago. */
  days: Date
}

/** `unnamed` are the names that no row knows, `leftovers` those that this database's own crash left, `settled` notes of
 * what has a row or is gone. */
type Unnamed = { total: number; unnamed: string[]; leftovers: string[]; settled: string[] }
export type Swept = { moved: number; restored: number; discarded: number; refused: boolean }

/**
 * Puts back what a row names again, moves aside what no row names, and deletes what was moved 30 days ago. Moves and
 * deletes nothing, and warns, when more than 20 files or 5 % of the store would go. What a crash of this database's own
 * server left goes without counting.
 */
export async function sweepUnnamed(app: SweepApp, store: SweptStore, times: SweepTimes): Promise<Swept> {
  const restored = await putBack(store, { onlyNamed: true })
  const found = await findUnnamed(app, store, times)
  await settle(app.db, store.kind, found.settled)
  const refused = isTooMuch(found)
  const names = refused ? found.leftovers : [...found.leftovers, ...found.unnamed]
  const moved = await setAsideAll(app, store, names, times.days)
  const discarded = refused ? 0 : await discardOld(store, times.days)
  if (refused) {
    app.log.error(
      { files: found.unnamed.length, of: found.total, first: found.unnamed.slice(0, NAMED_IN_WARNING) },
      `the sweep moved nothing: too many ${store.what} are named by no row`,
    )
    await raiseWarning(app, store.warning, describeRefused(found, store.what))
  } else await clearWarning(app, store.warning)
  if (moved + restored + discarded > 0)
    app.log.info({ moved, restored, discarded }, `swept ${store.what} that no row names`)
  return { moved, restored, discarded, refused }
}

/** Moves what no row names, however much it is, also alongside the running site: what is being stored is noted and stays. */
export async function moveUnnamed(app: SweepApp, store: SweptStore, days: Date): Promise<number> {
  const { unnamed } = await findUnnamed(app, store, { age: 0, asOf: days })
  const moved = await setAsideAll(app, store, unnamed, days)
  await clearWarning(app, store.warning)
  return moved
}

async function setAsideAll(app: SweepApp, store: SweptStore, names: string[], days: Date) {
  const day = await dayOfMoving(app, days)
  let moved = 0
  for (const name of names) {
    if (!(await store.setAside(name, day))) continue
    moved += 1
    await settle(app.db, store.kind, [name])
  }
  return moved
}

/** Never so early that a clock which is put right later makes it look 30 days old. */
async function dayOfMoving(app: Pick<App, 'db' | 'clock'>, days: Date): Promise<string> {
  const start = await startOfRetention(app)
  return (start > app.clock.now() ? start : days).toISOString().slice(0, 10)
}

/** What was stored by then is old enough to be swept. */
export function sweptBefore({ age, asOf }: Omit<SweepTimes, 'days'>): Date {
  return age === 0 ? END_OF_TIME : new Date(asOf.getTime() - age)
}

/** Reads the store once; changes nothing. */
export async function findUnnamed(
  app: Pick<App, 'db'>,
  store: SweptStore,
  { age, asOf }: Omit<SweepTimes, 'days'>,
): Promise<Unnamed> {
  const before = sweptBefore({ age, asOf })
  const noted = await selectUnsettled(app.db, store.kind)
  const gone = new Set(noted)
  let total = 0
  const old: string[] = []
  for await (const { name, storedAt } of store.list()) {
    total += 1
    gone.delete(name)
    if (storedAt <= before) old.push(name)
  }
  const candidates = await withoutRow(store, old)
  // What is stored meanwhile is noted before its bytes are there, and until it has its row: in this order nothing of it
  // is taken for unnamed.
  const unsettled = await selectUnsettled(app.db, store.kind)
  const unnamed = await withoutRow(
    store,
    candidates.filter((name) => !unsettled.has(name)),
  )
  const rowless = new Set(candidates)
  const named = old.filter((name) => noted.has(name) && !rowless.has(name))
  return {
    ...{ total, unnamed, leftovers: candidates.filter((name) => unsettled.has(name)) },
    // Bytes that are not there may still come, but not while nothing uploads.
    settled: age === 0 ? [...named, ...gone] : named,
  }
}

async function withoutRow(store: SweptStore, names: string[]): Promise<string[]> {
  const found: string[] = []
  for (let at = 0; at < names.length; at += BATCH) {
    const batch = names.slice(at, at + BATCH)
    const named = await store.selectNamed(batch)
    found.push(...batch.filter((name) => !named.has(name)))
  }
  return found
}

export function isTooMuch({ total, unnamed }: Unnamed): boolean {
  return unnamed.length > SWEEP_LIMIT.files || unnamed.length > total * SWEEP_LIMIT.share
}

/** Everything that was moved aside and can go back, or only what a row names; returns how many. */
export async function putBack(store: SweptStore, { onlyNamed }: { onlyNamed: boolean }): Promise<number> {
  let back = 0
  let batch: Aside[] = []
  const flush = async () => {
    const named = onlyNamed ? await store.selectNamed(batch.map(({ name }) => name)) : null
    for (const aside of batch) if ((named?.has(aside.name) ?? true) && (await store.putBack(aside))) back += 1
    batch = []
  }
  for (const aside of await Array.fromAsync(store.listAside())) {
    batch.push(aside)
    if (batch.length >= BATCH) await flush()
  }
  await flush()
  return back
}

async function discardOld(store: SweptStore, now: Date): Promise<number> {
  const oldest = new Date(now.getTime() - ASIDE_DAYS * DAY_MS).toISOString().slice(0, 10)
  const old = (await Array.fromAsync(store.listAside())).filter(({ day }) => day < oldest)
  for (const aside of old) await store.discardAside(aside)
  return old.length
}

function describeRefused({ total, unnamed }: Unnamed, what: string) {
  const first = unnamed.slice(0, NAMED_IN_WARNING).join(', ')
  return `${unnamed.length} of ${total} ${what} are named by nothing in the database (${first}${unnamed.length > NAMED_IN_WARNING ? ', …' : ''}). That is more than a sweep takes by itself, ${SWEEP_LIMIT.files} files or ${SWEEP_LIMIT.share * 100} %, so none was moved. If the database is an older copy, put the newer one back. To see them, run "npm run sweep -- --dry-run" on the server; to move them aside, "npm run sweep -- --apply".`
}
