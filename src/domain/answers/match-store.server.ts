import type { ReadDatabase } from '#database/schema.ts'
import { DEGREES } from '../paper/paper.ts'

/** Behind the name in a key stands "_" and the time; "`" is the sign after "_". */
const AFTER_NAME = ['_', '`'] as const

/** Serial numbers of papers whose file had one of these names when it was stored, in any degree's folder. */
export async function selectSerialsByKeyNames(
  readDb: ReadDatabase,
  keyNames: string[],
  limit: number,
): Promise<number[]> {
  if (keyNames.length === 0) return []
  const [from, to] = AFTER_NAME
  const starts = DEGREES.flatMap(({ slug }) => keyNames.map((name) => `${slug}/${name}`))
  const rows = await readDb
    .selectFrom('papers')
    .select('serial')
    .where((eb) =>
      eb.or(
        starts.map((start) =>
          eb.and([eb('fileKey', '>=', `${start}${from}`), eb('fileKey', '<', `${start}${to}`)]),
        ),
      ),
    )
    .limit(limit)
    .execute()
  return rows.map((row) => row.serial)
}
