import type { Database } from '#database/schema.ts'
import type { MovedPaper } from './plan-files.server.ts'

/** A path that two papers shared leads to the one that came first. */
export async function insertFormerPaths(
  db: Database,
  paperId: string,
  { formerPaths }: Pick<MovedPaper, 'formerPaths'>,
): Promise<void> {
  const rows = formerPaths.map((former) => ({ ...former, paperId }))
  if (rows.length === 0) return
  await db
    .insertInto('formerFiles')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
