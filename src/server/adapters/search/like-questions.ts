import { sql } from 'kysely'
import type { Database, ReadDatabase } from '#database/schema.ts'
import { bucketedValues } from '#domain/bucketed-values.ts'
import { areAlike, type Likeness, likenessOf } from '#domain/questions/likeness.server.ts'
import type { QuestionHit, QuestionText, RepeatedQuestion } from '#domain/search/search-index.ts'
import { LAST_PLACE, MONTH_BITS, ownTables, questionAt, questionRow, questionRowsOf } from './row-numbers.ts'

/** Of months that count from year 0, the one before January is December. */
const yearIn = (row: string) => sql<number>`((${sql.ref(row)} / ${sql.lit(2 ** MONTH_BITS)}) - 1) / 12`
const AT_ONCE = 100

type Kept = Likeness & { row: number }

/** Replaces those of a paper: each joins the questions that are like it, and these learn in how many years it was asked. */
export async function replaceLikenesses(
  db: Database,
  position: number,
  questions: readonly QuestionText[],
): Promise<void> {
  const own = ownTables(db)
  const { from, below } = questionRowsOf(position)
  const gone = await own
    .deleteFrom('questionLikeness')
    .where('row', '>=', from)
    .where('row', '<', below)
    .returning(['likeness', 'years'])
    .execute()
  const compared = questions.flatMap(({ place, marks, text }): Kept[] => {
    const likeness = place <= LAST_PLACE ? likenessOf(text) : null
    return likeness ? [{ ...likeness, row: questionRow(position, place, marks) }] : []
  })
  const changed = new Set(gone.map(({ likeness }) => likeness))
  for (let at = 0; at < compared.length; at += AT_ONCE) {
    const some = compared.slice(at, at + AT_ONCE)
    const near = await selectNear(db, some)
    const rows = some.map(({ row, id, keys: [key1 = 0, key2 = 0, key3 = 0, key4 = 0], sketch }) => {
      const keys = [key1, key2, key3, key4]
      const like = near.find(
        (other) =>
          [other.key1, other.key2, other.key3, other.key4].some((key, at) => key === keys[at]) &&
          areAlike(other.sketch, sketch),
      )
      const likeness = like?.likeness ?? id
      changed.add(likeness)
      return { row, likeness, years: 1, key1, key2, key3, key4, sketch }
    })
    await own.insertInto('questionLikeness').values(rows).execute()
  }
  const counted = changed.size > 0 ? await countYears(db, [...changed]) : 0n
  if (counted > 0n || gone.some(({ years }) => years > 1))
    await own
      .updateTable('searchState')
      .set((state) => ({ repeated: state('repeated', '+', 1) }))
      .execute()
}

/** What may be like one of these, one of each likeness. */
async function selectNear(db: Database, questions: readonly Kept[]) {
  const ofKey = (at: number) => bucketedValues(questions.map(({ keys }) => keys[at] ?? 0))
  return await ownTables(db)
    .selectFrom('questionLikeness')
    .select(['likeness', 'sketch', 'key1', 'key2', 'key3', 'key4'])
    .distinct()
    .where((is) =>
      is.or([
        is('key1', 'in', ofKey(0)),
        is('key2', 'in', ofKey(1)),
        is('key3', 'in', ofKey(2)),
        is('key4', 'in', ofKey(3)),
      ]),
    )
    .execute()
}

/** How many questions have another count now. */
async function countYears(db: Database, likenesses: number[]): Promise<bigint> {
  const values = bucketedValues(likenesses)
  const { numUpdatedRows } = await ownTables(db)
    .with('counted', (counted) =>
      counted
        .selectFrom('questionLikeness')
        .select(['likeness as of', sql<number>`count(distinct ${yearIn('row')})`.as('number')])
        .where('likeness', 'in', values)
        .groupBy('likeness'),
    )
    .updateTable('questionLikeness')
    .from('counted')
    .set((is) => ({ years: is.ref('counted.number') }))
    // Said again: PostgreSQL would read the whole table to join it.
    .where('likeness', 'in', values)
    .whereRef('likeness', '=', 'counted.of')
    .whereRef('years', '!=', 'counted.number')
    .executeTakeFirst()
  return numUpdatedRows
}

/** Of each that was asked in several years, the newest one like it of each year, in their order; of its own year itself. */
export async function repeatsOf(
  readDb: ReadDatabase,
  hits: readonly QuestionHit[],
): Promise<QuestionHit[][]> {
  if (hits.length === 0) return []
  const rows = hits.map(({ position, place, marks }) => questionRow(position, place, marks))
  const found = await ownTables(readDb)
    .selectFrom('questionLikeness as own')
    .innerJoin('questionLikeness as other', 'other.likeness', 'own.likeness')
    .select(['own.row as of', (is) => is.fn.max('other.row').as('row')])
    .where('own.row', 'in', bucketedValues(rows))
    .where('own.years', '>', 1)
    .groupBy(['own.row', yearIn('other.row')])
    .orderBy('row')
    .execute()
  const years = Map.groupBy(found, ({ of }) => of)
  return rows.map((own) => {
    const year = yearOf(own)
    return (years.get(own) ?? []).map(({ row }) => questionAt(yearOf(row) === year ? own : row))
  })
}

function yearOf(row: number): number {
  return Math.floor((Math.floor(row / 2 ** MONTH_BITS) - 1) / 12)
}

/** Of each that was asked in several years, in how many, and what is the same for those that are alike. */
export async function selectRepeated(
  readDb: ReadDatabase,
  hits: readonly QuestionHit[],
): Promise<(RepeatedQuestion | null)[]> {
  if (hits.length === 0) return []
  const rows = hits.map(({ position, place, marks }) => questionRow(position, place, marks))
  const byRow = hits.length > MANY ? (await readRepeated(readDb)).byRow : await selectByRow(readDb, rows)
  return rows.map((row) => byRow.get(row) ?? null)
}

/** For more the cached list of all is faster: to find so many by their rows takes PostgreSQL 200 ms. */
const MANY = 100

async function selectByRow(readDb: ReadDatabase, rows: number[]): Promise<Map<number, RepeatedQuestion>> {
  const found = await ownTables(readDb)
    .selectFrom('questionLikeness')
    .select(['row', 'likeness', 'years'])
    .where('row', 'in', bucketedValues(rows))
    .where('years', '>', 1)
    .execute()
  return new Map(found.map(({ row, ...repeated }) => [row, repeated]))
}

/** In the order of the list. */
type Repeated = { stamp: string; byRow: Map<number, RepeatedQuestion & { hit: QuestionHit }> }

/** Those asked in most years first, then the newest; of those that are alike the first one for which `isWithin` holds. */
export async function listMostAsked(
  readDb: ReadDatabase,
  isWithin: (hit: QuestionHit) => boolean,
  limit: number,
): Promise<QuestionHit[]> {
  const { byRow } = await readRepeated(readDb)
  const seen = new Set<number>()
  const hits: QuestionHit[] = []
  for (const { hit, likeness } of byRow.values()) {
    if (hits.length === limit) break
    if (seen.has(likeness) || !isWithin(hit)) continue
    seen.add(likeness)
    hits.push(hit)
  }
  return hits
}

/** Cached until it changes. As text: a row for each takes ten times as long. */
async function readRepeated(readDb: ReadDatabase): Promise<Repeated> {
  const own = ownTables(readDb)
  const state = await own.selectFrom('searchState').select(['made', 'repeated']).executeTakeFirst()
  const stamp = `${state?.made} ${state?.repeated}`
  const last = cache.get(readDb)
  if (last?.stamp === stamp) return last
  const all = (column: string) => sql<string | null>`string_agg(cast(${sql.ref(column)} as text), ',')`
  const found = await own
    .selectFrom((all) =>
      all
        .selectFrom('questionLikeness')
        .select(['row', 'likeness', 'years'])
        .where('years', '>', 1)
        .orderBy('years', 'desc')
        .orderBy('row', 'desc')
        .as('repeated'),
    )
    .select([all('row').as('rows'), all('likeness').as('likenesses'), all('years').as('years')])
    .executeTakeFirst()
  const numbersIn = (text?: string | null) => JSON.parse(`[${text ?? ''}]`) as number[]
  const [likenesses, years] = [numbersIn(found?.likenesses), numbersIn(found?.years)]
  const byRow = numbersIn(found?.rows).map(
    (row, at) =>
      [row, { hit: questionAt(row), likeness: likenesses[at] ?? 0, years: years[at] ?? 1 }] as const,
  )
  const read = { stamp, byRow: new Map(byRow) }
  cache.set(readDb, read)
  return read
}

const cache = new WeakMap<ReadDatabase, Repeated>()
