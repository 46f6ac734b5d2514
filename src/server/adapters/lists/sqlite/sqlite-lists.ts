import { sql } from 'kysely'
import type { ReadDatabase } from '#database/schema.ts'
import { bucketedValues } from '#domain/lists/bucketed-values.ts'
import type { ListedPapers, PaperLists, PublishedShow, StoredSort } from '#domain/lists/paper-lists.ts'
import { runCompiled } from '#domain/run-compiled.server.ts'
import { listedPapers, walkedPapers, whereShown } from './filtered-papers.ts'

/** Up to so many papers are sorted; beyond that the order's index is walked. */
const FEW = 2_000

/** Every order ends in the serial number, like the indexes, so that ties are stable. */
const ORDERS: Record<StoredSort, string> = {
  newest: 'position desc',
  added: 'serial desc',
  changed: 'updated_at desc, serial desc',
  title: 'title collate nocase, serial',
  views: 'views desc, serial desc',
}

/** Walks one index, and never sorts more than a few papers. */
export const sqliteLists: PaperLists = {
  async newest(readDb, listed, { offset, limit }) {
    // Samples are few, and no index has them in this order.
    if (listed.show === 'samples')
      return (await sortAll(readDb, listed, 'newest')).slice(offset, offset + limit)
    const { type, grade, subject, year, month, answered, board, foldsSets } = listed.filter
    const build = () =>
      listedPapers(readDb, listed).select('serial').orderBy('position', 'desc').limit(limit).offset(offset)
    // Years, months and states become other values in the query.
    if (listed.show || listed.but || listed.filter.medium || year || month || board)
      return serialsOf(await build().execute())
    const given = Object.entries({ type, grade, subject }).filter(([, value]) => value)
    const shape = `newest ${answered ? 'answered ' : ''}${foldsSets ? 'folded ' : ''}by ${given.map(([name]) => name).join(', ')}`
    const values = [...given.map(([, value]) => value), limit, offset]
    return serialsOf(await runCompiled(readDb, shape, values, build))
  },

  async ordered(readDb, listed, sort, { offset, limit, total }) {
    if (total <= FEW) return (await sortAll(readDb, listed, sort)).slice(offset, offset + limit)
    const papers = walkedPapers(readDb, listed).select('serial')
    return serialsOf(await papers.orderBy(sql.raw(ORDERS[sort])).limit(limit).offset(offset).execute())
  },

  async count(readDb, listed, limit) {
    const counted = listedPapers(readDb, listed).select('serial').limit(limit).as('counted')
    const row = await readDb
      .selectFrom(counted)
      .select((eb) => eb.fn.countAll<number>().as('papers'))
      .executeTakeFirstOrThrow()
    return row.papers
  },

  sort: sortSerials,

  /** As JSON by type and grade: a row for each count would take five times as long. */
  async *counts(readDb) {
    const degrees = await readDb.selectFrom('paperCounts').select(['type', 'grade']).distinct().execute()
    for (const { type, grade } of degrees) {
      const { rows } = await sql<{ counts: string }>`select
        json_group_array(json_array(subject, year, month, answered, board, papers, folded, folded_answered)) as counts
        from paper_counts where type = ${type} and grade = ${grade}`.execute(readDb)
      const counts = JSON.parse(rows[0]?.counts ?? '[]') as [...Counted, ...Sums][]
      yield counts.map(([subject, year, month, answered, board, ...sums]) => {
        const [papers, folded, foldedAnswered] = sums
        return { type, grade, subject, year, month, answered, board, papers, folded, foldedAnswered }
      })
    }
  },
}

type Counted = [subject: string, year: number, month: number, answered: number, board: string]
type Sums = [papers: number, folded: number, foldedAnswered: number]

async function sortAll(readDb: ReadDatabase, listed: ListedPapers, sort: StoredSort): Promise<number[]> {
  const all = await listedPapers(readDb, listed).select('serial').limit(FEW).execute()
  return await sortSerials(readDb, serialsOf(all), listed.show, sort)
}

async function sortSerials(
  readDb: ReadDatabase,
  serials: readonly number[],
  show: PublishedShow | undefined,
  sort: StoredSort,
): Promise<number[]> {
  if (serials.length === 0) return []
  const papers = readDb.selectFrom('papers').select('serial').where('serial', 'in', bucketedValues(serials))
  return serialsOf(await whereShown(papers, show).orderBy(sql.raw(ORDERS[sort])).execute())
}

function serialsOf(rows: { serial: number }[]): number[] {
  return rows.map((row) => row.serial)
}
