import type { PaperRow, ReadDatabase } from '#database/schema.ts'

/** Range n has the serial numbers after (n − 1) × size, up to n × size. */

/** Ranges with papers, by one step along the primary key for each: nothing is counted. */
export async function selectRanges(readDb: ReadDatabase, size: number): Promise<number[]> {
  const ranges: number[] = []
  for (;;) {
    const next = await readDb
      .selectFrom('papers')
      .select('serial')
      .where('serial', '>', (ranges.at(-1) ?? 0) * size)
      .orderBy('serial')
      .limit(1)
      .executeTakeFirst()
    if (!next) return ranges
    ranges.push(Math.ceil(next.serial / size))
  }
}

export async function selectRange(readDb: ReadDatabase, range: number, size: number): Promise<RangeRow[]> {
  return await readDb
    .selectFrom('papers')
    .select(['id', 'title', 'type', 'grade', 'subject', 'month', 'year', 'updatedAt'])
    .where('serial', '>', (range - 1) * size)
    .where('serial', '<=', range * size)
    .orderBy('serial')
    .execute()
}

type RangeRow = Pick<PaperRow, 'id' | 'title' | 'type' | 'grade' | 'subject' | 'month' | 'year' | 'updatedAt'>
