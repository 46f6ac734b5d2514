import type { ReadDatabase } from '#database/schema.ts'
import { DEGREES } from '../paper/paper.ts'

/** In a key, "_" and the time follow the name; "`" is the character after "_". */
const AFTER_NAME = ['_', '`'] as const

/** Serial numbers of papers whose file was stored under one of these names, in any degree's folder. */
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
